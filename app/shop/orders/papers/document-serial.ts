import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { DocumentKind } from './document-content.schema.ts'

/** The financial year of an instant in Kolkata, April to March: '26-27'. */
export function financialYear(at: Date): string {
  const [year = 0, month = 0] = kolkataDay(at).split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  const short = (value: number) => String(value % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

/** How many digits count the documents of a year: with the rest, 16 characters, the most that CGST Rule 46(b) allows. */
export const serialDigits = 7

const series: Record<DocumentKind, string> = { invoice: 'CW', 'credit-note': 'CN' }

/** What stands before the number in a year's serials: 'CW/26-27/0000001' begins with 'CW/26-27/'. */
export function serialPrefix(kind: DocumentKind, year: string): string {
  return `${series[kind]}/${year}/`
}
