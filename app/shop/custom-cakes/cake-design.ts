/** The choices of the cake designer, each with its label and its description in words. */
export const cakeChoices = {
  shape: {
    legend: 'Shape',
    options: {
      round: { label: 'Round', words: 'A round cake' },
      square: { label: 'Square', words: 'A square cake' },
      heart: { label: 'Heart', words: 'A heart-shaped cake' },
    },
  },
  tiers: {
    legend: 'Tiers',
    options: {
      one: { label: 'One', words: 'of one tier' },
      two: { label: 'Two', words: 'of two tiers' },
      three: { label: 'Three', words: 'of three tiers' },
    },
  },
  colour: {
    legend: 'Icing',
    options: {
      vanilla: { label: 'Vanilla cream', words: 'in vanilla cream' },
      blush: { label: 'Blush pink', words: 'in blush pink' },
      saffron: { label: 'Saffron', words: 'in saffron' },
      pistachio: { label: 'Pistachio', words: 'in pistachio' },
      sky: { label: 'Sky blue', words: 'in sky blue' },
      lavender: { label: 'Lavender', words: 'in lavender' },
      velvet: { label: 'Red velvet', words: 'in red velvet' },
      chocolate: { label: 'Chocolate', words: 'in chocolate' },
    },
  },
  drip: {
    legend: 'Drip',
    options: {
      none: { label: 'None', words: '' },
      chocolate: { label: 'Chocolate', words: 'a chocolate drip' },
      caramel: { label: 'Caramel', words: 'a caramel drip' },
      berry: { label: 'Berry', words: 'a berry drip' },
      white: { label: 'White', words: 'a white chocolate drip' },
    },
  },
  topping: {
    legend: 'Topping',
    options: {
      none: { label: 'None', words: '' },
      strawberries: { label: 'Strawberries', words: 'strawberries' },
      roses: { label: 'Roses', words: 'sugar roses' },
      macarons: { label: 'Macarons', words: 'macarons' },
      sprinkles: { label: 'Sprinkles', words: 'sprinkles' },
      candles: { label: 'Candles', words: 'candles' },
    },
  },
} as const

type Choices = typeof cakeChoices

export type CakePart = keyof Choices

/** One choice for each part: `{ shape: 'round', tiers: 'two', colour: 'blush', drip: 'chocolate', topping: 'roses' }`. */
export type CakeDesign = { [Part in CakePart]: keyof Choices[Part]['options'] & string }

/** A colour in three lights. */
export interface Shades {
  light: string
  base: string
  dark: string
}

export const icings: Record<CakeDesign['colour'], Shades> = {
  vanilla: { light: '#fffaee', base: '#fbeccb', dark: '#e3c490' },
  blush: { light: '#fff0ee', base: '#f9cfcd', dark: '#dd9a9c' },
  saffron: { light: '#ffe9b8', base: '#f7bf5b', dark: '#d18c22' },
  pistachio: { light: '#f1f7dc', base: '#cfdfa3', dark: '#98ae68' },
  sky: { light: '#eff8fd', base: '#bddff0', dark: '#82afca' },
  lavender: { light: '#f6effb', base: '#d9c6ea', dark: '#a78fc2' },
  velvet: { light: '#d9566a', base: '#b2243f', dark: '#780f27' },
  chocolate: { light: '#a9795c', base: '#76492f', dark: '#4a2818' },
}

/** What runs down the sides; `none` is never drawn. */
export const glazes: Record<Exclude<CakeDesign['drip'], 'none'>, Shades> = {
  chocolate: { light: '#7d4a33', base: '#4b2518', dark: '#2e140c' },
  caramel: { light: '#efb25c', base: '#c97a2b', dark: '#95501a' },
  berry: { light: '#d9467a', base: '#a81c4d', dark: '#74102f' },
  white: { light: '#ffffff', base: '#fff6e8', dark: '#dfc9ac' },
}

export const cakeParts = ['shape', 'tiers', 'colour', 'drip', 'topping'] as const

export const firstDesign: CakeDesign = {
  shape: 'round',
  tiers: 'two',
  colour: 'blush',
  drip: 'chocolate',
  topping: 'strawberries',
}

/** The options of a part: `['round', 'square', 'heart']`. */
export function designOptions<Part extends CakePart>(part: Part) {
  return Object.keys(cakeChoices[part].options) as CakeDesign[Part][]
}

export function designLabel<Part extends CakePart>(part: Part, option: CakeDesign[Part]): string {
  return entryOf(part, option).label
}

/** A design in a sentence: 'A round cake of two tiers in blush pink, with a chocolate drip and strawberries'. */
export function designDescription(design: CakeDesign): string {
  const wordsOf = (part: CakePart) => entryOf(part, design[part]).words
  const on = [wordsOf('drip'), wordsOf('topping')].filter((words) => words !== '').join(' and ')
  const cake = `${wordsOf('shape')} ${wordsOf('tiers')} ${wordsOf('colour')}`
  return on === '' ? cake : `${cake}, with ${on}`
}

export function isCakeDesign(value: unknown): value is CakeDesign {
  if (typeof value !== 'object' || value === null) return false
  const parts = new Map(Object.entries(value))
  return cakeParts.every((part) => designOptions(part).some((option) => option === parts.get(part)))
}

function entryOf<Part extends CakePart>(part: Part, option: CakeDesign[Part]) {
  const options: Record<string, { label: string; words: string }> = cakeChoices[part].options
  const entry = options[option]
  if (!entry) throw new Error(`No ${part} is called ${option}`)
  return entry
}

/** A random design, never the present one; `chance` returns numbers from 0 to below 1. */
export function randomDesign(present: CakeDesign, chance: () => number): CakeDesign {
  const choose = <Part extends CakePart>(part: Part): CakeDesign[Part] => {
    const options = designOptions(part)
    return options[Math.floor(chance() * options.length)] ?? present[part]
  }
  const parts = cakeParts.map((part) => [part, choose(part)])
  const found: CakeDesign = Object.fromEntries(parts)
  if (cakeParts.some((part) => found[part] !== present[part])) return found
  return { ...found, shape: found.shape === 'round' ? 'heart' : 'round' }
}

/** A design whose picture the shop has drawn and stored. */
export interface DrawnDesign {
  /** The picture's address, for a cart line's `image`. */
  address: string
  /** Its description, of {@link designDescription}. */
  words: string
}
