import { formatDay, kolkataDay, shiftDay, weekdayOf } from '#shop/values/kolkata-time.ts'
import { dayLoad, type LoadRow, overBy, percentTaken } from '../day-load.ts'
import type { DeliveryPlan } from '../delivery-plan.ts'
import { slotTimes } from '../slot-text.ts'

export interface CalendarDay {
  /** 'YYYY-MM-DD' in Kolkata. */
  day: string
  /** Null if it is open. */
  closedReason: string | null
  orders: number
  /** Orders that take nothing before a price is agreed. */
  askedOrders: number
  /** Of the slots with a limit; null if there are none. */
  placesPercent: number | null
  /** Of the kitchen's minutes; null without a limit. */
  kitchenPercent: number | null
  /** Overbooked limits: '6 to 8 pm: over by 2'. */
  over: string[]
}

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

/** Weeks from Monday on; null for days of other months. */
export function weeksOf<Day extends { day: string }>(days: readonly Day[]): (Day | null)[][] {
  // The number of empty columns before the first day.
  const empty = days[0] ? (weekdayOf(days[0].day) + 6) % 7 : 0
  const cells = [...Array.from({ length: empty }, () => null), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => cells[week * 7 + column] ?? null),
  )
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
): CalendarDay {
  const { slots, kitchen, orders } = dayLoad(plan, day, rows, askedRows)
  const shares = [
    ...slots.map(({ slot, ...share }) => ({ ...share, name: slotTimes(slot) })),
    { ...kitchen, name: 'Kitchen' },
  ]
  return {
    day,
    orders,
    askedOrders: slots.reduce((sum, { askedOrders }) => sum + askedOrders, 0),
    closedReason: plan.days.get(day)?.closedReason ?? null,
    placesPercent: percentTaken(slots),
    kitchenPercent: percentTaken([kitchen]),
    over: shares
      .filter((share) => overBy(share) > 0)
      .map((share) => `${share.name}: over by ${overBy(share)}`),
  }
}
