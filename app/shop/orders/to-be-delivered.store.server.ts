import { and, eq, gte, lt } from 'drizzle-orm'
import { orders } from './orders.tables.server.ts'

/** Whether an order is placed and to be delivered from `from` on and before `to`; served by the index orders_delivery. */
export function toBeDelivered({ from, to }: { from: Date; to: Date }) {
  return and(eq(orders.state, 'placed'), gte(orders.deliveryAt, from), lt(orders.deliveryAt, to))
}
