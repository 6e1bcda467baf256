import type { AppContext } from '#app/context.server.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'
import type {
  DeliveryOptions,
  DeliveryOptionsQuery,
  EarliestQuery,
  EarliestResponse,
} from '../delivery.endpoints.ts'
import { countUnserved } from '../delivery.store.server.ts'
import { deliveryTerms, shippingCost, toPublicZone } from '../delivery-fees.ts'
import { hasPickup, hasZones } from '../delivery-plan.ts'
import type { SlotOption } from '../slot-options.ts'
import {
  type DayOfSlots,
  listSlots,
  needOfLines,
  nextOpenSlots,
  servedZone,
} from './list-slots.server.ts'

export async function deliveryOptions(
  deps: AppContext,
  { pincode, pickup, lines, from, days }: DeliveryOptionsQuery,
): Promise<DeliveryOptions> {
  const plan = deps.deliveryPlan.current()
  const zone = pincode ? servedZone(deps, pincode) : null
  const isPickup = pickup === 'true'
  const response = { hasZones: hasZones(plan), zone: zone && toPublicZone(zone), days: [] }
  if (!response.hasZones || !(zone || isPickup)) return response

  const zoneOrPickup = isPickup ? null : zone
  const need = needOfLines(deps, { lines, zone: zoneOrPickup, now: deps.clock.now() })
  const subtotal = priceLines(lines, deps.publishedCakes)
  const shippingOf = (surchargePaise: Paise) =>
    shippingCost(deliveryTerms(zoneOrPickup, surchargePaise), subtotal)
  const listed = await listSlots(deps, { ...need, from, days })
  return { ...response, days: daysResponse(listed, { subtotal, shippingOf }) }
}

export async function findEarliest(
  deps: AppContext,
  { pincode, lines }: EarliestQuery,
): Promise<EarliestResponse> {
  const plan = deps.deliveryPlan.current()
  const zone = servedZone(deps, pincode)
  const shop = { hasZones: hasZones(plan), hasPickup: hasPickup(plan) }
  if (!zone) {
    // Every page sends this without lines; a request with lines is a repeat by the same customer.
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

interface Prices {
  subtotal: Paise
  /** Includes a slot's surcharge. */
  shippingOf: (surchargePaise: Paise) => Paise
}

export function daysResponse(
  days: Iterable<DayOfSlots>,
  { subtotal, shippingOf }: Prices,
): DeliveryOptions['days'] {
  return Array.from(days, (each) => ({
    ...each,
    slots: each.slots.map((option) =>
      slotResponse(option, shippingOf(option.slot.surchargePaise), subtotal),
    ),
  }))
}

/** Deleted cakes cost nothing here: the checkout rejects them. */
function priceLines(lines: DeliveryOptionsQuery['lines'], cakes: PublishedCakes) {
  const { byId } = cakes.current()
  return lines.reduce((sum, { cakeid, wt, amount }) => {
    const cake = byId.get(cakeid)
    return cake?.weight.includes(wt) ? sum + unitPrice(cake, wt) * amount : sum
  }, 0)
}

function slotResponse(
  { slot, startsAt, endsAt, orderBy, state, placesLeft, needsHours }: SlotOption,
  shipping: Paise,
  subtotal: Paise,
) {
  return {
    id: slot.id,
    kind: slot.kind,
    state,
    placesLeft,
    needsHours,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    orderBy: orderBy.toISOString(),
    fee: toRupees(shipping - slot.surchargePaise),
    surcharge: toRupees(slot.surchargePaise),
    total: toRupees(subtotal + shipping),
  }
}
