import { and, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { ItemStatus } from './item-status.ts'
import { orderItems, orders } from './orders.tables.server.ts'

/**
 * Whether an order is placed. The same as being in the state 'placed', by a check of the table; said so for the indexes of
 * placed orders, and because the planner takes it to be true of nearly every row even before it has statistics.
 */
export const isPlaced: SQL = isNotNull(orders.placedAt)

/**
 * Whether an order has an item that stands there. Few have one of most states: the index order_items_status holds the numbers
 * of such orders, newest first, so that with a limit no more is read than is wanted. Nearly every order has a prepared item,
 * so that is looked up order by order; its `limit` keeps the planner from turning it round.
 */
export function hasItem(db: Database, status: ItemStatus, before: number | null = null): SQL {
  const number = orderItems.orderNumber
  if (status === 'completed') {
    const prepared = db
      .select({ number })
      .from(orderItems)
      .where(and(eq(number, orders.number), eq(orderItems.status, status)))
    return isNotNull(sql`${prepared.limit(1)}`)
  }
  const numbers = db
    .selectDistinct({ number })
    .from(orderItems)
    .where(and(eq(orderItems.status, status), before === null ? undefined : lt(number, before)))
    .orderBy(desc(number))
  return inArray(orders.number, numbers)
}

/** Whether an order is placed and to be delivered from `from` on and before `to`; served by the index orders_delivery. */
export function toBeDelivered({ from, to }: { from: Date; to: Date }) {
  return and(eq(orders.state, 'placed'), gte(orders.deliveryAt, from), lt(orders.deliveryAt, to))
}
