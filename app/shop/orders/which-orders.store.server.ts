import { and, desc, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { ItemStatus } from './item-status.ts'
import { orderItems, orders } from './orders.tables.server.ts'

/**
 * Whether an order is placed. The same as being in the state 'placed', by a check of the table; said so for the indexes of
 * placed orders, and because the planner takes it to be true of nearly every row even before it has statistics.
 */
export const isPlaced: SQL = isNotNull(orders.placedAt)

/**
 * Whether an order has an item that stands there. Asked newest first, with a limit, it reads no more than is wanted: the
 * index order_items_status holds the numbers of such orders in just that order.
 */
export function hasItem(db: Database, status: ItemStatus, before: number | null = null): SQL {
  const numbers = db
    .selectDistinct({ number: orderItems.orderNumber })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.status, status),
        before === null ? undefined : lt(orderItems.orderNumber, before),
      ),
    )
    .orderBy(desc(orderItems.orderNumber))
  return inArray(orders.number, numbers)
}
