import { and, asc, count, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { deliveryWithinDays } from '#shop/values/delivery-slot.ts'
import type { CustomCount } from './custom-counts.ts'

const open = ['quoted', 'accepted'] as const
const ended = ['declined', 'expired'] as const
const dayMs = 24 * 60 * 60_000

/**
 * How many customised cakes stand where the panel's orders do not show them: with a price that waits for its answer or
 * is accepted, and, of deliveries still to come, with one that was declined or not answered.
 */
export async function countCustomCakes(db: Database, now: Date): Promise<CustomCount[]> {
  const found = await db
    .select({ status: orderItems.status, count: count() })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.state, 'placed'),
        or(
          inArray(orderItems.status, open),
          and(
            inArray(orderItems.status, ended),
            gte(orders.deliveryAt, now),
            gte(orderItems.orderNumber, firstOfDays(db, now)),
          ),
        ),
      ),
    )
    .groupBy(orderItems.status)
  return [...open, ...ended].flatMap((status) => found.filter((one) => one.status === status))
}

/** Whose delivery is still to come was placed within those days: the number of the first order then. */
function firstOfDays(db: Database, now: Date): SQL {
  const since = new Date(now.getTime() - deliveryWithinDays * dayMs)
  const first = db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(orders.placedAt, since)))
    .orderBy(asc(orders.placedAt))
    .limit(1)
  return sql`${first}`
}
