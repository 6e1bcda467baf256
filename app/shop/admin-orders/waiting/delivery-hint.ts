import { kolkataDay } from '#shop/values/kolkata-time.ts'

const dayMs = 24 * 60 * 60_000

/** How near a delivery is, where that matters to the kitchen; null where there is time. Days are Kolkata's. */
export function deliveryHint(time: Date, now: Date): 'Overdue' | 'Today' | 'Tomorrow' | null {
  if (time < now) return 'Overdue'
  const day = kolkataDay(time)
  if (day === kolkataDay(now)) return 'Today'
  return day === kolkataDay(new Date(now.getTime() + dayMs)) ? 'Tomorrow' : null
}
