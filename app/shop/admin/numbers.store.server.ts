import { and, count, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { toBeDelivered } from '#shop/orders/to-be-delivered.store.server.ts'
import type { DayNumbers } from './day-series.ts'
import { unpreparedStatuses } from './item-groups.ts'

/** What customised cakes at an agreed price bring in for an order, in cash; null without one. */
const agreedPaise = (db: Database) =>
  db
    .select({ paise: sql<number>`sum(${orderItems.unitPaise} * ${orderItems.amount})`.as('paise') })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orders.id), isAgreed))
    .as('agreed')

// The condition of the index order_items_agreed, to the letter.
const isAgreed = sql`${orderItems.customize} and ${orderItems.status} in ('accepted', 'completed')`

/**
 * Orders and revenue of each day in Kolkata on which some were placed.
 *
 * Revenue is what cards paid less what went back to them, and the cash that is agreed and not called off: prices of
 * customised cakes that the customer accepted, with the order's cash share once there is such a cake.
 */
export async function numbersByDay(db: Database, from: Date, to: Date): Promise<DayNumbers[]> {
  const agreed = agreedPaise(db)
  const day = sql<string>`to_char(${orders.placedAt} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  const cash = sql`case when ${agreed.paise} is null then 0 else ${agreed.paise} + ${orders.cashPaise} end`
  return db
    .select({
      day,
      orders: count(),
      revenuePaise: sql`sum(${orders.cardPaise} - ${orders.refundedPaise} + ${cash})`.mapWith(
        Number,
      ),
    })
    .from(orders)
    .leftJoinLateral(agreed, sql`true`)
    .where(and(eq(orders.state, 'placed'), gte(orders.placedAt, from), lt(orders.placedAt, to)))
    .groupBy(day)
}

/** Items not prepared yet of deliveries from `from` to `to`: those due from `today` on, and those due before `now`. */
export async function countToMake(
  db: Database,
  { from, today, now, to }: { from: Date; today: Date; now: Date; to: Date },
): Promise<{ today: number; overdue: number }> {
  const [counted] = await db
    .select({
      today: sql`count(*) filter (where ${gte(orders.deliveryAt, today)})`.mapWith(Number),
      overdue: sql`count(*) filter (where ${lt(orders.deliveryAt, now)})`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(toBeDelivered({ from, to }), inArray(orderItems.status, unpreparedStatuses)))
  return counted ?? { today: 0, overdue: 0 }
}
