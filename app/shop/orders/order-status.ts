import { cancelledStatuses, type ItemStatus, nextStatus } from './item-status.ts'
import type { Order, OrderItem } from './order.schema.ts'

/** The customer may cancel an order until an item of it is completed, and while there is an item left to cancel. */
export function canCancel(
  items: readonly { isConfirmed: ItemStatus; customize: boolean }[],
): boolean {
  const begun = items.some(({ isConfirmed }) => isConfirmed === 'completed')
  return !begun && items.some((item) => nextStatus(item.isConfirmed, 'cancel', item) !== null)
}

/** Whether an order was cancelled: cancelling leaves no item that could still be made, and nothing else cancels one. */
export function isCancelled(items: readonly { isConfirmed: ItemStatus }[]): boolean {
  return items.some(({ isConfirmed }) => isConfirmed === 'cancelled')
}

/** Where an order stands, for the small line above its items. */
interface OrderProgress {
  /** One or two words. */
  label: 'Ordered' | 'Prepared' | 'Cancelled' | 'Closed'
  /** Items that will be made: not called off. */
  wanted: number
  prepared: number
}

/** How far the baker is: 'Prepared' once every item that is still wanted is. */
export function orderProgress(items: readonly Pick<OrderItem, 'isConfirmed'>[]): OrderProgress {
  const count = (...statuses: OrderItem['isConfirmed'][]) =>
    items.filter(({ isConfirmed }) => statuses.includes(isConfirmed)).length
  const prepared = count('completed')
  const wanted = items.length - count(...cancelledStatuses)
  return { label: labelOf({ wanted, prepared, cancelled: count('cancelled') }), wanted, prepared }
}

/** Whether its cash is still to be handed over, in rupees: nothing for an order of which nothing is made. */
export function cashToPay({ order, dueInCash }: Pick<Order, 'order' | 'dueInCash'>): number {
  return orderProgress(order).wanted > 0 ? dueInCash : 0
}

function labelOf(counts: { wanted: number; prepared: number; cancelled: number }) {
  const { wanted, prepared, cancelled } = counts
  if (wanted === 0) return cancelled > 0 ? 'Cancelled' : 'Closed'
  return prepared === wanted ? 'Prepared' : 'Ordered'
}
