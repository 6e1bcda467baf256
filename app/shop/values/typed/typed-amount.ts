import { type Paise, toRupees } from '../money.ts'
import { kilos } from '../weight.ts'
import { tidyEntry } from './typed-entry.ts'

/** Without spaces and the sign of the currency: '2400', '2,400.50', '1,00,000/-'. */
const rupeesSpelling = /^(?<whole>\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?<rest>\.\d{1,2})?(?:\/-)?$/

/** Reads an amount in rupees as people type it: '2400', '₹ 2,400', 'Rs. 2,400.50', '2400 INR'. Null if it is none. */
export function parseRupees(text: string): Paise | null {
  const bare = tidyEntry(text)
    .replace(/\s/g, '')
    .replace(/^(₹|rs\.?|inr)|(₹|rs\.?|inr|rupees)$/gi, '')
  const { whole, rest = '' } = rupeesSpelling.exec(bare)?.groups ?? {}
  if (whole === undefined) return null
  return Math.round(Number(`${whole.replaceAll(',', '')}${rest}`) * 100)
}

export const noAmount = 'Please enter the amount as a number, like 450.'

/** Reads an amount for a call. If it is none, it is NaN, which is sent as null: the call answers {@link noAmount}. */
export function typedRupees(text: string): number {
  const paise = parseRupees(text)
  return paise === null ? Number.NaN : toRupees(paise)
}

const weightSpelling =
  /^(?<number>\d*(?:\.\d+)?)(?: ?(?<top>\d)\/(?<bottom>[1-9]))? ?(?:(?<grams>g|gms?|grms?|grams?)|k|kgs?|kilos?|kilograms?)?\.?$/i

/**
 * Reads a weight as people write it: '500 gm', '½ kg', '.5' and '0.5kg' are '0.5'; without a unit it is in kg. Null if it
 * is none, or is in a unit of which shops mean different weights, such as a pound.
 */
export function parseWeight(text: string): string | null {
  const { number, top, bottom, grams } = weightSpelling.exec(tidyEntry(text))?.groups ?? {}
  if (!number && !top) return null
  const amount = Number(number) + (top ? Number(top) / Number(bottom) : 0)
  const kg = String(grams ? amount / 1000 : amount)
  return kilos(kg) === null ? null : kg
}
