import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { CurrentPlan } from './current-plan.server.ts'
import { readLoads } from './delivery.store.server.ts'
import { deliveryNeeds } from './delivery-needs.ts'
import { findZone } from './delivery-plan.ts'
import type { DeliveryLine } from './delivery-question.ts'
import { daysAhead, type SlotOption, slotsOfDay } from './slot-options.ts'

export interface NextOpenDeps {
  db: Database
  clock: Clock
  deliveryPlan: CurrentPlan
  publishedCakes: PublishedCakes
  shop: Pick<ShopDetails, 'customLeadHours'>
}

/** The next slots that can be had; none where the shop does not deliver. `pincode` is null for pickup. */
export async function nextOpenSlots(
  { db, clock, deliveryPlan, publishedCakes, shop }: NextOpenDeps,
  {
    pincode,
    lines,
    count,
  }: { pincode: string | null; lines: readonly DeliveryLine[]; count: number },
): Promise<SlotOption[]> {
  const plan = deliveryPlan.current()
  const isPickup = pincode === null
  const zone = isPickup ? null : findZone(plan, pincode)
  if (!zone && !isPickup) return []
  const now = clock.now()
  const { first, last } = daysAhead(plan, now)
  const loads = await readLoads(db, shiftDay(first, -1), last)
  const needs = deliveryNeeds(lines, { ...shop, cakes: publishedCakes.current().byId })
  const asked = { plan, loads, needs, travelMinutes: zone?.travelMinutes ?? 0, now }
  const open: SlotOption[] = []
  for (let day = first; day <= last && open.length < count; day = shiftDay(day, 1)) {
    open.push(...slotsOfDay(asked, day, isPickup).filter(({ state }) => state === 'open'))
  }
  return open.slice(0, count)
}
