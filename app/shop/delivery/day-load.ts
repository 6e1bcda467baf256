import { formatDay, kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import type { DayPlan, DeliveryPlan } from './delivery-plan.ts'
import { kitchenLoad, kitchenMinutesOf, placesOf, slotsOfDay } from './slot-options.ts'
import { slotTimes } from './slot-text.ts'

/** Usage of a day: orders of a slot, by its id, or minutes under {@link kitchenLoad}. */
export interface LoadRow {
  day: string
  resource: string
  taken: number
}

export interface Usage {
  taken: number
  /** Null if unlimited. */
  limit: number | null
}

export type DayLoad = ReturnType<typeof dayLoad>

/** @param askedOrders for each slot, how many orders only ask for it */
export function dayLoad(
  plan: DeliveryPlan,
  day: string,
  rows: readonly LoadRow[],
  askedOrders: readonly LoadRow[] = [],
) {
  const own = rows.filter((row) => row.day === day)
  const takenOf = (resource: string, of = own) =>
    of.find((row) => row.resource === resource)?.taken ?? 0
  const askedOfDay = askedOrders.filter((row) => row.day === day)
  const slots = [...slotsOfDay(plan, day, false), ...slotsOfDay(plan, day, true)]
  return {
    /** Deliveries before pickups, each by time. `askedOrders` counts orders that take nothing before a price is agreed. */
    slots: slots.map((slot) => ({
      slot,
      taken: takenOf(slot.id),
      limit: placesOf(plan, day, slot),
      askedOrders: takenOf(slot.id, askedOfDay),
    })),
    kitchen: { taken: takenOf(kitchenLoad), limit: kitchenMinutesOf(plan, day) },
    /** Includes orders of deleted slots. */
    orders: own
      .filter(({ resource }) => resource !== kitchenLoad)
      .reduce((sum, { taken }) => sum + taken, 0),
  }
}

/** '2 custom orders asked for' */
export function askedText(count: number): string {
  return count === 1 ? '1 custom order asked for' : `${count} custom orders asked for`
}

/** Usage above the limit, after the limit was lowered. */
export function overBy({ taken, limit }: Usage): number {
  return limit === null ? 0 : Math.max(0, taken - limit)
}

/** Whole per cent of all limits together; null where anything is unlimited. A limit of 0 is full. */
export function percentTaken(usages: readonly Usage[]): number | null {
  if (usages.length === 0 || usages.some(({ limit }) => limit === null)) return null
  const limit = sum(usages.map((usage) => usage.limit ?? 0))
  return limit === 0 ? 100 : Math.round((sum(usages.map(({ taken }) => taken)) / limit) * 100)
}

/** '310 of 480 minutes', '310 minutes' without a limit, '5 of 3 orders, over by 2' above it. */
export function usageText(usage: Usage, unit: string): string {
  const { taken, limit } = usage
  const units = (limit ?? taken) === 1 ? unit : `${unit}s`
  const over = overBy(usage)
  const text = limit === null ? `${taken} ${units}` : `${taken} of ${limit} ${units}`
  return over > 0 ? `${text}, over by ${over}` : text
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Whether a day gets more places or minutes than usual and than before: the kitchen is overbooked on purpose. */
export function raisesLimits(plan: DeliveryPlan, next: DayPlan): boolean {
  const after = { ...plan, days: new Map([[next.day, next]]) }
  const { day } = next
  const minutes = [plan.usual.kitchenMinutes, kitchenMinutesOf(plan, day)]
  return (
    isMore(kitchenMinutesOf(after, day), minutes) ||
    [...slotsOfDay(plan, day, false), ...slotsOfDay(plan, day, true)].some((slot) =>
      isMore(placesOf(after, day, slot), [slot.places, placesOf(plan, day, slot)]),
    )
  )
}

/** Null is unlimited. */
function isMore(next: number | null, others: readonly (number | null)[]): boolean {
  return others.every((other) => other !== null && (next === null || next > other))
}

export type CalendarDay = ReturnType<typeof calendarDay>

/** The month 'YYYY-MM' of a URL; the current one if it is missing or too far away. */
export function parseMonth(text: string | null, now: Date): string {
  return text && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : kolkataDay(now).slice(0, 7)
}

export function shiftMonth(month: string, by: -1 | 1): string {
  const days = daysOfMonth(month)
  return shiftDay((by === 1 ? days.at(-1) : days[0]) ?? '', by).slice(0, 7)
}

export function daysOfMonth(month: string): string[] {
  const days = Array.from({ length: 31 }, (_, n) => shiftDay(`${month}-01`, n))
  return days.filter((day) => day.startsWith(month))
}

/** 'Nov 2026' */
export function monthTitle(month: string): string {
  return formatDay(`${month}-01`).slice(2)
}

export function calendarDay(
  plan: DeliveryPlan,
  day: string,
  rows: readonly LoadRow[],
  askedRows: readonly LoadRow[] = [],
) {
  const { slots, kitchen, orders } = dayLoad(plan, day, rows, askedRows)
  const shares = [
    ...slots.map(({ slot, ...share }) => ({ ...share, name: slotTimes(slot) })),
    { ...kitchen, name: 'Kitchen' },
  ]
  return {
    day,
    orders,
    /** Those that take nothing before a price is agreed. */
    askedOrders: slots.reduce((sum, { askedOrders }) => sum + askedOrders, 0),
    /** Null if it is open. */
    closedReason: plan.days.get(day)?.closedReason ?? null,
    /** Null if a slot has no limit: then the orders tell more. */
    placesPercent: percentTaken(slots),
    /** Of its minutes; null without a limit. */
    kitchenPercent: percentTaken([kitchen]),
    /** Overbooked limits: '6 to 8 pm: over by 2'. */
    over: shares
      .filter((share) => overBy(share) > 0)
      .map((share) => `${share.name}: over by ${overBy(share)}`),
  }
}
