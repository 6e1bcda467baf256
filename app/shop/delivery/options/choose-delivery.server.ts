import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { deliveryError, leadHoursOf } from '#shop/values/delivery-slot.ts'
import { unsoldError } from '#shop/values/gst/sells-to.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { type DeliveryTerms, deliveryTerms, minimumError, usualTerms } from '../delivery-fees.ts'
import type { Zone } from '../delivery-plan.schema.ts'
import { type DeliveryPlan, hasPickup, hasZones, zoneOf } from '../delivery-plan.ts'
import {
  type DeliveryLine,
  type DeliveryNeeds,
  readyMadeMinutes,
  type SlotOption,
} from '../slot-options.ts'
import { unservedText } from '../slot-text.ts'
import {
  findWantedSlot,
  needOfLines,
  readSlotContext,
  requireOpenSlot,
} from './list-slots.server.ts'

export interface ChosenDelivery {
  /** The customer's address, or the shop's for pickup. */
  address: string
  terms: DeliveryTerms
  leadMinutes: number
  /** Null in a shop without zones, which delivers at any time of its opening hours. */
  place: Place | null
}

interface Place {
  /** Null for pickup. */
  zone: Zone | null
  option: SlotOption
  needs: DeliveryNeeds
  /** What each line takes of the kitchen now; null without a ready-made cake. */
  minutes: readonly number[] | null
}

interface DeliveryRequest {
  input: { address?: string; pickup: boolean; slot?: string; order: readonly DeliveryLine[] }
  deliveryAt: Date
  now: Date
}

/**
 * The zone of the address and the slot of the time, if it is open by the rule of the options. Pickup has no zone, and
 * needs a pickup slot.
 *
 * @throws AppError invalid for a zone or time that does not exist, conflict for one that is no longer available
 */
export async function chooseDelivery(
  shop: AppContext,
  tx: Database,
  request: DeliveryRequest,
): Promise<ChosenDelivery> {
  const plan = shop.deliveryPlan.current()
  const { pickup, order, address = '' } = request.input
  if (pickup && !hasPickup(plan)) {
    throw fieldError('invalid', 'pickup', 'Pickup isn’t available. Please choose delivery.')
  }
  if (!pickup) requireState(shop, address)
  if (!hasZones(plan)) {
    const leadHours = leadHoursOf(order, shop.shop)
    const error = deliveryError(request.deliveryAt, request.now, leadHours)
    if (error) throw fieldError('invalid', 'time', error)
    return { address, terms: usualTerms, leadMinutes: leadHours * 60, place: null }
  }
  const zone = pickup ? null : requireZone(plan, address)
  const { option, needs } = await chooseSlot({ ...shop, db: tx }, request, zone)
  const work = { ...shop.shop, cakes: shop.publishedCakes.current().byId }
  return {
    address: zone ? address : shop.shop.address,
    terms: deliveryTerms(zone, option.slot.surchargePaise),
    leadMinutes: needs.leadMinutes,
    place: {
      zone,
      option,
      needs,
      minutes: order.every(({ customize }) => customize) ? null : readyMadeMinutes(order, work),
    },
  }
}

function requireState({ shop }: AppContext, address: string) {
  const error = unsoldError(shop, splitAddress(address)?.pincode ?? '')
  if (error) throw fieldError('conflict', 'address', error)
}

function requireZone(plan: DeliveryPlan, address: string): Zone {
  const pincode = splitAddress(address)?.pincode ?? ''
  const zone = zoneOf(plan, pincode)
  if (zone?.active) return zone
  const code = zone ? 'invalid' : 'conflict'
  throw fieldError(code, 'address', unservedText(pincode))
}

async function chooseSlot(
  shop: AppContext,
  { input, deliveryAt, now }: DeliveryRequest,
  zone: Zone | null,
): Promise<Pick<Place, 'option' | 'needs'>> {
  const wanted = { time: deliveryAt, slotId: input.slot, isPickup: zone === null, now }
  const found = findWantedSlot(shop.deliveryPlan.current(), wanted)
  const days = { first: found.day, last: found.day }
  const need = needOfLines(shop, { lines: input.order, zone, now })
  const context = await readSlotContext(shop, need, days)
  return { option: requireOpenSlot(context, found), needs: need.needs }
}

/** @throws AppError invalid below the zone's minimum; pickup has none */
export function requireMinimum(
  { place }: ChosenDelivery,
  price: Parameters<typeof minimumError>[1],
) {
  const error = place?.zone && minimumError(place.zone, price)
  if (error) throw fieldError('invalid', 'order', error)
}
