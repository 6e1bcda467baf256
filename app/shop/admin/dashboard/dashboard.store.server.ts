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
import {
  countCustomCakes,
  listOrders,
  type ReadAt,
} from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadOrders, toStaffOrder } from '#shop/admin-orders/list/list-orders.server.ts'
import { allOrders, orderQuery } from '#shop/admin-orders/order-search.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { noticePhones, noticeWishes } from '#shop/notices/notices.tables.server.ts'
import { cancelledStatuses, statusesToMake, unpreparedStatuses } from '#shop/orders/item-status.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { beginOfDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'
import { isShortUserText, shortUserText } from '../users/list-users.server.ts'
import { countUsers, usersPage } from '../users.store.server.ts'

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
async function salesByDay(db: Database, from: Date, to: Date): Promise<DaySales[]> {
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

/** What was tried or saved at least once. */
export async function findTried(db: Database) {
  const testMail = and(eq(mails.kind, 'test-mail'), eq(mails.status, 'sent'))
  const found = await db.execute<Record<'order' | 'mail' | 'delivery' | 'phone', boolean>>(sql`
    select exists(select from ${orders} where ${orders.state} = 'placed') as "order",
      exists(select from ${mails} where ${testMail}) as mail,
      exists(select from ${auditLog} where ${auditLog.action} = 'save-delivery') as delivery,
      (exists(select from ${noticePhones}) or exists(select from ${noticeWishes})) as phone`)
  return found.rows[0] ?? { order: false, mail: false, delivery: false, phone: false }
}

/** How many days the chart shows, with today. */
const chartDays = 30

/** Every day of the chart, with zeros for days without orders. */
export function fillDays(sales: readonly DaySales[], now: Date): DaySales[] {
  const byDay = new Map(sales.map((daySales) => [daySales.day, daySales]))
  return Array.from({ length: chartDays }, (_, index) => {
    const day = kolkataDay(beginOfDay(now, index + 1 - chartDays))
    return byDay.get(day) ?? { day, orders: 0, revenuePaise: 0 }
  })
}

/** Orders and revenue of the last 30 days, today last. */
export async function loadSales({ db, now }: ReadAt): Promise<DaySales[]> {
  const sales = await salesByDay(db, beginOfDay(now, 1 - chartDays), beginOfDay(now, 1))
  return fillDays(sales, now)
}

const usersPerSection = 25

/** The section 'Users'; `search` is the query of the page's address. */
export async function loadUsersSection({ db }: { db: Database }, search: URLSearchParams) {
  const q = tidySearch(search.get('users'))
  const after = tidySearch(search.get('usersAfter')) || null
  const isShort = isShortUserText(q)
  const total = await countUsers(db)
  const { users, next } = await usersPage(db, { q: isShort ? '' : q, after }, usersPerSection)
  return {
    /** The number of all accounts. */
    total,
    q,
    /** The text is too short to search for, so all are shown. */
    problem: isShort ? shortUserText : null,
    isPaged: after !== null,
    /** The page's address has a search for users. */
    isAddressed: search.has('users') || search.has('usersAfter'),
    /** The id after which the next page begins; null on the last page. */
    next,
    users,
  }
}

export const ordersPerPage = 20

/** The section 'Orders': the first of those with an item to answer; the list of orders has the others. */
export async function loadOrdersSection(read: ReadAt, byDue: boolean) {
  const search = { ...allOrders, todo: 'answer' as const, sort: byDue ? null : ('newest' as const) }
  const [{ orders, next }, customCounts] = await Promise.all([
    loadOrders(read, search, ordersPerPage),
    countCustomCakes(read.db, read.now),
  ])
  return {
    orders,
    byDue,
    /** The query of the list that goes on after these; null if these are all. */
    more: next === null ? null : orderQuery({ ...search, before: next }),
    customCounts,
    now: read.now.toISOString(),
  }
}

/** How many days the section shows, with today. */
const deliveryDays = 8
/** For how many days a late delivery stays in the section. */
const lateDays = 7
const maxLate = 50
const maxUpcoming = 25

/** The section 'Delivery', first due first: late deliveries, today and the next seven days. */
export async function loadDeliverySection(read: ReadAt) {
  const today = beginOfDay(read.now, 0)
  const missed = { from: beginOfDay(read.now, -lateDays), to: today }
  const late = await listOrders(read, { due: missed, has: unpreparedStatuses }, maxLate)
  const soon = { from: today, to: beginOfDay(read.now, deliveryDays) }
  const found = await listOrders(read, { due: soon, has: statusesToMake }, maxUpcoming + 1)
  const isToday = ({ deliveryAt }: Order) => deliveryAt < beginOfDay(read.now, 1)
  const dueToday = found.filter(isToday).length
  return {
    orders: [...late, ...found.slice(0, maxUpcoming)].map((order) => toStaffOrder(order)),
    dueToday: dueToday > maxUpcoming ? `${maxUpcoming} or more` : `${dueToday}`,
    now: read.now.toISOString(),
  }
}
