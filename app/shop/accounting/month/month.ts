import {
  formatDay,
  kolkataDay,
  kolkataToInstant,
  shortWeekdays,
  weekdayNumbers,
} from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'

/** From an instant on, and before another. */
export interface Period {
  from: Date
  to: Date
}

/** A month of our time, 'YYYY-MM'. */
export const monthPattern = /^20\d{2}-(0[1-9]|1[0-2])$/

/** The month in an address, 'YYYY-MM' in Kolkata; the current one if it names none. */
export function parseMonth(text: string | null, now: Date): string {
  return text && monthPattern.test(text) ? text : kolkataDay(now).slice(0, 7)
}

/** The month that comes so many months after this one, or before it. */
export function shiftMonth(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** The instants between which months in Kolkata lie: this one, or so many from it on. */
export function boundsOfMonth(month: string, months = 1): Period {
  const begin = (one: string) => kolkataToInstant(`${one}-01T00:00`)
  return { from: begin(month), to: begin(shiftMonth(month, months)) }
}

/** 'Nov 2026' */
export function monthTitle(month: string): string {
  return formatDay(`${month}-01`).slice(2)
}

/** The first month of its quarter; the financial year begins in April, so that quarters are those of the calendar. */
export function quarterOf(month: string): string {
  const number = Number(month.slice(5))
  return shiftMonth(month, -((number - 1) % 3))
}

/** 'Oct to Dec 2026', of the quarter's first month. */
export function quarterTitle(first: string): string {
  return `${monthTitle(first).slice(0, 3)} to ${monthTitle(shiftMonth(first, 2))}`
}

/** By what sales are added up. Hour and weekday are those of the order, in Kolkata. */
export const salesGroups = ['cake', 'category', 'slot', 'zone', 'hour', 'weekday'] as const
export type SalesGroup = (typeof salesGroups)[number]

/** What was charged of a group, less what was taken off. */
export interface SalesRow {
  name: string
  orders: number
  paise: Paise
}

/** The one in the page's address; null if none is asked for. */
export function parseSalesGroup(text: string | null): SalesGroup | null {
  return salesGroups.find((one) => one === text) ?? null
}

/** 'Mon' of '1', as PostgreSQL and ISO 8601 count the days. */
export function isoWeekday(day: string): string {
  return shortWeekdays[weekdayNumbers[Number(day) - 1] ?? 0] ?? day
}
