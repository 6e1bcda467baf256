import { formatDate, kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const dayMs = 86_400_000

/** The day an address asks for, 'YYYY-MM-DD' in Kolkata; today where it names no day, or one far from our time. */
export function parseDay(text: string | null, now: Date): string {
  const begin = kolkataToInstant(`${text}T00:00`)
  const year = Number(text?.slice(0, 4))
  const known = !Number.isNaN(begin.getTime()) && year >= 2000 && year < 2100
  return known ? kolkataDay(begin) : kolkataDay(now)
}

/** The instants between which a day lies: `from` on, before `to`. Kolkata never changes its clocks. */
export function boundsOfDay(day: string): { from: Date; to: Date } {
  const from = kolkataToInstant(`${day}T00:00`)
  return { from, to: new Date(from.getTime() + dayMs) }
}

/** The day before (-1) or after (1), or further. */
export function shiftDay(day: string, days: number): string {
  return kolkataDay(new Date(boundsOfDay(day).from.getTime() + days * dayMs))
}

/** 'Saturday, 21 Nov 2026' */
export function dayTitle(day: string): string {
  const weekday = weekdays[new Date(`${day}T00:00Z`).getUTCDay()]
  return `${weekday}, ${formatDate(boundsOfDay(day).from)}`
}
