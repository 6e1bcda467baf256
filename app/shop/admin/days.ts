import { formatDate, kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'

/** Orders and revenue of one day in Kolkata. */
export interface DaySales {
  /** 'YYYY-MM-DD' */
  day: string
  orders: number
  revenuePaise: Paise
}

/** How many days the chart shows, with today. */
export const chartDays = 30

const dayMs = 86_400_000

/** When a day in Kolkata begins, counted from today: -29 is the first day of the chart, 1 is tomorrow. */
export function beginOfDay(now: Date, daysFromToday: number): Date {
  const today = kolkataToInstant(`${kolkataDay(now)}T00:00`)
  // Kolkata has no daylight saving time: every day has 24 hours.
  return new Date(today.getTime() + daysFromToday * dayMs)
}

/** Every day of the chart, with zeros for days without orders. */
export function fillDays(sales: readonly DaySales[], now: Date): DaySales[] {
  const byDay = new Map(sales.map((daySales) => [daySales.day, daySales]))
  return Array.from({ length: chartDays }, (_, index) => {
    const day = kolkataDay(beginOfDay(now, index + 1 - chartDays))
    return byDay.get(day) ?? { day, orders: 0, revenuePaise: 0 }
  })
}

/** A calendar day 'YYYY-MM-DD' as people read it: '20 Nov 2026'. */
export function dayText(day: string): string {
  return formatDate(kolkataToInstant(`${day}T00:00`))
}
