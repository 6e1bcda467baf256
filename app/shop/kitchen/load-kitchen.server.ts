import type { Database } from '#platform/database/database.server.ts'
import { dayLoad, usageText } from '#shop/delivery/day-load.ts'
import { readLoadRows } from '#shop/delivery/delivery.store.server.ts'
import { type DeliveryPlan, hasZones } from '#shop/delivery/delivery-plan.ts'
import { boundsOfDay, kolkataDay, parseDay } from '#shop/values/kolkata-time.ts'
import { itemsOfDay, nextDeliveryAfter } from './kitchen.store.server.ts'

/** How many items of one day the kitchen shows at most. */
const kitchenItemsShown = 500

/** The minutes of a day, with the cakes of the next day that are baked on it: '310 of 480 minutes'; null without any. */
export async function readWork(
  db: Database,
  plan: DeliveryPlan,
  day: string,
): Promise<string | null> {
  const { kitchen } = dayLoad(plan, day, await readLoadRows(db, day, day))
  return kitchen.limit === null && kitchen.taken === 0 ? null : usageText(kitchen, 'minute')
}

/** What the kitchen's page shows of the day in its address. */
export async function loadKitchen(
  { db, now, plan }: { db: Database; now: Date; plan: DeliveryPlan },
  dayText: string | null,
) {
  const day = parseDay(dayText, now)
  const inSlots = hasZones(plan)
  const items = await itemsOfDay(db, { day, inSlots, limit: kitchenItemsShown + 1 })
  const next = items.length === 0 ? await nextDeliveryAfter(db, boundsOfDay(day).to) : null
  return {
    day,
    today: kolkataDay(now),
    items: items.slice(0, kitchenItemsShown),
    more: items.length > kitchenItemsShown,
    work: inSlots ? await readWork(db, plan, day) : null,
    /** If nothing is to be made: the next day with something; null if there is none. */
    nextDay: next && kolkataDay(next),
  }
}
