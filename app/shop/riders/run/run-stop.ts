import {
  type FulfilmentStatus,
  fulfilmentAfter,
  fulfilmentLabels,
  maxWrongCodes,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { RunStop } from './find-run.server.ts'
import type { QueuedMove } from './move-queue.ts'

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
