import type { AppContext } from '#app/context.server.ts'
import { type AppError, fieldError } from '#platform/app-error.ts'
import { sellsTo } from '#shop/values/gst/sells-to.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'
import { readLoads } from '../delivery.store.server.ts'
import type { Slot, Zone } from '../delivery-plan.schema.ts'
import { type DeliveryPlan, findZone } from '../delivery-plan.ts'
import type { Reservation } from '../reservations.store.server.ts'
import {
  type DeliveryLine,
  type DeliveryNeeds,
  daysAhead,
  deliveryNeeds,
  isTaken,
  kitchenLoad,
  type SlotContext,
  type SlotOption,
  slotAt,
  slotOption,
  slotOptions,
} from '../slot-options.ts'
import { slotError } from '../slot-text.ts'

interface SlotNeed {
  /** Null for pickup. */
  zone: Zone | null
  needs: DeliveryNeeds
  /** The place of the order: if it is taken already, it does not count against the order. */
  place?: Reservation
  now: Date
}

export function needOfLines(
  { publishedCakes, shop }: AppContext,
  { lines, zone, now }: Pick<SlotNeed, 'zone' | 'now'> & { lines: readonly DeliveryLine[] },
): SlotNeed {
  const needs = deliveryNeeds(lines, { ...shop, cakes: publishedCakes.current().byId })
  return { zone, needs, now }
}

/** Data for the rule of the slots, from the first to the last day, both included; one statement. */
export async function readSlotContext(
  { db, deliveryPlan }: AppContext,
  { zone, needs, place, now }: SlotNeed,
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
  deps: AppContext,
  request: ListRequest,
): Promise<IteratorObject<DayOfSlots>> {
  const range = requestedRange(daysAhead(deps.deliveryPlan.current(), request.now), request)
  if (range.first > range.last) return Iterator.from([])
  const context = await readSlotContext(deps, request, range)
  return daysFrom(range).map((day) => ({
    day,
    closedReason: context.plan.days.get(day)?.closedReason ?? null,
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
  deps: AppContext,
  request: { pincode: string | null; lines: readonly DeliveryLine[]; count: number },
): Promise<SlotOption[]> {
  const { pincode, lines, count } = request
  const zone = pincode === null ? null : servedZone(deps, pincode)
  if (!zone && pincode !== null) return []
  const days = await listSlots(deps, needOfLines(deps, { lines, zone, now: deps.clock.now() }))
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
