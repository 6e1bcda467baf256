import { createHash } from 'node:crypto'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { minuteMs } from '#platform/durations.ts'
import { deliveryError, leadHoursOf } from '#shop/values/delivery-slot.ts'
import { unsoldError } from '#shop/values/gst/sells-to.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { type DeliveryTerms, deliveryTerms, minimumError, usualTerms } from '../delivery-fees.ts'
import type { Zone } from '../delivery-plan.schema.ts'
import { type DeliveryPlan, hasPickup, hasZones, zoneOf } from '../delivery-plan.ts'
import { askForPlace, limitsOf, reservePlace } from '../reservations.store.server.ts'
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
  slotTaken,
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
  deps: AppContext,
  tx: Database,
  request: DeliveryRequest,
): Promise<ChosenDelivery> {
  const plan = deps.deliveryPlan.current()
  const { pickup, order, address = '' } = request.input
  if (pickup && !hasPickup(plan)) {
    throw fieldError('invalid', 'pickup', 'Pickup isn’t available. Please choose delivery.')
  }
  if (!pickup) requireState(deps, address)
  if (!hasZones(plan)) {
    const leadHours = leadHoursOf(order, deps.shop)
    const error = deliveryError(request.deliveryAt, request.now, leadHours)
    if (error) throw fieldError('invalid', 'time', error)
    return { address, terms: usualTerms, leadMinutes: leadHours * 60, place: null }
  }
  const zone = pickup ? null : requireZone(plan, address)
  const { option, needs } = await chooseSlot({ ...deps, db: tx }, request, zone)
  const work = { ...deps.shop, cakes: deps.publishedCakes.current().byId }
  return {
    address: zone ? address : deps.shop.address,
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
  deps: AppContext,
  { input, deliveryAt, now }: DeliveryRequest,
  zone: Zone | null,
): Promise<Pick<Place, 'option' | 'needs'>> {
  const wanted = { time: deliveryAt, slotId: input.slot, isPickup: zone === null, now }
  const found = findWantedSlot(deps.deliveryPlan.current(), wanted)
  const days = { first: found.day, last: found.day }
  const need = needOfLines(deps, { lines: input.order, zone, now })
  const context = await readSlotContext(deps, need, days)
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

interface Hold {
  now: Date
  isPaid: boolean
  /** Left out: the shop's usual time. */
  holdMs?: number
  /** Of a customer who is to pay. */
  network?: string
}

/**
 * Reserves the place for the ready-made cakes. Customised ones take theirs once their price is agreed: what costs nothing
 * must not fill a slot.
 *
 * @returns the order's columns of the delivery
 * @throws AppError conflict if it is full by now; too_many if the network holds its share unpaid
 */
export async function reserveDelivery(
  { deliveryPlan }: AppContext,
  tx: Database,
  { place, now, isPaid, holdMs, network }: Pick<ChosenDelivery, 'place'> & Hold,
) {
  if (!place) return {}
  const plan = deliveryPlan.current()
  const { zone, option, needs, minutes } = place
  const { day, slot, productionDay } = option
  const reservation = {
    day,
    productionDay,
    slotId: slot.id,
    kitchenMinutes: minutes?.reduce((sum, one) => sum + one, 0) ?? needs.kitchenMinutes,
    state: isPaid ? ('kept' as const) : ('held' as const),
    heldUntil: new Date(now.getTime() + (holdMs ?? plan.usual.holdMinutes * minuteMs)),
    network: network ? createHash('sha256').update(network).digest('base64url') : null,
  }
  const reservationId =
    minutes === null
      ? await askForPlace(tx, reservation)
      : await reservePlace(tx, reservation, limitsOf(plan, reservation))
  if (!reservationId) throw slotTaken(option)
  return {
    reservationId,
    slotStartsAt: option.startsAt,
    slotEndsAt: option.endsAt,
    zoneId: zone?.id ?? null,
    zone: zone?.name ?? null,
    isPickup: zone === null,
  }
}
