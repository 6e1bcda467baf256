import type { Paise } from '../money.ts'
import { tidyEntry } from './typed-entry.ts'

/** Without spaces and the sign of the currency: '2400', '2,400.50', '1,00,000/-'. */
const spelling = /^(?<whole>\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?<rest>\.\d{1,2})?(?:\/-)?$/

/** Reads an amount in rupees as people type it: '2400', '₹ 2,400', 'Rs. 2,400.50', '2400 INR'. Null if it is none. */
export function parseRupees(text: string): Paise | null {
  const bare = tidyEntry(text)
    .replace(/\s/g, '')
    .replace(/^(₹|rs\.?|inr)|(₹|rs\.?|inr|rupees)$/gi, '')
  const { whole, rest = '' } = spelling.exec(bare)?.groups ?? {}
  if (whole === undefined) return null
  return Math.round(Number(`${whole.replaceAll(',', '')}${rest}`) * 100)
}
