import { kilos } from '../weight.ts'
import { tidyEntry } from './typed-entry.ts'

const spelling =
  /^(?<number>\d*(?:\.\d+)?)(?: ?(?<top>\d)\/(?<bottom>[1-9]))? ?(?:(?<grams>g|gms?|grms?|grams?)|k|kgs?|kilos?|kilograms?)?\.?$/i

/**
 * Reads a weight as people write it: '500 gm', '½ kg', '.5' and '0.5kg' are '0.5'; without a unit it is in kg. Null if it
 * is none, or is in a unit of which shops mean different weights, such as a pound.
 */
export function parseWeight(text: string): string | null {
  const { number, top, bottom, grams } = spelling.exec(tidyEntry(text))?.groups ?? {}
  if (!number && !top) return null
  const amount = Number(number) + (top ? Number(top) / Number(bottom) : 0)
  const kg = String(grams ? amount / 1000 : amount)
  return kilos(kg) === null ? null : kg
}
