import { minuteMs } from '#platform/clock.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { chosenPaise } from '#shop/cakes/cake-price.ts'
import { type CakeWork, customWork, milliMinutes } from '#shop/cakes/cake-work.ts'
import type { ChosenText } from '#shop/cakes/chosen.ts'
import { deliveryLeadHours } from '#shop/values/delivery-slot.ts'
import { boundsOfDay, kolkataDay, shiftDay, weekdayOf } from '#shop/values/kolkata-time.ts'
import type { Slot, SlotState } from './delivery.schema.ts'
import { type DeliveryPlan, hasZones } from './delivery-plan.ts'

export interface DeliveryNeeds {
  /** From the order until the last cake is made, without travel. */
  leadMinutes: number
  kitchenMinutes: number
}

/** Usage of a day: orders of a slot, by its id, and kitchen minutes, under {@link kitchenLoad}. */
export type Loads = (day: string, resource: string) => number

export const kitchenLoad = 'kitchen'

/** Whether an order's place counts in its slot: one that is only asked for, or was given back, does not. */
export function isTaken({ state }: { state: string }): boolean {
  return state === 'held' || state === 'kept'
}

// Kolkata has no daylight saving time, so every day is equally long.
const minutesOfDay = 1440

/** Up to this number, the remaining places are shown to customers. */
const maxPlacesShown = 3

export interface SlotOption {
  slot: Slot
  day: string
  startsAt: Date
  endsAt: Date
  /** The last moment to order it. */
  orderBy: Date
  productionDay: string
  state: SlotState
  /** Null unless few are left. */
  placesLeft: number | null
  /** How many hours ahead the cakes must be ordered, if the slot is too soon for them; else null. */
  needsHours: number | null
}

export interface SlotContext {
  plan: DeliveryPlan
  loads: Loads
  needs: DeliveryNeeds
  /** To the customer; 0 for pickup. */
  travelMinutes: number
  /** Whether the customer lives in a zone that is reached only from the next day on, and not at midnight. */
  isFar: boolean
  /** Why these cakes cannot be had on a day, as a sentence; left out if they can on any. */
  whyNotOn?: (day: string) => string | null
  now: Date
}

/** Sorted by time. */
export function slotOptions(context: SlotContext, day: string, isPickup: boolean): SlotOption[] {
  const { from } = boundsOfDay(day)
  return slotsOfDay(context.plan, day, isPickup)
    .filter(({ kind }) => !context.isFar || kind !== 'midnight')
    .map((slot) => slotOption(context, day, slot, from))
}

/** The one rule whether a slot is open, for lists and for checkouts. `from` is the start of the day. */
export function slotOption(
  context: SlotContext,
  day: string,
  slot: Slot,
  from = boundsOfDay(day).from,
): SlotOption {
  const { plan, loads } = context
  const minute = (minutes: number) => new Date(from.getTime() + minutes * minuteMs)
  const places = placesOf(plan, day, slot)
  const free = places === null ? null : Math.max(0, places - loads(day, slot.id))
  const option = {
    slot,
    day,
    startsAt: minute(slot.startMinute),
    endsAt: minute(slot.endMinute),
    orderBy: minute(lastMinute(slot)),
    productionDay: productionDayOf(day, slot),
  }
  const state = stateOf(context, option, free)
  const isFew = state === 'open' && free !== null && free <= maxPlacesShown
  const isLate = state === 'lead' && isTooSoon(context, option.startsAt)
  return {
    ...option,
    state,
    placesLeft: isFew ? free : null,
    needsHours: isLate ? hoursAhead(context) : null,
  }
}

/** As a cake's page says it, without the way; a cake that is ready needs only the way. */
function hoursAhead({ needs, travelMinutes }: SlotContext): number {
  return Math.ceil((needs.leadMinutes || travelMinutes) / 60)
}

function isTooSoon({ needs, travelMinutes, now }: SlotContext, startsAt: Date): boolean {
  const minutesToDoor = needs.leadMinutes + travelMinutes
  return now.getTime() + minutesToDoor * minuteMs > startsAt.getTime()
}

function stateOf(
  context: SlotContext,
  {
    day,
    slot,
    startsAt,
    orderBy,
    productionDay,
  }: Omit<SlotOption, 'state' | 'placesLeft' | 'needsHours'>,
  free: number | null,
): SlotState {
  const { plan, loads, needs, isFar, now } = context
  if (isClosed(plan, day) || isClosed(plan, productionDay)) return 'closed'
  if (context.whyNotOn?.(day)) return 'soldout'
  if (now > orderBy) return 'cutoff'
  if (isFar && (slot.kind === 'midnight' || day <= kolkataDay(now))) return 'lead'
  if (isTooSoon(context, startsAt)) return 'lead'
  const minutes = kitchenMinutesOf(plan, productionDay)
  const isKitchenFull =
    minutes !== null && loads(productionDay, kitchenLoad) + needs.kitchenMinutes > minutes
  return free === 0 || isKitchenFull ? 'full' : 'open'
}

/** The last minute to order, from the start of the slot's day: negative on the day before. */
function lastMinute({ startMinute, cutOffMinutes, cutOffDayBefore }: Slot): number {
  return cutOffDayBefore === null
    ? startMinute - (cutOffMinutes ?? 0)
    : cutOffDayBefore - minutesOfDay
}

function productionDayOf(day: string, { bakesDayBefore }: Slot): string {
  return bakesDayBefore ? shiftDay(day, -1) : day
}

/** Null if unlimited. */
export function placesOf(plan: DeliveryPlan, day: string, slot: Slot): number | null {
  return plan.days.get(day)?.places[slot.id] ?? slot.places
}

