import {
  and,
  eq,
  gte,
  inArray,
  lt,
  lte,
  not,
  notExists,
  notInArray,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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
  const lost = db.$with('lost').as(lostSince(db, from))
  const cancelled = db.$with('cancelled').as(cancelledAmongPlaced(db))
  const unpriced = db.$with('unpriced').as(
    db
      .select({ unpricedId: sql`${placed.id}`.as('unpriced_id') })
      .from(placed)
      .where(and(eq(placed.paymentMethod, 'cash'), notExists(pricedItems(db, placed.id)))),
  )
  const charged = sql`case when ${unpriced.unpricedId} is null then ${placed.chargedPaise} else 0 end`
  return db
    .with(placed, lost, cancelled, unpriced)
    .select({
      day: placed.day,
      orders: sql`count(*) filter (where ${cancelled.orderId} is null)`.mapWith(Number),
      revenuePaise: sql`sum(${charged} + coalesce(${lost.paise}, 0))`.mapWith(Number),
    })
    .from(placed)
    .leftJoin(lost, eq(lost.orderId, placed.id))
    .leftJoin(cancelled, eq(cancelled.orderId, placed.id))
    .leftJoin(unpriced, eq(unpriced.unpricedId, placed.id))
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

/** What banks took back since then, below 0, by order. */
function lostSince(db: Database, from: Date) {
  const { orderId, paise, cause, createdAt } = orderPayments
  return db
    .select({ orderId, paise: sql<number>`sum(${paise})`.as('paise') })
    .from(orderPayments)
    .where(and(eq(cause, 'dispute'), gte(createdAt, from)))
    .groupBy(orderId)
}

/** Orders among those of `placed` that were cancelled, or had an item dropped, and of which nothing is made. */
function cancelledAmongPlaced(db: Database) {
  const made = alias(orderItems, 'made')
  const madeItems = db
    .select({ id: made.id })
    .from(made)
    .where(and(eq(made.orderId, orderItems.orderId), notInArray(made.status, cancelledStatuses)))
  return db
    .selectDistinct({ orderId: orderItems.orderId })
    .from(orderItems)
    .where(and(eq(orderItems.status, 'cancelled'), isAmongPlaced, notExists(madeItems)))
}

/** The items of an order that have a price. */
function pricedItems(db: Database, orderId: SQLWrapper) {
  const isAgreed = inArray(orderItems.status, ['accepted', 'completed'])
  return db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), or(not(orderItems.customize), isAgreed)))
}

const isAmongPlaced = and(
  gte(orderItems.orderNumber, sql`(select min(number) from placed)`),
  lte(orderItems.orderNumber, sql`(select max(number) from placed)`),
)
