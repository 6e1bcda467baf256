import type { Database } from '#platform/database/database.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { CurrentPlan } from '../current-plan.server.ts'
import { readLoads } from '../delivery.store.server.ts'
import { deliveryNeeds } from '../delivery-needs.ts'
import type { Zone } from '../delivery-plan.schema.ts'
import type { DeliveryLine } from '../delivery-question.ts'
import type { SlotContext } from '../slot-options.ts'

export interface SlotContextDeps {
  db: Database
  deliveryPlan: CurrentPlan
  publishedCakes: PublishedCakes
  shop: Pick<ShopDetails, 'customLeadHours'>
}

interface Asked {
  lines: readonly DeliveryLine[]
  /** Null for pickup: there is no way to go. */
  zone: Zone | null
  /** The days of the slots, 'YYYY-MM-DD', both included. */
  first: string
  last: string
  now: Date
}

/** What the rule of the slots looks at, for these lines and days; one statement. */
export async function readSlotContext(
  { db, deliveryPlan, publishedCakes, shop }: SlotContextDeps,
  { lines, zone, first, last, now }: Asked,
): Promise<SlotContext> {
  return {
    plan: deliveryPlan.current(),
    // The kitchen of the day before may make the first day's cakes.
    loads: await readLoads(db, shiftDay(first, -1), last),
    needs: deliveryNeeds(lines, { ...shop, cakes: publishedCakes.current().byId }),
    travelMinutes: zone?.travelMinutes ?? 0,
    now,
  }
}
