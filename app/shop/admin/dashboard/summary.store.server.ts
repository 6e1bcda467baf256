import { and, count, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { toBeDelivered } from '#shop/orders/order-filters.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { DaySales } from '../days.ts'
import { unpreparedStatuses } from '../deliveries/delivery.ts'

// The condition of the index order_items_agreed, to the letter.
const isAgreed = sql`${orderItems.customize} and ${orderItems.status} in ('accepted', 'completed')`

/**
 * Orders and revenue of each day in Kolkata that has orders.
 *
 * Revenue is what was paid by card less refunds, and the agreed cash: accepted prices of customised cakes, with the
 * order's other cash once it has such a cake.
 */
export async function salesByDay(db: Database, from: Date, to: Date): Promise<DaySales[]> {
  const placed = db.$with('placed').as(placedBetween(db, from, to))
  const agreed = db.$with('agreed').as(agreedFor(db))
  const cash = sql`case when ${agreed.paise} is null then 0 else ${agreed.paise} + ${placed.cashPaise} end`
  return db
    .with(placed, agreed)
    .select({
      day: placed.day,
      orders: count(),
      revenuePaise: sql`sum(${placed.cardPaise} - ${placed.refundedPaise} + ${cash})`.mapWith(
        Number,
      ),
    })
    .from(placed)
    .leftJoin(agreed, eq(agreed.number, placed.number))
    .groupBy(placed.day)
}

function placedBetween(db: Database, from: Date, to: Date) {
  const { number, cardPaise, refundedPaise, cashPaise, placedAt } = orders
  const day = sql<string>`to_char(${placedAt} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  return db
    .select({ number, cardPaise, refundedPaise, cashPaise, day: day.as('day') })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(placedAt, from), lt(placedAt, to)))
}

/** The agreed price of customised cakes, in cash, by order; for orders with such a cake among those of `placed`. */
function agreedFor(db: Database) {
  const paise = sql<number>`sum(${orderItems.unitPaise} * ${orderItems.amount})`
  return db
    .select({ number: orderItems.orderNumber, paise: paise.as('paise') })
    .from(orderItems)
    .where(
      and(
        isAgreed,
        gte(orderItems.orderNumber, sql`(select min(number) from placed)`),
        lte(orderItems.orderNumber, sql`(select max(number) from placed)`),
      ),
    )
    .groupBy(orderItems.orderNumber)
}

/** Items not prepared yet, of deliveries from `from` to `to`: those due from `today` on, and those due before `now`. */
export async function countItemsToMake(
  db: Database,
  { from, today, now, to }: { from: Date; today: Date; now: Date; to: Date },
): Promise<{ today: number; overdue: number }> {
  const [counts] = await db
    .select({
      today: sql`count(*) filter (where ${gte(orders.deliveryAt, today)})`.mapWith(Number),
      overdue: sql`count(*) filter (where ${lt(orders.deliveryAt, now)})`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(toBeDelivered({ from, to }), inArray(orderItems.status, unpreparedStatuses)))
  return counts ?? { today: 0, overdue: 0 }
}
