import { and, count, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { isPlaced } from '#shop/orders/order-filters.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { CustomCount } from './waiting/custom-counts.ts'

const open = ['quoted', 'accepted'] as const
const ended = ['declined', 'expired'] as const

/**
 * How many customised cakes stand where the panel's orders do not show them: with a price that waits for its answer or
 * is accepted, and, of deliveries still to come, with one that was declined or not answered.
 */
export async function countCustomCakes(db: Database, now: Date): Promise<CustomCount[]> {
  const isOpen = inArray(orderItems.status, open)
  const hasEnded = and(
    inArray(orderItems.status, ended),
    gte(orderItems.orderNumber, await firstToDeliver(db, now)),
    gte(orders.deliveryAt, now),
  )
  const found = await db
    .select({ status: orderItems.status, count: count() })
    .from(orderItems)
    .innerJoin(orders, eq(orders.number, orderItems.orderNumber))
    .where(and(isPlaced, or(isOpen, hasEnded)))
    .groupBy(orderItems.status)
  return [...open, ...ended].flatMap((status) => found.filter((one) => one.status === status))
}

/** No order with a lower number is still to be delivered; read before it is used, so that the planner knows it. */
async function firstToDeliver(db: Database, now: Date): Promise<number> {
  const [first] = await db
    // Of a bare column the planner would look for the lowest by walking up all numbers.
    .select({ number: sql`coalesce(min(${orders.number} + 0), 0)`.mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(orders.deliveryAt, now)))
  return first?.number ?? 0
}
