import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import {
  countCustomCakes,
  listOrders,
  ordersPage,
} from '#shop/admin-orders/admin-orders.store.server.ts'
import { orderNumberOf } from '#shop/admin-orders/order-search.ts'
import { type StaffOrder, toStaffOrder } from '#shop/admin-orders/staff-order.ts'
import { statusesToMake, unpreparedStatuses } from '#shop/orders/item-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { messagesOf } from '#shop/storefront/storefront.store.server.ts'
import { groupBy } from '#shop/values/group-by.ts'
import { beginOfDay, kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'
import { isShortUserText, shortUserText } from '../users/list-users.server.ts'
import { countUsers, usersPage } from '../users/users.store.server.ts'
import { type DaySales, salesByDay } from './dashboard.store.server.ts'

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
export async function loadSales({ db, now }: { db: Database; now: Date }): Promise<DaySales[]> {
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

/** The section 'Orders': those with an item to answer. `search` is the query of the page's address: ?ordersAfter=1042. */
export async function loadOrdersSection(
  read: { db: Database; now: Date },
  search: URLSearchParams,
  byDue: boolean,
) {
  const after = orderNumberOf(search.get('ordersAfter') ?? '')
  const sort = byDue ? null : ('newest' as const)
  const filter = { todo: 'answer' as const, sort, before: after }
  const [{ orders, next }, customCounts] = await Promise.all([
    ordersPage(read, filter, ordersPerPage),
    countCustomCakes(read.db, read.now),
  ])
  const conversations = await messagesOf(read.db, orders)
  return {
    orders: orders.map((order) => toStaffOrder(order, undefined, conversations)),
    byDue,
    /** Orders after the one with this number; null for the first. */
    after,
    /** The next page has the orders after this one; null on the last page. */
    next,
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
/** Of a single day. */
const maxPerDay = 200

/** The section 'Delivery': late deliveries, today and the next seven days; or a single day. */
export async function loadDeliverySection(
  read: { db: Database; now: Date },
  search: URLSearchParams,
) {
  const day = search.get('deliveryDay') ?? ''
  const today = kolkataDay(read.now)
  const now = read.now.toISOString()
  const begin = kolkataToInstant(`${day}T00:00`)
  if (!Number.isNaN(begin.getTime())) {
    const due = { from: begin, to: new Date(begin.getTime() + dayMs) }
    const found = await listOrders(read, { due, has: statusesToMake }, maxPerDay + 1)
    const days = groupByDay(found.slice(0, maxPerDay))
    return { day, today, days, hasMore: found.length > maxPerDay, now }
  }

  const startOfToday = beginOfDay(read.now, 0)
  const missed = { from: beginOfDay(read.now, -lateDays), to: startOfToday }
  const late = await listOrders(read, { due: missed, has: unpreparedStatuses }, maxLate)
  const soon = { from: startOfToday, to: beginOfDay(read.now, deliveryDays) }
  const found = await listOrders(read, { due: soon, has: statusesToMake }, maxUpcoming + 1)
  const days = groupByDay(found.slice(0, maxUpcoming))
  if (late.length > 0) days.unshift({ day: '', orders: late.map((order) => toStaffOrder(order)) })
  return { day: '', today, days, hasMore: found.length > maxUpcoming, now }
}

/** By day in Kolkata; the day is '' for those late since before today. */
function groupByDay(orders: readonly Order[]): { day: string; orders: StaffOrder[] }[] {
  const days = groupBy(orders, ({ deliveryAt }) => kolkataDay(deliveryAt))
  return [...days].map(([day, sameDay]) => ({
    day,
    orders: sameDay.map((order) => toStaffOrder(order)),
  }))
}
