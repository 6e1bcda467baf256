import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { Order } from '#shop/orders/order.ts'
import { beginOfDay, kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'
import { isShortUserText, shortUserText } from '../users/list-users.server.ts'
import { countUsers, usersPage } from '../users/users.store.server.ts'
import {
  type DaySales,
  deliveriesBetween,
  salesByDay,
  unpreparedBetween,
} from './dashboard.store.server.ts'
import {
  type DeliverySectionData,
  groupByDay,
  maxPerDay,
  maxUpcoming,
  toDelivery,
} from './delivery-section.tsx'

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

/** How many days the section shows, with today. */
const deliveryDays = 8
/** For how many days a late delivery stays in the section. */
const lateDays = 7
const maxLate = 50

/** The section 'Delivery': late deliveries, today and the next seven days; or a single day. */
export async function loadDeliverySection(
  { db, now }: { db: Database; now: Date },
  search: URLSearchParams,
): Promise<DeliverySectionData> {
  const day = search.get('deliveryDay') ?? ''
  const today = kolkataDay(now)
  const begin = kolkataToInstant(`${day}T00:00`)
  const toDeliveries = (orders: Order[], max: number) =>
    orders.slice(0, max).map((order) => toDelivery(order, now))
  if (!Number.isNaN(begin.getTime())) {
    const to = new Date(begin.getTime() + dayMs)
    const orders = await deliveriesBetween(db, { from: begin, to, limit: maxPerDay + 1 })
    const days = groupByDay(toDeliveries(orders, maxPerDay))
    return { day, today, days, hasMore: orders.length > maxPerDay }
  }

  const startOfToday = beginOfDay(now, 0)
  const late = await unpreparedBetween(db, {
    from: beginOfDay(now, -lateDays),
    to: startOfToday,
    limit: maxLate,
  })
  const upcoming = await deliveriesBetween(db, {
    from: startOfToday,
    to: beginOfDay(now, deliveryDays),
    limit: maxUpcoming + 1,
  })
  const days = groupByDay(toDeliveries(upcoming, maxUpcoming))
  if (late.length > 0) days.unshift({ day: '', deliveries: toDeliveries(late, maxLate) })
  return { day: '', today, days, hasMore: upcoming.length > maxUpcoming }
}
