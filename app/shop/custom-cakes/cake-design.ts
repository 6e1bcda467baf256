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

export const cakeParts = ['shape', 'tiers', 'colour', 'drip', 'topping'] as const

export const firstDesign: CakeDesign = {
  shape: 'round',
  tiers: 'two',
  colour: 'blush',
  drip: 'chocolate',
  topping: 'strawberries',
}

/** The choices there are for a part: `['round', 'square', 'heart']`. */
export function designOptions<Part extends CakePart>(part: Part) {
  return Object.keys(cakeChoices[part].options) as CakeDesign[Part][]
}

export function designLabel<Part extends CakePart>(part: Part, option: CakeDesign[Part]): string {
  return entryOf(part, option).label
}

/** A design in a sentence: 'A round cake of two tiers in blush pink, with a chocolate drip and strawberries'. */
export function designDescription(design: CakeDesign): string {
  const say = (part: CakePart) => entryOf(part, design[part]).words
  const on = [say('drip'), say('topping')].filter((words) => words !== '').join(' and ')
  const cake = `${say('shape')} ${say('tiers')} ${say('colour')}`
  return on === '' ? cake : `${cake}, with ${on}`
}

/** Whether a value is a design: one of the choices for each part. */
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
export function randomDesign(than: CakeDesign, chance: () => number): CakeDesign {
  const choose = <Part extends CakePart>(part: Part): CakeDesign[Part] => {
    const options = designOptions(part)
    return options[Math.floor(chance() * options.length)] ?? than[part]
  }
  const found: CakeDesign = {
    shape: choose('shape'),
    tiers: choose('tiers'),
    colour: choose('colour'),
    drip: choose('drip'),
    topping: choose('topping'),
  }
  if (cakeParts.some((part) => found[part] !== than[part])) return found
  return { ...found, shape: found.shape === 'round' ? 'heart' : 'round' }
}

/** A design whose picture the shop has drawn and stored. */
export interface DrawnDesign {
  /** The picture's address, for a cart line's `image`. */
  address: string
  /** What it shows, in a sentence: 'A round cake of two tiers in blush, with a chocolate drip and strawberries'. */
  words: string
}