/** Null if unlimited. */
export function kitchenMinutesOf(plan: DeliveryPlan, day: string): number | null {
  return plan.days.get(day)?.kitchenMinutes ?? plan.usual.kitchenMinutes
}

function isClosed(plan: DeliveryPlan, day: string): boolean {
  return (plan.days.get(day)?.closedReason ?? null) !== null
}

/** Whether anything is delivered or picked up on a day. */
export function isOpenOn(plan: DeliveryPlan, day: string): boolean {
  const weekday = weekdayOf(day)
  const hasSlot = plan.slots.some((slot) => slot.weekday === weekday)
  return !isClosed(plan, day) && (hasSlot || !hasZones(plan))
}

export function daysAhead({ usual }: DeliveryPlan, now: Date): { first: string; last: string } {
  const first = kolkataDay(now)
  return { first, last: shiftDay(first, usual.daysAhead) }
}

/**
 * The slot that contains an instant. Its end belongs to the next slot; only the day's last slot includes it. If several
 * kinds contain it, the one with this id, or without an id the cheapest. Null if there is none.
 */
export function slotAt(
  plan: Pick<DeliveryPlan, 'slots'>,
  time: Date,
  isPickup: boolean,
  slotId?: string,
): { day: string; slot: Slot } | null {
  const day = kolkataDay(time)
  // Midnight may belong to a slot of the day before.
  for (const on of [day, shiftDay(day, -1)]) {
    const slots = slotsOfDay(plan, on, isPickup)
    const minute = (time.getTime() - boundsOfDay(on).from.getTime()) / minuteMs
    const dayEnd = Math.max(...slots.map(({ endMinute }) => endMinute))
    const [slot] = slots
      .filter(
        ({ id, startMinute, endMinute }) =>
          (slotId === undefined || id === slotId) &&
          startMinute <= minute &&
          (minute < endMinute || (minute === endMinute && minute === dayEnd)),
      )
      .toSorted((one, other) => one.surchargePaise - other.surchargePaise)
    if (slot) return { day: on, slot }
  }
  return null
}

export function slotsOfDay(
  { slots }: Pick<DeliveryPlan, 'slots'>,
  day: string,
  isPickup: boolean,
): readonly Slot[] {
  const weekday = weekdayOf(day)
  return slots
    .filter((slot) => slot.weekday === weekday && (slot.kind === 'pickup') === isPickup)
    .toSorted(
      (one, other) => one.startMinute - other.startMinute || one.endMinute - other.endMinute,
    )
}

/** The part of a cart's line that decides its delivery. The shop adds the kitchen work. */
export interface DeliveryLine {
  cakeid: string
  /** kg */
  wt: string
  amount: number
  customize: boolean
  /** Its options, which may cost more. */
  chosen?: readonly ChosenText[]
}

export function linesQuery(lines: readonly DeliveryLine[]): string {
  return lines
    .map(({ cakeid, wt, amount, customize, chosen = [] }) => {
      const more = chosenPaise(chosen)
      return `${customize ? 'custom' : cakeid}:${wt}:${amount}${more > 0 ? `:${more}` : ''}`
    })
    .join()
}

/** Leads and kitchen work of cakes, by their ids, and of customised ones. */
interface ShopWork {
  cakes: ReadonlyMap<string, CakeWork & Pick<Cake, 'category'>>
  customLeadHours: number
}

/** More than any kitchen does in a day; totals of days fit into the column. */
const maxMinutes = 1_000_000

/**
 * The kitchen's part of a cart: the maximum lead of its lines, and the total work, rounded up to minutes. Deleted cakes
 * count as usual: the checkout rejects them.
 */
export function deliveryNeeds(lines: readonly DeliveryLine[], shop: ShopWork): DeliveryNeeds {
  const works = lines.map((line) => ({ ...workOf(line, shop), amount: line.amount }))
  const leadHours = Math.max(0, ...works.map((work) => work.leadHours))
  const milli = works.reduce((sum, { milli, amount }) => sum + milli * amount, 0)
  return {
    leadMinutes: (works.length > 0 ? leadHours : deliveryLeadHours) * 60,
    kitchenMinutes: Math.min(Math.ceil(milli / 1000), maxMinutes),
  }
}

/** The share of each line in the minutes of a cart's ready-made cakes; 0 for a customised one, which has no price yet. */
export function readyMadeMinutes(lines: readonly DeliveryLine[], shop: ShopWork): number[] {
  const readyMade = (end: number) => lines.slice(0, end).filter(({ customize }) => !customize)
  const sums = [0, ...lines.map((_, i) => deliveryNeeds(readyMade(i + 1), shop).kitchenMinutes)]
  return lines.map((_, i) => (sums[i + 1] ?? 0) - (sums[i] ?? 0))
}

/** An estimate until the baker enters the minutes. */
export function customMinutes({ wt, amount }: Pick<DeliveryLine, 'wt' | 'amount'>): number {
  return Math.ceil((milliMinutes(customWork, { category: '', wt }) * amount) / 1000)
}

function workOf({ cakeid, customize, wt }: DeliveryLine, { cakes, customLeadHours }: ShopWork) {
  if (customize) {
    return { leadHours: customLeadHours, milli: milliMinutes(customWork, { category: '', wt }) }
  }
  const cake = cakes.get(cakeid)
  if (!cake) return { leadHours: deliveryLeadHours, milli: 0 }
  return { leadHours: cake.leadHours, milli: milliMinutes(cake, { category: cake.category, wt }) }
}
