import { multiplyPaise, type Paise, toPaise } from '#shop/values/money.ts'

const flatCategory = 'pestry'
const kilosPattern = /^\d{1,3}(\.\d{1,3})?$/

/** What a cake's price is computed from: rupees per kg, or per piece when priced flat. */
export interface Priced {
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
