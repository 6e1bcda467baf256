import { cancelledStatuses, type ItemStatus, nextStatus } from './item-status.ts'
import type { Order, OrderItem } from './order.schema.ts'

/** The customer may cancel an order until an item of it is completed, and while there is an item left to cancel. */
export function canCancel(
  items: readonly { isConfirmed: ItemStatus; customize: boolean }[],
): boolean {
  const isPrepared = items.some(({ isConfirmed }) => isConfirmed === 'completed')
  return !isPrepared && items.some((item) => nextStatus(item.isConfirmed, 'cancel', item) !== null)
}

/** Why an order cannot be cancelled, as a sentence; null when it can. Once its delivery is due, only the shop may. */
export function cancelError(
  items: Parameters<typeof canCancel>[0],
  { deliveryAt, now, byShop = false }: { deliveryAt: Date; now: Date; byShop?: boolean },
): string | null {
  if (!canCancel(items)) {
    return items.some(({ isConfirmed }) => isConfirmed === 'completed')
      ? 'This order is already prepared, so it cannot be cancelled.'
      : 'Nothing in this order is left to cancel.'
  }
  if (byShop || now < deliveryAt) return null
  return 'The delivery time has passed, so this order cannot be cancelled.'
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
