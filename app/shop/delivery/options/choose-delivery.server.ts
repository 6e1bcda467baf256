import type { AppContext } from '#app/context.server.ts'
import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hasDays, piecesByCake, whyNotOn, whyNotTo } from '#shop/cakes/cake-days.ts'
import { deliveryError, leadHoursOf } from '#shop/values/delivery-slot.ts'
import { sellsTo, unsoldError } from '#shop/values/gst/taxpayer.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'
import type { Slot, Zone } from '../delivery.schema.ts'
import { readLoads } from '../delivery.store.server.ts'
import { type DeliveryTerms, deliveryTerms, minimumError, usualTerms } from '../delivery-fees.ts'
import { type DeliveryPlan, findZone, hasPickup, hasZones, zoneOf } from '../delivery-plan.ts'
import type { Reservation } from '../reservations.store.server.ts'
import {
  type DeliveryLine,
  type DeliveryNeeds,
  daysAhead,
  deliveryNeeds,
  isTaken,
  kitchenLoad,
  readyMadeMinutes,
  type SlotContext,
  type SlotOption,
  slotAt,
  slotOption,
  slotOptions,
} from '../slot-options.ts'
import { slotError, unservedText } from '../slot-text.ts'

interface SlotNeed {
  /** Null for pickup. */
  zone: Zone | null
  needs: DeliveryNeeds
  /** The place of the order: if it is taken already, it does not count against the order. */
  place?: Reservation
  whyNotOn?: SlotContext['whyNotOn']
  now: Date
}

export function needOfLines(
  { publishedCakes, shop }: AppContext,
  { lines, zone, now }: Pick<SlotNeed, 'zone' | 'now'> & { lines: readonly DeliveryLine[] },
): SlotNeed {
  const needs = deliveryNeeds(lines, { ...shop, cakes: publishedCakes.current().byId })
  return { zone, needs, now }
}

type CakeLine = Pick<DeliveryLine, 'amount' | 'customize'> & { cakeid: string | null }

/** Why these cakes cannot be had on a day, by what was read last: the checkout counts again. */
export function whyNotOnDays(
  { publishedCakes }: AppContext,
  lines: readonly CakeLine[],
  ownDay?: string,
): SlotContext['whyNotOn'] {
  const { byId, taken } = publishedCakes.current()
  const limited = [...piecesByCake(lines)].flatMap(([id, pieces]) => {
    const cake = byId.get(id)
    if (!cake || !hasDays(cake)) return []
    const others = new Map(taken.get(id))
    if (ownDay) others.set(ownDay, Math.max(0, (others.get(ownDay) ?? 0) - pieces))
    return [(day: string) => whyNotOn(cake, others, { day, pieces })]
  })
  if (limited.length === 0) return undefined
  return (day) =>
    day === ownDay ? null : (limited.map((why) => why(day)).find((why) => why !== null) ?? null)
}

/** Why one of these cakes does not travel to a zone, as a sentence; null if all do. */
export function whyNotToZone(
  { publishedCakes }: AppContext,
  lines: readonly CakeLine[],
  zone: Pick<Zone, 'name'>,
): string | null {
  const { byId } = publishedCakes.current()
  const cakes = [...piecesByCake(lines).keys()].flatMap((id) => byId.get(id) ?? [])
  return cakes.map((cake) => whyNotTo(cake, zone.name)).find((why) => why !== null) ?? null
}

/** Data for the rule of the slots, from the first to the last day, both included; one statement. */
export async function readSlotContext(
  { db, deliveryPlan }: AppContext,
  { zone, needs, place, whyNotOn, now }: SlotNeed,
  { first, last }: DayRange,
): Promise<SlotContext> {
  // Cakes of the first day may be made the day before.
  const loads = await readLoads(db, shiftDay(first, -1), last)
  return {
    plan: deliveryPlan.current(),
    loads:
      place && isTaken(place) ? (day, what) => loads(day, what) - ownLoad(place, day, what) : loads,
    needs,
    travelMinutes: zone?.travelMinutes ?? 0,
    isFar: zone?.isFar ?? false,
    whyNotOn,
    now,
  }
}

function ownLoad(place: Reservation, day: string, what: string): number {
  if (what === kitchenLoad) return day === place.productionDay ? place.kitchenMinutes : 0
  return day === place.day && what === place.slotId ? 1 : 0
}

export interface DayOfSlots {
  day: string
  closedReason: string | null
  /** Which of the cakes cannot be had, as a sentence. */
  soldOut?: string
  slots: SlotOption[]
}

interface ListRequest extends SlotNeed {
  /** The surcharge that the order agreed to for `place`; its slot stays open at this price. */
  ownSurchargePaise?: Paise
  /** Defaults to today. */
  from?: string
  /** Defaults to all days for which orders are taken. */
  days?: number
}

