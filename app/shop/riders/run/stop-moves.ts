import type { SentMoney } from '#shop/handling/door/typed-money.ts'
import {
  type FailReason,
  type FulfilmentStatus,
  fulfilmentAfter,
  fulfilmentLabels,
  maxWrongCodes,
  type Receiver,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { createStored } from '#ui/browser-storage.ts'
import type { RunStop } from './find-run.server.ts'

/** The proof of a delivery: its code, or a photo at the door. */
export type Proof = { code: string } | { photo: true; picture?: string }

/** What a rider does at a door; `picture` is a data URL, until the shop has it. */
export type DoorMove =
  | { move: 'dispatch' }
  | ({ move: 'deliver'; receiver: Receiver; money?: SentMoney } & Proof)
  | { move: 'fail'; reason: FailReason }

const doorMoves: ReadonlySet<unknown> = new Set(['dispatch', 'deliver', 'fail'])

/** A move as it waits on the phone. Its id stays the same however often it is sent; the number is for messages. */
export type QueuedMove = DoorMove & { id: string; order: string; number: number }

/** The shop's response to a move: the order's status now, or why it was rejected. */
export type MoveResponse = { status: FulfilmentStatus } | { rejected: string }

/** The outcome of sending a move: 'again' if the line was away or the shop busy, 'failed' if the shop could not make it. */
export type Sent = MoveResponse | 'again' | 'failed'

/** How often the shop fails at a move until it is set aside, and those of other orders go on. */
const maxFailures = 5

const rejections: ReadonlySet<number> = new Set([401, 403, 404, 409, 413, 415, 422])

/**
 * Whether a status means that the move can never be made. Other statuses come from the line, which may cut a photo off, or
 * from a busy shop. What a proxy sends in the shop's place counts only if a photo is too large to pass.
 */
export function isRejection(status: number, isShops: boolean): boolean {
  return isShops ? rejections.has(status) : status === 413
}

interface QueueDeps {
  /** The phone remembers the moves under this key. */
  key: string
  /** Sends a move; `replace` puts another in its place, of which less is left to send. */
  send(move: QueuedMove, replace: (less: QueuedMove) => void): Promise<Sent>
  /** The waiting moves have changed; if they are not stored, only this page has them. */
  onChange(isStored: boolean): void
  /** Called before the move leaves the queue. */
  onResponse(move: QueuedMove, response: MoveResponse): void
}

/**
 * Keeps moves until the shop has responded, in the order in which they were made, even if the page is closed meanwhile. The
 * shop counts a move once that is sent twice, by its id. One at which the shop fails is set aside with those of its order.
 */
export function createMoveQueue({ key, send, onChange, onResponse }: QueueDeps) {
  const stored = createStored(key, parseMoves)
  let moves = stored.current()
  let isSending = false
  /** By order. */
  const failures = new Map<string, number>()
  const retried = new Set<string>()

  const isAside = (order: string) => (failures.get(order) ?? 0) >= maxFailures
  const next = () => moves.find(({ order }) => !isAside(order) || retried.has(order))

  function set(next: QueuedMove[], sentId?: string) {
    moves = next
    // Another page of the run may have stored others.
    const others = stored.current().filter(({ id }) => id !== sentId)
    const byId = new Map([...others, ...moves].map((move) => [move.id, move]))
    onChange(stored.save(byId.size > 0 ? [...byId.values()] : null))
  }

  async function flush() {
    if (isSending) return
    isSending = true
    try {
      for (let move = next(); move; move = next()) {
        const { id, order } = move
        const others = () => moves.filter((one) => one.id !== id)
        const sent = await send(move, (less) => set([less, ...others()]))
        if (sent === 'again') return
        retried.delete(order)
        if (sent === 'failed') {
          failures.set(order, (failures.get(order) ?? 0) + 1)
          set(moves)
          if (!isAside(order)) return
        } else {
          failures.delete(order)
          onResponse(move, sent)
          set(others(), id)
        }
      }
    } finally {
      isSending = false
    }
  }

  return {
    moves: (): readonly QueuedMove[] => moves,
    /** Whether the moves of an order are set aside. */
    isAside,
    /** Sends what was set aside of an order, or of all, once more. */
    retry(order?: string) {
      for (const one of order === undefined ? failures.keys() : [order]) retried.add(one)
      return flush()
    },
    /** Adds a move and sends it, after those before it. */
    add(move: QueuedMove) {
      set([...moves, move])
      return flush()
    },
    /** Sends what waits. */
    flush,
  }
}

function parseMoves(stored: unknown): QueuedMove[] {
  return Array.isArray(stored) ? stored.filter(isMove) : []
}

function isMove(stored: unknown): stored is QueuedMove {
  const { id, order, number, move } = Object(stored)
  const isOfOrder = typeof order === 'string' && typeof number === 'number'
  return typeof id === 'string' && isOfOrder && doorMoves.has(move)
}

/** What the page's script knows of a stop. */
export type StopFacts = Pick<
  RunStop,
  'orderId' | 'number' | 'askEarly' | 'status' | 'codesLeft' | 'cashDue' | 'upiLink'
>

export function factsOf(stop: RunStop): StopFacts {
  const { orderId, number, askEarly, status, codesLeft, cashDue, upiLink } = stop
  return { orderId, number, askEarly, status, codesLeft, cashDue, upiLink }
}

/** An order as its rider sees it, and what of that is still on the phone only. */
interface ShownStop {
  status: FulfilmentStatus
  unsent: 'move' | 'photo' | null
}

/** Moves that wait for the line count as made. */
export function shownStop(status: FulfilmentStatus, waiting: readonly QueuedMove[]): ShownStop {
  const shown = waiting.reduce(
    (at, { move }) => fulfilmentAfter(at, move, { isPickup: false }) ?? at,
    status,
  )
  if (waiting.length === 0) return { status: shown, unsent: null }
  return { status: shown, unsent: waiting.some((move) => 'picture' in move) ? 'photo' : 'move' }
}

const unsentText = { move: ', not sent yet', photo: ', photo not sent yet' }

export function stateText({ status, unsent }: ShownStop): string {
  return `${fulfilmentLabels[status]}${unsent ? unsentText[unsent] : ''}`
}

const statusInHindi: Partial<Record<FulfilmentStatus, string>> = {
  ready: 'तैयार',
  out_for_delivery: 'रास्ते में',
  delivered: 'पहुँचा दिया',
  failed: 'नहीं पहुँचा',
}

const unsentInHindi = { move: ', अभी भेजा नहीं गया', photo: ', फ़ोटो अभी नहीं भेजी गई' }

/** Empty for statuses that no rider sees. */
export function stateInHindi({ status, unsent }: ShownStop): string {
  const hindi = statusInHindi[status]
  return hindi ? `${hindi}${unsent ? unsentInHindi[unsent] : ''}` : ''
}

/** Why a delivery with a wrong code is rejected; `left` is how many tries are left. */
export function wrongCodeText(left: number): string {
  return `This is not the code. ${left === 1 ? '1 try' : `${left} tries`} left.`
}

function wrongCodeInHindi(left: number): string {
  if (left === 0) return 'कोड गलत है। अब कोई कोशिश बाकी नहीं है।'
  return `कोड गलत है। ${left === 1 ? '1 कोशिश बाकी है' : `${left} कोशिशें बाकी हैं`}।`
}

/** For an order whose moves are set aside. */
export const asideText =
  'The shop could not save this update. It stays on this phone and is sent again. Please call the shop.'

const problemsInHindi = new Map(
  Array.from({ length: maxWrongCodes }, (_, left) => [wrongCodeText(left), wrongCodeInHindi(left)]),
).set(asideText, 'दुकान में यह सेव नहीं हुआ। यह फ़ोन में है और फिर भेजा जाएगा। दुकान को फ़ोन करें।')

/** Empty for the problems that only the English sentence tells. */
export function problemInHindi(text: string): string {
  return problemsInHindi.get(text) ?? ''
}

/** For orders whose last move was rejected, and which are no longer in the list to show that. */
export function missingStopsText(numbers: readonly number[]): string {
  return numbers
    .map(
      (number) =>
        `Order ${number} is no longer in your list, and your last update of it was not saved. Please call the shop.`,
    )
    .join('\n')
}
