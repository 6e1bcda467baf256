import { beginOfDay, kolkataDay } from '#shop/values/kolkata-time.ts'
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

/** Every day of the chart, with zeros for days without orders. */
export function fillDays(sales: readonly DaySales[], now: Date): DaySales[] {
  const byDay = new Map(sales.map((daySales) => [daySales.day, daySales]))
  return Array.from({ length: chartDays }, (_, index) => {
    const day = kolkataDay(beginOfDay(now, index + 1 - chartDays))
    return byDay.get(day) ?? { day, orders: 0, revenuePaise: 0 }
  })
}
