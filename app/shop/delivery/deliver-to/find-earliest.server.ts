import { findZone, hasPickup, hasZones } from '../delivery-plan.ts'
import { zoneAnswer } from '../delivery-question.ts'
import { type NextOpenDeps, nextOpenSlots } from '../options/next-open-slots.server.ts'
import { countUnserved } from '../unserved/count-unserved.server.ts'
import type { EarliestAnswer, EarliestQuestion } from './earliest.endpoints.ts'

/** What the delivery of these lines to a pincode costs, and the first slot in which they can come. */
export async function findEarliest(
  deps: NextOpenDeps,
  { pincode, lines }: EarliestQuestion,
): Promise<EarliestAnswer> {
  const plan = deps.deliveryPlan.current()
  const zone = findZone(plan, pincode)
  const shop = { hasZones: hasZones(plan), hasPickup: hasPickup(plan) }
  if (!zone) {
    // Every page asks without lines; a cart's question after that is of the same customer.
    if (shop.hasZones && lines.length === 0) await countUnserved(deps, pincode)
    return { ...shop, zone: null, earliest: null }
  }
  const [first] = await nextOpenSlots(deps, { pincode, lines, count: 1 })
  return {
    ...shop,
    zone: zoneAnswer(zone),
    earliest: first
      ? { start: first.startsAt.toISOString(), end: first.endsAt.toISOString() }
      : null,
  }
}
