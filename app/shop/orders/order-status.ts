import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { type FulfilmentStatus, fulfilmentLabels, hasLeft } from './fulfilment/fulfilment-status.ts'
import { cancelledStatuses, nextStatus } from './item-status.ts'
import type { Order, OrderItem } from './order.schema.ts'

/** The most characters of why an order, or an item of it, is cancelled or refunded. */
export const longestReason = 300

type CancellableItem = Pick<OrderItem, 'isConfirmed' | 'customize'>

const nothingLeft = 'Nothing in this order is left to cancel.'

/** What of an order decides whether it can be cancelled; of its row it is `rowToCancel`. */
export function toCancel(order: Order) {
  return {
    items: order.order,
    fulfilment: order.fulfilment,
    locksAt: new Date(order.locksAt),
    startsAt: new Date(order.slot?.start ?? order.time),
  }
}

interface CancelledOrder {
  items: readonly CancellableItem[]
  fulfilment: FulfilmentStatus
}

/** Why its customer cannot cancel an order, as a sentence; null where they can: until its lock. */
export function cancelError(
  order: CancelledOrder & {
    locksAt: Date
    /** When its slot begins, or its delivery where it has none. */
    startsAt: Date
  },
  now: Date,
): string | null {
  const { items, fulfilment, locksAt, startsAt } = order
  if (hasLeft(fulfilment)) return leftError(fulfilment)
  if (isAnyPrepared(items)) return 'This order is already prepared, so it cannot be cancelled.'
  if (!hasLeftToDo(items, 'cancel')) return nothingLeft
  if (now >= startsAt) return 'The delivery time has passed, so this order cannot be cancelled.'
  if (fulfilment !== 'placed') return 'We are already baking this order, so it cannot be cancelled.'
  if (now < locksAt) return null
  return `This order could be cancelled until ${formatDateTime(locksAt)}. Our kitchen is at work on it now.`
}

/** Why the shop cannot cancel an order, as a sentence; null where it can: until it has left. */
export function shopCancelError({ items, fulfilment }: CancelledOrder): string | null {
  if (hasLeft(fulfilment)) return leftError(fulfilment)
  return hasLeftToDo(items, 'drop') ? null : nothingLeft
}

function leftError(fulfilment: FulfilmentStatus): string {
  const where = fulfilment === 'failed' ? 'on its way' : fulfilmentLabels[fulfilment].toLowerCase()
  return `This order is already ${where}, so it cannot be cancelled.`
}

function isAnyPrepared(items: readonly CancellableItem[]): boolean {
  return items.some(({ isConfirmed }) => isConfirmed === 'completed')
}

function hasLeftToDo(items: readonly CancellableItem[], action: 'cancel' | 'drop'): boolean {
  return items.some((item) => nextStatus(item.isConfirmed, action, item) !== null)
}

/** Whether anything of an order is made, or will be. */
export function isAnyMade(items: readonly Pick<OrderItem, 'isConfirmed'>[]): boolean {
  return orderProgress(items).toMake > 0
}

/** Whether an order was cancelled: nothing of it is made, and something was cancelled. */
export function isCancelled(items: readonly Pick<OrderItem, 'isConfirmed'>[]): boolean {
  return orderProgress(items).label === 'Cancelled'
}

/** An order's progress, for the small line above its items. */
interface OrderProgress {
  /** One or two words. */
  label: 'Ordered' | 'Prepared' | 'Cancelled' | 'Closed'
  /** How many items are made or will be. */
  toMake: number
  prepared: number
}

/** An order is 'Prepared' once every item that will be made is. */
export function orderProgress(items: readonly Pick<OrderItem, 'isConfirmed'>[]): OrderProgress {
  const count = (...statuses: OrderItem['isConfirmed'][]) =>
    items.filter(({ isConfirmed }) => statuses.includes(isConfirmed)).length
  const prepared = count('completed')
  const toMake = items.length - count(...cancelledStatuses)
  return { label: labelOf({ toMake, prepared, cancelled: count('cancelled') }), toMake, prepared }
}

/** The cash to pay, in rupees: nothing if no item is made. */
export function cashToPay({ order, dueInCash }: Pick<Order, 'order' | 'dueInCash'>): number {
  return isAnyMade(order) ? dueInCash : 0
}

function labelOf(counts: { toMake: number; prepared: number; cancelled: number }) {
  const { toMake, prepared, cancelled } = counts
  if (toMake === 0) return cancelled > 0 ? 'Cancelled' : 'Closed'
  return prepared === toMake ? 'Prepared' : 'Ordered'
}
