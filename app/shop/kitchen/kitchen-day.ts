import { kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'

/** The day an address asks for, 'YYYY-MM-DD' in Kolkata; today where it names no day, or one far from our time. */
export function parseDay(text: string | null, now: Date): string {
  const begin = kolkataToInstant(`${text}T00:00`)
  const year = Number(text?.slice(0, 4))
  const known = !Number.isNaN(begin.getTime()) && year >= 2000 && year < 2100
  return known ? kolkataDay(begin) : kolkataDay(now)
}