/**
 * The slots of the days for which orders are taken, each with its state by the one rule: for the checkout, the earliest
 * slot and changed orders. Days are computed lazily.
 */
export async function listSlots(
  shop: AppContext,
  request: ListRequest,
): Promise<IteratorObject<DayOfSlots>> {
  const range = requestedRange(daysAhead(shop.deliveryPlan.current(), request.now), request)
  if (range.first > range.last) return Iterator.from([])
  const context = await readSlotContext(shop, request, range)
  return daysFrom(range).map((day) => ({
    day,
    closedReason: context.plan.days.get(day)?.closedReason ?? null,
    soldOut: context.whyNotOn?.(day) ?? undefined,
    slots: slotOptions(context, day, request.zone === null).map((option) => asOwn(option, request)),
  }))
}

interface DayRange {
  /** 'YYYY-MM-DD' in Kolkata, both included. */
  first: string
  last: string
}

function requestedRange(orders: DayRange, { from = orders.first, days }: ListRequest): DayRange {
  const first = from > orders.first ? from : orders.first
  const hasLater = days !== undefined && shiftDay(first, days) <= orders.last
  return { first, last: hasLater ? shiftDay(first, days - 1) : orders.last }
}

function* daysFrom({ first, last }: DayRange) {
  for (let day = first; day <= last; day = shiftDay(day, 1)) yield day
}

function asOwn(option: SlotOption, { place, ownSurchargePaise }: ListRequest): SlotOption {
  if (ownSurchargePaise === undefined) return option
  if (option.day !== place?.day || option.slot.id !== place.slotId) return option
  const slot = { ...option.slot, surchargePaise: ownSurchargePaise }
  return { ...option, slot, state: 'open', placesLeft: null, needsHours: null }
}

/** Null where the shop does not deliver, or may not. */
export function servedZone({ deliveryPlan, shop }: AppContext, pincode: string): Zone | null {
  return sellsTo(shop, pincode) ? findZone(deliveryPlan.current(), pincode) : null
}

/** None if the shop does not deliver there. `pincode` is null for pickup. */
export async function nextOpenSlots(
  shop: AppContext,
  request: { pincode: string | null; lines: readonly DeliveryLine[]; count: number },
): Promise<SlotOption[]> {
  const { pincode, lines, count } = request
  const zone = pincode === null ? null : servedZone(shop, pincode)
  if (!zone && pincode !== null) return []
  const need = needOfLines(shop, { lines, zone, now: shop.clock.now() })
  const days = await listSlots(shop, { ...need, whyNotOn: whyNotOnDays(shop, lines) })
  return days
    .flatMap(({ slots }) => slots)
    .filter(({ state }) => state === 'open')
    .take(count)
    .toArray()
}

export interface SlotOfDay {
  /** 'YYYY-MM-DD' in Kolkata. */
  day: string
  slot: Slot
}

interface TimeOfOrder {
  time: Date
  /** Selects one if slots of several kinds contain the time. */
  slotId: string | undefined
  isPickup: boolean
  now: Date
}

/**
 * Finds the slot that contains a time for which orders are taken, without checking whether it is open.
 *
 * @throws AppError invalid
 */
export function findWantedSlot(
  plan: DeliveryPlan,
  { time, slotId, isPickup, now }: TimeOfOrder,
): SlotOfDay {
  const found = Number.isNaN(time.getTime()) ? null : slotAt(plan, time, isPickup, slotId)
  const { first, last } = daysAhead(plan, now)
  if (found && first <= found.day && found.day <= last) return found
  const what = isPickup ? 'Orders cannot be picked up' : 'We don’t deliver'
  throw fieldError('invalid', 'time', `${what} at this time. Please choose another.`)
}

/**
 * Requires an open slot, by the rule that lists the slots.
 *
 * @throws AppError conflict for one that is no longer open, invalid for one that does not exist
 */
export function requireOpenSlot(context: SlotContext, { day, slot }: SlotOfDay): SlotOption {
  const option = slotOption(context, day, slot)
  const error = slotError(option, context.plan.days.get(day)?.closedReason ?? null)
  if (!error) return option
  const isGone = option.state === 'full' || option.state === 'closed'
  throw fieldError(isGone ? 'conflict' : 'invalid', 'time', error)
}

export function slotTaken(option: SlotOption): AppError {
  return fieldError('conflict', 'time', slotError({ ...option, state: 'full' }, null) ?? '')
}

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
  const whyNot = zone && whyNotToZone(shop, order, zone)
  if (whyNot) throw fieldError('conflict', 'address', whyNot)
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
