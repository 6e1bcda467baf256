import { and, asc, eq, exists, inArray, notInArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { cancelledStatuses, unpreparedStatuses } from '#shop/orders/item-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { isStillMade, toBeDelivered } from '#shop/orders/order-filters.store.server.ts'
import { wholeOrder } from '#shop/orders/orders.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'

interface Between {
  from: Date
  to: Date
  limit: number
}

/** Orders to deliver between two instants, with all items, the first due first. Orders with nothing but cancelled items are left out. */
export async function deliveriesBetween(db: Database, between: Between): Promise<Order[]> {
  return findDeliveries(db, between, notInArray(orderItems.status, cancelledStatuses))
}

/** Those with an item that is not prepared yet. */
export async function unpreparedBetween(db: Database, between: Between): Promise<Order[]> {
  return findDeliveries(db, between, inArray(orderItems.status, unpreparedStatuses))
}

async function findDeliveries(
  db: Database,
  { from, to, limit }: Between,
  hasItem: ReturnType<typeof inArray>,
): Promise<Order[]> {
  const items = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orders.id), hasItem, isStillMade))
  return db
    .select(wholeOrder)
    .from(orders)
    .where(and(toBeDelivered({ from, to }), exists(items)))
    .orderBy(asc(orders.deliveryAt), asc(orders.number))
    .limit(limit)
}
