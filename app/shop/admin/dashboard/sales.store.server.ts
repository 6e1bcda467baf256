import { and, eq, gte, isNotNull, lt, lte, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { DaySales } from './day-sales.ts'

// The condition of the index order_items_agreed, to the letter.
const isAgreed = sql`${orderItems.customize} and ${orderItems.status} in ('accepted', 'completed')`

/**
 * Orders and revenue of each day in Kolkata that has orders. A cancelled order does not count.
 *
 * Revenue is what was paid by card less refunds, and the agreed cash: ready-made cakes that are paid so, and accepted prices
 * of customised cakes, with the order's other cash once it has such a cake.
 */
export async function salesByDay(db: Database, from: Date, to: Date): Promise<DaySales[]> {
  const placed = db.$with('placed').as(placedBetween(db, from, to))
  const agreed = db.$with('agreed').as(agreedFor(db))
  const cancelled = db.$with('cancelled').as(cancelledAmong(db))
  const isCashDue = sql`exists (select 1 from ${orderItems} where ${orderItems.orderNumber} = ${placed.number} and ${orderItems.status} in ('processing', 'completed'))`
  // Looked up for the few that were cancelled: a join would read the items of all.
  const isAnyMade = isNotNull(sql`${madeItems(db, placed.number).limit(1)}`)
  const due = sql`${placed.cashPaise} - ${placed.waivedPaise}`
  const cash = sql`case when ${agreed.paise} is not null then ${agreed.paise} + ${due}
    when ${placed.subtotalPaise} > 0 and ${placed.cashPaise} > 0 then case when ${isCashDue} then ${due} else 0 end
    else 0 end`
  return db
    .with(placed, agreed, cancelled)
    .select({
      day: placed.day,
      orders: sql`count(*) filter (where ${cancelled.number} is null or ${isAnyMade})`.mapWith(
        Number,
      ),
      revenuePaise: sql`sum(${placed.cardPaise} - ${placed.refundedPaise} + ${cash})`.mapWith(
        Number,
      ),
    })
    .from(placed)
    .leftJoin(agreed, eq(agreed.number, placed.number))
    .leftJoin(cancelled, eq(cancelled.number, placed.number))
    .groupBy(placed.day)
}

function placedBetween(db: Database, from: Date, to: Date) {
  const { number, subtotalPaise, cardPaise, refundedPaise, cashPaise, waivedPaise, placedAt } =
    orders
  const day = sql<string>`to_char(${placedAt} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  const paise = { subtotalPaise, cardPaise, refundedPaise, cashPaise, waivedPaise }
  return db
    .select({ number, ...paise, day: day.as('day') })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(placedAt, from), lt(placedAt, to)))
}

/** The agreed price of customised cakes, in cash, by order; for orders with such a cake among those of `placed`. */
function agreedFor(db: Database) {
  const paise = sql<number>`sum(${orderItems.unitPaise} * ${orderItems.amount})`
  return db
    .select({ number: orderItems.orderNumber, paise: paise.as('paise') })
    .from(orderItems)
    .where(and(isAgreed, isAmongPlaced))
    .groupBy(orderItems.orderNumber)
}

/** Orders among those of `placed` that were cancelled, or had an item dropped. */
function cancelledAmong(db: Database) {
  return db
    .selectDistinct({ number: orderItems.orderNumber })
    .from(orderItems)
    .where(and(eq(orderItems.status, 'cancelled'), isAmongPlaced))
}

/** The items of an order that are made or will be. */
function madeItems(db: Database, number: SQLWrapper) {
  return db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(
      and(eq(orderItems.orderNumber, number), notInArray(orderItems.status, cancelledStatuses)),
    )
}

const isAmongPlaced = and(
  gte(orderItems.orderNumber, sql`(select min(number) from placed)`),
  lte(orderItems.orderNumber, sql`(select max(number) from placed)`),
)
