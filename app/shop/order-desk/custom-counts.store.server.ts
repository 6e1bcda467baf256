import { and, count, eq, gte, inArray, or } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { CustomCount } from './custom-counts.ts'

const open = ['quoted', 'accepted'] as const
const ended = ['declined', 'expired'] as const

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
          and(inArray(orderItems.status, ended), gte(orders.deliveryAt, now)),
        ),
      ),
    )
    .groupBy(orderItems.status)
  return [...open, ...ended].flatMap((status) => found.filter((one) => one.status === status))
}
