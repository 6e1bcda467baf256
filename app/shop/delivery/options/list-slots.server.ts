import type { AppContext } from '#app/context.server.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'
import { readLoads } from '../delivery.store.server.ts'
import type { DeliveryLine } from '../delivery-lines.ts'
import { deliveryNeeds } from '../delivery-lines.ts'
import type { Zone } from '../delivery-plan.schema.ts'
import { findZone } from '../delivery-plan.ts'
import type { Reservation } from '../reservations.store.server.ts'
import {
  type DeliveryNeeds,
  daysAhead,
  kitchenLoad,
  type SlotContext,
  type SlotOption,
  slotOptions,
} from '../slot-options.ts'

/** What is handed over, and where to. */
export interface SlotNeed {
  /** Null for pickup: there is no way to go. */
  zone: Zone | null
  needs: DeliveryNeeds
  /** The place of an order that has one already: it does not stand in its own way. */
  place?: Reservation
  now: Date
}

/** What lines need that are not ordered yet. */
export function needOfLines(
  { publishedCakes, shop }: Pick<AppContext, 'shop' | 'publishedCakes'>,
  { lines, zone, now }: Pick<SlotNeed, 'zone' | 'now'> & { lines: readonly DeliveryLine[] },
): SlotNeed {
  const needs = deliveryNeeds(lines, { ...shop, cakes: publishedCakes.current().byId })
  return { zone, needs, now }
}

/** What the rule of the slots looks at, from one day to another, both included; one statement. */
export async function readSlotContext(
  { db, deliveryPlan }: Pick<AppContext, 'db' | 'deliveryPlan'>,
  { zone, needs, place, now }: SlotNeed,
  { first, last }: DayRange,
): Promise<SlotContext> {
  // The kitchen of the day before may make the first day's cakes.
  const loads = await readLoads(db, shiftDay(first, -1), last)
  return {
    plan: deliveryPlan.current(),
    loads: place ? (day, what) => loads(day, what) - ownLoad(place, day, what) : loads,
    needs,
    travelMinutes: zone?.travelMinutes ?? 0,
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
  /** What the slot of `place` was ordered for; it stays open to its order at this price. */
  ownSurchargePaise?: Paise
  /** Today when left out. */
  from?: string
  /** As far as orders are taken when left out. */
  days?: number
}

/**
 * The slots of the days for which orders are taken, each with its state by the one rule: for checkout, the earliest, changed
 * orders and the simulator. A day is worked out when it is read from the list.
 */
export async function listSlots(
  deps: Pick<AppContext, 'db' | 'deliveryPlan'>,
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
  return { ...option, slot, state: 'open', placesLeft: null }
}

/** The next open slots; none where the shop does not deliver. `pincode` is null for pickup. */
export async function nextOpenSlots(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop' | 'publishedCakes' | 'deliveryPlan'>,
  request: { pincode: string | null; lines: readonly DeliveryLine[]; count: number },
): Promise<SlotOption[]> {
  const { pincode, lines, count } = request
  const zone = pincode === null ? null : findZone(deps.deliveryPlan.current(), pincode)
  if (!zone && pincode !== null) return []
  const days = await listSlots(deps, needOfLines(deps, { lines, zone, now: deps.clock.now() }))
  return days
    .flatMap(({ slots }) => slots)
    .filter(({ state }) => state === 'open')
    .take(count)
    .toArray()
}
