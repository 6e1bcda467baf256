import { shortWeekdays, weekdayNumbers } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'

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
