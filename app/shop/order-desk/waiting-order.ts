import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import type { PendingOrder } from '#shop/orders/pending-orders.ts'

/** An order as the panel shows it: of its items those still in `processing`. Instants in ISO 8601. */
export interface WaitingOrder
  extends Pick<Order, 'id' | 'number' | 'time' | 'address' | 'user' | 'created_at'> {
  kitchenNote: string
  items: OrderItem[]
  /** How many more items it has, of which nothing is to be decided. */
  otherItems: number
}

export function toWaitingOrder({ order, ...rest }: PendingOrder): WaitingOrder {
  const { id, number, time, address, user, created_at, kitchenNote } = rest
  const items = order.filter(({ isConfirmed }) => isConfirmed === 'processing')
  const otherItems = order.length - items.length
  return { id, number, time, address, user, created_at, kitchenNote, items, otherItems }
}

/** The orders without what was decided meanwhile, and without those of which nothing is left. */
export function stillWaiting(
  orders: readonly WaitingOrder[],
  decided: ReadonlySet<string>,
): WaitingOrder[] {
  return orders
    .map((order) => ({ ...order, items: order.items.filter(({ id }) => !decided.has(id)) }))
    .filter(({ items }) => items.length > 0)
}
