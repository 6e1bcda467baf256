import { kilos } from './cake-price.ts'

// Shops in India reckon 8 to 10 people to a kilogram of cake.
const peoplePerKilo = 9

/** About how many people a weight in kg serves, rounded to whole people, at least 1: '0.5' serves about 5. */
export function servesAbout(wt: string): number {
  return Math.max(1, Math.round((kilos(wt) ?? 0) * peoplePerKilo))
}
