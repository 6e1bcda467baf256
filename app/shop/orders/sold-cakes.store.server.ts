import { and, eq, gte, isNotNull, ne, sum } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { orderItems, orders } from './orders.tables.server.ts'

const countedDays = 90

/** How many pieces of each cake were ordered in the last 90 days, by its id; not those that were cancelled. */
export async function countSoldCakes(
  db: Database,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(now.getTime() - countedDays * dayMs)
  const rows = await db
    .select({ id: orderItems.cakeId, sold: sum(orderItems.amount).mapWith(Number) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.state, 'placed'),
        gte(orders.placedAt, since),
        isNotNull(orderItems.cakeId),
        ne(orderItems.status, 'cancelled'),
      ),
    )
    .groupBy(orderItems.cakeId)
  return new Map(rows.map(({ id, sold }) => [String(id), sold]))
}
