import { multiplyPaise, type Paise, toPaise, toRupees } from '#shop/values/money.ts'

const flatCategory = 'pestry'
const kilosPattern = /^\d{1,3}(\.\d{1,3})?$/

/** What a cake's price is computed from: rupees per kg, or per piece when priced flat. */
interface Priced {
  price: number
  category: string
}

/** A weight such as '0.5' in kg; null when the text is no weight above 0. */
export function kilos(wt: string): number | null {
  return kilosPattern.test(wt) && Number(wt) > 0 ? Number(wt) : null
}

/** Pastries (spelled 'pestry' in the data) cost the same whatever their weight. */
export function isPricedFlat(category: string): boolean {
  return category === flatCategory
}

/**
 * The price of one piece in paise: flat, or rupees per kg × weight. Throws a RangeError on a weight
 * that is none, so check it against the cake's own weights first.
 */
export function unitPrice({ price, category }: Priced, wt: string): Paise {
  if (isPricedFlat(category)) return toPaise(price)
  const kg = kilos(wt)
  if (kg === null) throw new RangeError(`Not a weight in kg: '${wt}'`)
  return multiplyPaise(toPaise(price), kg)
}

/** The price of `amount` pieces in paise: the rounded unit price, as shown, times the amount. */
export function linePrice(cake: Priced, wt: string, amount: number): Paise {
  return unitPrice(cake, wt) * amount
}

/** The lowest price a cake can be had for, with the weight it is for ('from ₹425, 0.5 kg'); no weight when flat. */
export function fromPrice(cake: Priced & { weight: string[] }): {
  paise: Paise
  wt: string | null
} {
  const wt = isPricedFlat(cake.category) ? null : lightest(cake.weight)
  return { paise: wt === null ? toPaise(cake.price) : unitPrice(cake, wt), wt }
}

function lightest(weights: string[]): string | null {
  const real = weights.filter((wt) => kilos(wt) !== null)
  return real.sort((a, b) => Number(a) - Number(b))[0] ?? null
}

const mostPercent = 9
const stepRupees = 10

/**
 * A computed price to strike through: the real one raised by 0 to 9 whole percent, rounded to rupees, then
 * reduced to a multiple of ₹10. Null when that is not above the real price, for then nothing is struck.
 * `random` gives numbers from 0 up to 1; draw once per page view, so that the price stands still.
 */
export function struckPrice(realPaise: Paise, random: () => number): Paise | null {
  const percent = Math.floor(random() * (mostPercent + 1))
  const inflated = Math.round(toRupees((realPaise * (100 + percent)) / 100))
  const struck = toPaise(inflated - (inflated % stepRupees))
  return struck > realPaise ? struck : null
}

// Shops in India reckon 8 to 10 people to a kilogram of cake.
const peoplePerKilo = 9

/** About how many people a weight in kg serves, rounded to whole people, at least 1: '0.5' serves about 5. */
export function servesAbout(wt: string): number {
  return Math.max(1, Math.round((kilos(wt) ?? 0) * peoplePerKilo))
}
