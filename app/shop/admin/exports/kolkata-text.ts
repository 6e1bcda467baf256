import { toKolkataInput } from '#shop/values/kolkata-time.ts'

/** An instant as spreadsheets understand it, in Kolkata: '2026-11-21 17:30'. */
export function kolkataText(instant: string | Date): string {
  return toKolkataInput(new Date(instant)).replace('T', ' ')
}
