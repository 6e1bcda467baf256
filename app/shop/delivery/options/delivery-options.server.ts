import type { Clock } from '#platform/clock.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'
import { findZone, hasZones } from '../delivery-plan.ts'
import { deliveryTerms, shippingCost } from '../fees/delivery-terms.ts'
import { toPublicZone } from '../fees/public-zone.ts'
import { daysAhead, type SlotContext, type SlotOption, slotOptions } from '../slot-options.ts'
import type { DeliveryOptions, DeliveryOptionsQuery } from './delivery-options.endpoints.ts'
import { readSlotContext, type SlotContextDeps } from './slot-context.server.ts'

interface DeliveryOptionsDeps extends SlotContextDeps {
  clock: Clock
}

/** Every slot of some days, and whether these lines can be had in it. */
export async function deliveryOptions(
  deps: DeliveryOptionsDeps,
  { pincode, pickup, lines, from, days }: DeliveryOptionsQuery,
): Promise<DeliveryOptions> {
  const plan = deps.deliveryPlan.current()
  const zone = pincode ? findZone(plan, pincode) : null
  const isPickup = pickup === 'true'
  const response = { hasZones: hasZones(plan), zone: zone && toPublicZone(zone), days: [] }
  if (!response.hasZones || !(zone || isPickup)) return response

  const now = deps.clock.now()
  const dates = requestedDates(daysAhead(plan, now), from, days)
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return response
  const subtotal = priceLines(lines, deps.publishedCakes)
  const servedZone = isPickup ? null : zone
  const context = await readSlotContext(deps, { lines, zone: servedZone, first, last, now })
  const shippingOf = (surchargePaise: Paise) =>
    shippingCost(deliveryTerms(servedZone, surchargePaise), subtotal)
  return { ...response, days: daysResponse(context, { dates, isPickup, subtotal, shippingOf }) }
}

interface RequestedDays {
  dates: readonly string[]
  isPickup: boolean
  subtotal: Paise
  /** With a slot's surcharge. */
  shippingOf: (surchargePaise: Paise) => Paise
}

/** Every slot of some days, as the responses of calls have it. */
export function daysResponse(
  context: SlotContext,
  { dates, isPickup, subtotal, shippingOf }: RequestedDays,
): DeliveryOptions['days'] {
  return dates.map((day) => ({
    day,
    closedReason: context.plan.days.get(day)?.closedReason ?? null,
    slots: slotOptions(context, day, isPickup).map((option) =>
      slotResponse(option, shippingOf(option.slot.surchargePaise), subtotal),
    ),
  }))
}

/** So many days from one on, as far as orders are taken. */
export function requestedDates(
  { first, last }: { first: string; last: string },
  from: string | undefined,
  count: number,
): string[] {
  const start = from && from > first ? from : first
  return Array.from({ length: count }, (_, n) => shiftDay(start, n)).filter((day) => day <= last)
}

/** Lines of cakes that are gone cost nothing here: the checkout refuses them. */
function priceLines(lines: DeliveryOptionsQuery['lines'], cakes: PublishedCakes) {
  const { byId } = cakes.current()
  return lines.reduce((sum, { cakeid, wt, amount }) => {
    const cake = byId.get(cakeid)
    return cake?.weight.includes(wt) ? sum + unitPrice(cake, wt) * amount : sum
  }, 0)
}

function slotResponse(
  { slot, startsAt, endsAt, orderBy, state, placesLeft }: SlotOption,
  shipping: Paise,
  subtotal: Paise,
) {
  return {
    id: slot.id,
    kind: slot.kind,
    state,
    placesLeft,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    orderBy: orderBy.toISOString(),
    fee: toRupees(shipping - slot.surchargePaise),
    surcharge: toRupees(slot.surchargePaise),
    total: toRupees(subtotal + shipping),
  }
}
