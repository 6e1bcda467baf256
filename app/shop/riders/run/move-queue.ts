import type { SentMoney } from '#shop/orders/door/typed-money.ts'
import type { FailReason } from '#shop/orders/fulfilment/fail-reasons.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { createStored } from '#ui/browser-storage.ts'
import type { Receiver } from '../hand-over.ts'

/** What proves that an order is delivered: its code, or a photo at the door. */
export type Proof = { code: string } | DoorPhoto

interface DoorPhoto {
  photo: true
  /** As a data URL, until the shop has it. */
  picture?: string
}

/** What its rider says at a door. */
export type DoorMove =
  | { move: 'dispatch' }
  | ({ move: 'deliver'; receiver: Receiver; money?: SentMoney } & Proof)
  | { move: 'fail'; reason: FailReason }

const doorMoves: ReadonlySet<unknown> = new Set(['dispatch', 'deliver', 'fail'])

/** A move that its rider made on the page, as it is sent, and sent again; the order's number is said to its rider alone. */
export type QueuedMove = DoorMove & { id: string; order: string; number: number }

/** The shop's answer to a move: where the order is now, or why it was refused. */
export type Answer = { status: FulfilmentStatus } | { refused: string }

/** What became of a move that was sent: 'again' where the line or the shop was not there. */
export type Sent = Answer | 'again'

const refusals: ReadonlySet<number> = new Set([401, 403, 404, 409, 413, 415, 422])

/**
 * Whether a status says that the move cannot be made. Others are the line's, which may cut a photo off, or the shop's; so is what
 * somebody between answers in the shop's place, but for a photo that is too large to pass.
 */
export function isRefusal(status: number, isShops: boolean): boolean {
  return isShops ? refusals.has(status) : status === 413
}

interface QueueDeps {
  /** Under which the phone remembers the moves. */
  key: string
  /** Sends a move; `keep` keeps another one in its place, of which less is still to be sent. */
  send(move: QueuedMove, keep: (less: QueuedMove) => void): Promise<Sent>
  /** Moves wait, or do not any more, after their answer; only this page has them if they are not stored. */
  onChange(isStored: boolean): void
  /** The shop has answered. */
  onAnswer(move: QueuedMove, answer: Answer): void
}

/**
 * Moves are kept until the shop has answered, in the order in which they were made, also if the page is closed meanwhile. One
 * that is sent twice keeps its id, by which the shop counts it once.
 */
export function createMoveQueue({ key, send, onChange, onAnswer }: QueueDeps) {
  const stored = createStored(key, parseMoves)
  let moves = stored.current()
  let isSending = false

  function set(next: QueuedMove[], answered?: string) {
    moves = next
    const others = stored.current().filter(({ id }) => id !== answered)
    const all = mergeMoves(others, moves)
    onChange(stored.save(all.length > 0 ? all : null))
  }

  async function flush() {
    if (isSending) return
    isSending = true
    try {
      for (let move = moves[0]; move; move = moves[0]) {
        const sent = await send(move, (less) => set([less, ...moves.slice(1)]))
        if (sent === 'again') return
        onAnswer(move, sent)
        set(moves.slice(1), move.id)
      }
    } finally {
      isSending = false
    }
  }

  return {
    moves: (): readonly QueuedMove[] => moves,
    /** Keeps a move and sends it, once those before it are sent. */
    add(move: QueuedMove) {
      set([...moves, move])
      return flush()
    },
    /** Sends what waits. */
    flush,
  }
}

/** What is kept, with a page's own moves: another page of the run may keep others. */
function mergeMoves(kept: QueuedMove[], own: QueuedMove[]): QueuedMove[] {
  const byId = new Map([...kept, ...own].map((move) => [move.id, move]))
  return [...byId.values()]
}

function parseMoves(stored: unknown): QueuedMove[] {
  return Array.isArray(stored) ? stored.filter(isMove) : []
}

function isMove(stored: unknown): stored is QueuedMove {
  const { id, order, number, move } = Object(stored)
  const isOfOrder = typeof order === 'string' && typeof number === 'number'
  return typeof id === 'string' && isOfOrder && doorMoves.has(move)
}
