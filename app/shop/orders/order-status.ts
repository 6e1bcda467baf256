import { cancelledStatuses, type ItemStatus, nextStatus } from './item-status.ts'
import type { Order, OrderItem } from './order.schema.ts'

/** The customer may cancel an order until an item of it is completed, and while there is an item left to cancel. */
export function canCancel(
  items: readonly { isConfirmed: ItemStatus; customize: boolean }[],
): boolean {
  const isPrepared = items.some(({ isConfirmed }) => isConfirmed === 'completed')
  return !isPrepared && items.some((item) => nextStatus(item.isConfirmed, 'cancel', item) !== null)
}

/** Whether an order was cancelled. Only that cancels items. */
export function isCancelled(items: readonly { isConfirmed: ItemStatus }[]): boolean {
  return items.some(({ isConfirmed }) => isConfirmed === 'cancelled')
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
  return orderProgress(order).toMake > 0 ? dueInCash : 0
}

function labelOf(counts: { toMake: number; prepared: number; cancelled: number }) {
  const { toMake, prepared, cancelled } = counts
  if (toMake === 0) return cancelled > 0 ? 'Cancelled' : 'Closed'
  return prepared === toMake ? 'Prepared' : 'Ordered'
}
