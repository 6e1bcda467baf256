import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { overdueDays } from '../dashboard/summary.server.ts'
import { beginOfDay } from '../days.ts'
import { deliveriesBetween, unpreparedBetween } from './deliveries.store.server.ts'
import { byDay, type DeliveryDay, mostComing, mostOfDay, toDelivery } from './delivery.ts'

/** How many days are shown, today among them. */
const daysShown = 8
const mostOverdue = 50
const dayMs = 86_400_000

interface DeliverySectionData {
  /** The one day that was asked for, 'YYYY-MM-DD'; '' for the coming days. */
  day: string
  /** In Kolkata, 'YYYY-MM-DD'. */
  today: string
  days: DeliveryDay[]
  /** There are more deliveries than are shown. */
  more: boolean
}

/** What the section 'Delivery' of the panel shows: missed ones first, then today and the next seven days, or one day. */
export async function loadDeliverySection(
  { db, now }: { db: Database; now: Date },
  search: URLSearchParams,
): Promise<DeliverySectionData> {
  const day = search.get('deliveryDay') ?? ''
  const today = kolkataDay(now)
  const begin = kolkataToInstant(`${day}T00:00`)
  const shown = (orders: Order[], most: number) =>
    orders.slice(0, most).map((order) => toDelivery(order, now))
  if (!Number.isNaN(begin.getTime())) {
    const to = new Date(begin.getTime() + dayMs)
    const found = await deliveriesBetween(db, { from: begin, to, limit: mostOfDay + 1 })
    return { day, today, days: byDay(shown(found, mostOfDay)), more: found.length > mostOfDay }
  }

  const begun = beginOfDay(now, 0)
  const missed = await unpreparedBetween(db, {
    from: beginOfDay(now, -overdueDays),
    to: begun,
    limit: mostOverdue,
  })
  const coming = await deliveriesBetween(db, {
    from: begun,
    to: beginOfDay(now, daysShown),
    limit: mostComing + 1,
  })
  const overdue = missed.length > 0 ? [{ day: '', deliveries: shown(missed, mostOverdue) }] : []
  return {
    day: '',
    today,
    days: [...overdue, ...byDay(shown(coming, mostComing))],
    more: coming.length > mostComing,
  }
}
