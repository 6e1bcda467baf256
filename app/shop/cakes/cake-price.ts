import { formatInr, multiplyPaise, type Paise, toPaise, toRupees } from '#shop/values/money.ts'
import { formatWeight, kilos } from '#shop/values/weight.ts'
import type { ChosenText } from './chosen.ts'

/** Pastries are spelled 'pestry' in the data. */
const pastries = { value: 'pestry', label: 'Pastry', plural: 'Pastries' }

const extraPattern = /^extra(?: *: *(.*))?$/i

/** What goes into the box beside a cake, such as 'Extra: Candles': it has no weight, no egg mark and no page of its own. */
export function isExtra(category: string): boolean {
  return extraPattern.test(category)
}

/** What is chosen among the flavours of a category, as a label. */
export function flavourLabel(category = ''): 'Flavour' | 'Kind' {
  return isExtra(category) ? 'Kind' : 'Flavour'
}

/** Pastries cost the same whatever their weight, and extras have none. */
export function isPricedFlat(category: string): boolean {
  return category === pastries.value || isExtra(category)
}

/** A category as people read it: 'Pastry', 'Chocolate', of 'Extra: Candles' 'Candles'. */
export function categoryLabel(category: string): string {
  if (category === pastries.value) return pastries.label
  return extraPattern.exec(category)?.[1] || category
}

/** What a category has, as people read it: 'Pastries', 'Chocolate cakes', 'Candles'. */
export function categoryCakes(category: string): string {
  if (category === pastries.value) return pastries.plural
  return isExtra(category) ? categoryLabel(category) : `${category} cakes`
}

/** The category that people write: 'Pastry' and 'pastries' are 'pestry', 'extra:Candles' is 'Extra: Candles'. */
export function toCategory(text: string): string {
  const extra = extraPattern.exec(text)
  if (extra) return extra[1] ? `Extra: ${extra[1]}` : 'Extra'
  return /^(pestry|pastry|pastries)$/i.test(text) ? pastries.value : text
}

/** What a category is searched by, in lower case. */
export function categoryWords(category: string): string {
  const words = category === pastries.value ? `${pastries.label} ${pastries.plural}` : category
  return words.toLowerCase()
}

/** What a cake's price is computed from: rupees per kg, or per piece when priced flat. */
interface Priced {
  price: number
  category: string
  /** Options that cost more; left out if nothing is chosen. */
  chosen?: readonly ChosenText[]
}

export function priceUnit(category: string): 'each' | 'per kg' {
  return isPricedFlat(category) ? 'each' : 'per kg'
}

/**
 * The price of one piece in paise: flat, or rupees per kg × weight, and what its chosen options add.
 *
 * @throws RangeError for a text that is not a weight
 */
export function unitPrice({ price, category, chosen = [] }: Priced, wt: string): Paise {
  const kg = isPricedFlat(category) ? 1 : kilos(wt)
  if (kg === null) throw new RangeError(`Not a weight in kg: '${wt}'`)
  return multiplyPaise(toPaise(price), kg) + chosenPaise(chosen)
}

/** What chosen options add to the price of one piece. */
export function chosenPaise(chosen: readonly ChosenText[]): Paise {
  return chosen.reduce((sum, text) => sum + toPaise(Number(/ \+([\d.]+)/.exec(text)?.[1] ?? 0)), 0)
}

/** The price of `amount` pieces in paise: the rounded unit price, as shown, times the amount. */
export function linePrice(cake: Priced, wt: string, amount: number): Paise {
  return unitPrice(cake, wt) * amount
}

/** The lowest price a cake can be had for, with the weight it is for; no weight when flat. */
export function fromPrice(cake: Priced & { weight: string[] }): {
  paise: Paise
  wt: string | null
} {
  const wt = isPricedFlat(cake.category) ? null : lightest(cake.weight)
  return { paise: wt === null ? toPaise(cake.price) : unitPrice(cake, wt), wt }
}

/** The lowest price in words: 'from ₹270 for 0.3 kg'; null when the cake is priced flat. */
export function fromPriceText(cake: Priced & { weight: string[] }): string | null {
  const { paise, wt } = fromPrice(cake)
  return wt && `from ${formatInr(paise)} for ${formatWeight(wt)}`
}

function lightest(weights: string[]): string | null {
  const real = weights.filter((wt) => kilos(wt) !== null)
  return real.sort((a, b) => Number(a) - Number(b))[0] ?? null
}

const maxPercent = 9
const stepRupees = 10

/**
 * A computed price to strike through: the real one raised by 0 to 9 whole percent, rounded to rupees, then
 * reduced to a multiple of ₹10. Null when that is not above the real price, for then nothing is struck.
 * `random` gives numbers from 0 up to 1; draw once per page view, so that the price stands still.
 */
export function struckPrice(realPaise: Paise, random: () => number): Paise | null {
  const percent = Math.floor(random() * (maxPercent + 1))
  const inflated = Math.round(toRupees((realPaise * (100 + percent)) / 100))
  const struck = toPaise(inflated - (inflated % stepRupees))
  return struck > realPaise ? struck : null
}
