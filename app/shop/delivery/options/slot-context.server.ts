import type { Database } from '#platform/database/database.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { CurrentPlan } from '../current-plan.server.ts'
import { readLoads } from '../delivery.store.server.ts'
import type { DeliveryLine } from '../delivery-lines.ts'
import { deliveryNeeds } from '../delivery-needs.ts'
import type { Zone } from '../delivery-plan.schema.ts'
import type { Reservation } from '../reservations.store.server.ts'
import { kitchenLoad, type SlotContext } from '../slot-options.ts'

export interface SlotContextDeps {
  db: Database
  deliveryPlan: CurrentPlan
  publishedCakes: PublishedCakes
  shop: Pick<ShopDetails, 'customLeadHours'>
}

interface SlotContextRequest {
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
  { lines, zone, first, last, now }: SlotContextRequest,
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

interface OrderSlotContextRequest extends Omit<SlotContextRequest, 'lines'> {
  /** Its place, with the minutes of the kitchen that its cakes take. */
  place: Reservation
  leadMinutes: number
}

/** The same for an order that has its place already, which does not stand in its own way; one statement. */
export async function readSlotContextOfOrder(
  { db, deliveryPlan }: Pick<SlotContextDeps, 'db' | 'deliveryPlan'>,
  { place, leadMinutes, zone, first, last, now }: OrderSlotContextRequest,
): Promise<SlotContext> {
  const loads = await readLoads(db, shiftDay(first, -1), last)
  return {
    plan: deliveryPlan.current(),
    loads: (day, what) => loads(day, what) - ownLoad(place, day, what),
    needs: { leadMinutes, kitchenMinutes: place.kitchenMinutes },
    travelMinutes: zone?.travelMinutes ?? 0,
    now,
  }
}

function ownLoad(place: Reservation, day: string, what: string): number {
  if (what === kitchenLoad) return day === place.productionDay ? place.kitchenMinutes : 0
  return day === place.day && what === place.slotId ? 1 : 0
}
