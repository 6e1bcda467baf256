import { formatDate, kolkataToInstant } from '#shop/values/kolkata-time.ts'

/** A calendar day 'YYYY-MM-DD' as people read it: '20 Nov 2026'. */
export function dayText(day: string): string {
  return formatDate(kolkataToInstant(`${day}T00:00`))
}
