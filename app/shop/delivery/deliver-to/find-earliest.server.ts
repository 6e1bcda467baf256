import { findZone, hasPickup, hasZones } from '../delivery-plan.ts'
import { toPublicZone } from '../fees/public-zone.ts'
import { type NextOpenDeps, nextOpenSlots } from '../options/next-open-slots.server.ts'
import { countUnserved } from '../unserved/count-unserved.server.ts'
import type { EarliestQuery, EarliestResponse } from './earliest.endpoints.ts'

/** What the delivery of these lines to a pincode costs, and the first slot in which they can come. */
export async function findEarliest(
  deps: NextOpenDeps,
  { pincode, lines }: EarliestQuery,
): Promise<EarliestResponse> {
  const plan = deps.deliveryPlan.current()
  const zone = findZone(plan, pincode)
  const shop = { hasZones: hasZones(plan), hasPickup: hasPickup(plan) }
  if (!zone) {
    // Every page asks without lines; a cart's request after that is of the same customer.
    if (shop.hasZones && lines.length === 0) await countUnserved(deps, pincode)
    return { ...shop, zone: null, earliest: null }
  }
  const [first] = await nextOpenSlots(deps, { pincode, lines, count: 1 })
  return {
    ...shop,
    zone: toPublicZone(zone),
    earliest: first
      ? { start: first.startsAt.toISOString(), end: first.endsAt.toISOString() }
      : null,
  }
}
