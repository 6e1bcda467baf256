import type { Database } from '#platform/database/database.server.ts'
import { boundsOfDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { itemsToDeliver, nextDeliveryAfter } from './kitchen.store.server.ts'
import { parseDay } from './kitchen-day.ts'
import { kitchenItemsShown } from './kitchen-item.ts'

/** What the kitchen's page shows of the day that its address asks for. */
export async function loadKitchen(
  { db, now }: { db: Database; now: Date },
  dayText: string | null,
) {
  const day = parseDay(dayText, now)
  const { from, to } = boundsOfDay(day)
  const items = await itemsToDeliver(db, { from, to, limit: kitchenItemsShown + 1 })
  const next = items.length === 0 ? await nextDeliveryAfter(db, to) : null
  return {
    day,
    today: kolkataDay(now),
    items: items.slice(0, kitchenItemsShown),
    more: items.length > kitchenItemsShown,
    /** Where nothing is to be made: the next day with something; null when there is none. */
    nextDay: next && kolkataDay(next),
  }
}
