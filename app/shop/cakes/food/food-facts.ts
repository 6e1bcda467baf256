import { formatWeight } from '#shop/values/weight.ts'
import { type ChosenText, chosenFacts, eggOf } from '../chosen.ts'

/**
 * What a label has to name, by the words that customers read: the groups of India's Food Safety and Standards (Labelling
 * and Display) Regulations 2020, 5(14), with nuts parted into peanuts and tree nuts, and sesame and mustard besides.
 */
export const allergens = [
  'gluten',
  'crustaceans',
  'milk',
  'egg',
  'fish',
  'peanuts',
  'tree nuts',
  'soy',
  'sulphite',
  'sesame',
  'mustard',
] as const

export type Allergen = (typeof allergens)[number]

interface Allergens {
  /** Null until the owner says it: then nobody may read it as none. */
  contains: Allergen[] | null
  /** Traces. */
  mayContain: Allergen[]
}

/** What the owner of a cake says of it, as the food law wants it. */
export interface FoodFacts extends Allergens {
  ingredients: string
  /** Best before, and how to keep it. */
  keeping: string
  /** The licence of who makes it, 14 digits; '' if the shop does. */
  madeByFssai: string
}

/** Of a cake whose owner has said nothing. */
export const nothingSaid: Readonly<FoodFacts> = {
  ingredients: '',
  contains: null,
  mayContain: [],
  keeping: '',
  madeByFssai: '',
}

/** Whether the owner has said all that a label needs. */
export function hasFoodFacts({ ingredients, contains, keeping }: FoodFacts): boolean {
  return ingredients !== '' && contains !== null && keeping !== ''
}

/** A cake with egg contains egg, whether its owner says so or not. */
export function withEgg<Cake extends { egg: string; contains: Allergen[] | null }>(
  cake: Cake,
): Cake {
  if (cake.egg !== 'Egg' || !cake.contains || cake.contains.includes('egg')) return cake
  const { contains } = cake
  return { ...cake, contains: allergens.filter((one) => one === 'egg' || contains.includes(one)) }
}

/** The food facts of a cake that was chosen so; undefined if it is customised or deleted. */
export function factsOf<Facts extends FoodFacts | undefined>(
  facts: Facts,
  chosen: readonly ChosenText[],
): Facts {
  if (!facts?.contains) return facts
  const adding = chosen.filter((text) => text.endsWith(')'))
  const adds = adding.flatMap((text) => text.slice(text.indexOf('(') + 1, -1).split(', '))
  const hasEgg = facts.contains.includes('egg')
  const egg = eggOf({ egg: hasEgg ? 'Egg' : 'Eggless' }, chosen)
  const all = new Set<string>([...facts.contains, ...adds])
  if (egg === 'Egg') all.add('egg')
  else all.delete('egg')
  const ingredients = facts.ingredients
    .split(/, (?![^(]*\))/)
    .filter((one) => egg === 'Egg' || !hasEgg || !/^[^(]*\beggs?\b[^(]*$/i.test(one))
    .concat(chosenFacts(adding).map(([, option]) => option))
    .concat(egg === 'Egg' && !hasEgg ? 'Eggs' : [])
  return {
    ...facts,
    ingredients: facts.ingredients && ingredients.join(', '),
    contains: allergens.filter((one) => all.has(one)),
  }
}

/** Whether somebody who avoids this may eat it, as far as its owner says: never if they say nothing. */
export function isWithout({ contains, mayContain }: Allergens, avoided: string): boolean {
  const groups = avoided === 'nuts' ? ['peanuts', 'tree nuts'] : [avoided]
  return contains !== null && ![...contains, ...mayContain].some((one) => groups.includes(one))
}

const ask = 'Ask us about allergens'

type Row = [name: string, text: string]

function allergenRows(cake: Allergens | undefined): Row[] {
  if (!cake?.contains) return [['Allergens', ask]]
  const { contains, mayContain } = cake
  const traces = mayContain.filter((one) => !contains.includes(one))
  const rows: Row[] = [
    ['Contains', contains.join(', ') || 'no declared allergens'],
    ['May contain', traces.join(', ')],
  ]
  return rows.filter(([, text]) => text)
}

/** 'Contains: gluten, milk. May contain: soy.' @param cake undefined if it is customised or deleted */
export function allergenText(cake: Allergens | undefined): string {
  if (!cake?.contains) return `${ask}.`
  return allergenRows(cake)
    .map((row) => `${row.join(': ')}.`)
    .join(' ')
}

interface LabelDetails {
  /** kg */
  weights: readonly string[]
  /** The shop's own licence. */
  fssai: string
}

/** What a label says of a cake, by name. @param cake undefined if it is customised or deleted */
export function labelRows(cake: FoodFacts | undefined, { weights, fssai }: LabelDetails): Row[] {
  const rows: Row[] = [
    ['Ingredients', cake?.ingredients ?? ''],
    ...allergenRows(cake),
    ['Best before', cake?.keeping ?? ''],
    ['Net weight', weights.map(formatWeight).join(', ')],
    ['FSSAI licence', cake?.madeByFssai || fssai],
  ]
  return rows.filter(([, text]) => text)
}
