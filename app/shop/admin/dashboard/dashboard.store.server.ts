import { and, eq, gte, isNotNull, lt, lte, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'

/** Orders and revenue of one day in Kolkata. */
export interface DaySales {
  /** 'YYYY-MM-DD' */
  day: string
  orders: number
  revenuePaise: Paise
}

/**
 * Orders and revenue of each day in Kolkata that has orders. A cancelled order does not count.
 *
 * Revenue is what is charged, less what banks took back. An order of customised cakes alone counts from the accepted quote.
 */
export async function salesByDay(db: Database, from: Date, to: Date): Promise<DaySales[]> {
  const placed = db.$with('placed').as(placedBetween(db, from, to))
  const lost = db.$with('lost').as(lostPaise(db))
  const cancelled = db.$with('cancelled').as(cancelledAmong(db))
  // Looked up for the few that were cancelled: a join would read the items of all.
  const isAnyMade = isNotNull(sql`${madeItems(db, placed.number).limit(1)}`)
  const ofOrder = sql`${orderItems.orderNumber} = ${placed.number}`
  // The condition of the index order_items_agreed, to the letter; ready-made cakes are looked up for what is left.
  const isAgreed = sql`exists (select 1 from ${orderItems} where ${ofOrder}
    and ${orderItems.customize} and ${orderItems.status} in ('accepted', 'completed'))`
  const readyMade = sql`(select 1 from ${orderItems} where ${ofOrder} and not ${orderItems.customize} limit 1)`
  const isCharged = sql`${placed.paymentMethod} = 'provider' or ${isAgreed} or ${readyMade} is not null`
  const revenue = sql`case when ${isCharged} then ${placed.chargedPaise} else 0 end + coalesce(${lost.paise}, 0)`
  return db
    .with(placed, lost, cancelled)
    .select({
      day: placed.day,
      orders: sql`count(*) filter (where ${cancelled.number} is null or ${isAnyMade})`.mapWith(
        Number,
      ),
      revenuePaise: sql`sum(${revenue})`.mapWith(Number),
    })
    .from(placed)
    .leftJoin(lost, eq(lost.orderId, placed.id))
    .leftJoin(cancelled, eq(cancelled.number, placed.number))
    .groupBy(placed.day)
}

function placedBetween(db: Database, from: Date, to: Date) {
  const { id, number, paymentMethod, chargedPaise, placedAt } = orders
  const day = sql<string>`to_char(${placedAt} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  return db
    .select({ id, number, paymentMethod, chargedPaise, day: day.as('day') })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(placedAt, from), lt(placedAt, to)))
}

/** What banks took back, below 0, by order; there are few of them. */
function lostPaise(db: Database) {
  const { orderId, paise, cause } = orderPayments
  return db
    .select({ orderId, paise: sql<number>`sum(${paise})`.as('paise') })
    .from(orderPayments)
    .where(eq(cause, 'dispute'))
    .groupBy(orderId)
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
