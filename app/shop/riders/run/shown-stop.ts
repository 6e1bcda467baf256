import {
  type FulfilmentStatus,
  fulfilmentAfter,
  fulfilmentLabels,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { QueuedMove } from './move-queue.ts'

/** Where an order is for its rider, and what of that waits on the phone and is not sent yet. */
export interface ShownStop {
  status: FulfilmentStatus
  waits: 'move' | 'photo' | null
}

/** An order as its rider sees it: its moves that wait for the line are made already. */
export function shownStop(status: FulfilmentStatus, waiting: readonly QueuedMove[]): ShownStop {
  const shown = waiting.reduce(
    (at, { move }) => fulfilmentAfter(at, move, { isPickup: false }) ?? at,
    status,
  )
  return { status: shown, waits: waitsOf(waiting) }
}

function waitsOf(waiting: readonly QueuedMove[]): ShownStop['waits'] {
  if (waiting.length === 0) return null
  return waiting.some((move) => 'picture' in move) ? 'photo' : 'move'
}

const waitingWords = { move: ', not sent yet', photo: ', photo not sent yet' }

export function stateText({ status, waits }: ShownStop): string {
  return `${fulfilmentLabels[status]}${waits ? waitingWords[waits] : ''}`
}

/** Whether its rider is at the door, or says so and waits for the answer. */
export function isAtDoor({ status, waits }: ShownStop): boolean {
  return status === 'out_for_delivery' || (status === 'delivered' && waits !== null)
}

/** What is said of orders whose last moves were refused, and which have no place of their own to say it. */
export function leftText(numbers: readonly number[]): string {
  return numbers
    .map(
      (number) =>
        `Order ${number} is no longer in your list, and your last update of it was not saved. Please call the shop.`,
    )
    .join('\n')
}
