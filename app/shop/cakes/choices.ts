import { isExtra } from './cake-price.ts'
import { type ChosenText, chosenFacts, eggOf } from './chosen.ts'
import { type Allergen, allergens } from './food/food-facts.ts'

/**
 * What a cake can be had with, as its owner writes it, one choice a line: 'Egg or eggless: Egg, Eggless +50' or
 * 'Filling: Cream, Almond +80 (tree nuts)'. The first option is what the cake comes with if nobody chooses.
 */
type ChoiceText = string

interface Option {
  name: string
  /** Rupees for each piece, added to its price. */
  price: number
  /** What it has besides the cake. */
  adds: readonly Allergen[]
  /** The option as it is stored with a line. */
  chosen: ChosenText
}

export interface Choice {
  name: string
  options: readonly Option[]
}

export const maxChoiceLength = 600
const maxOptions = 12
const maxNameLength = 40

/** Null if it is not written as a choice. */
export function parseChoice(text: ChoiceText): Choice | null {
  if (text.length > maxChoiceLength) return null
  const [, name = '', list = ''] = /^([^:]*):(.*)$/.exec(text) ?? []
  const options = list
    .split(/,(?![^(]*\))/)
    .map((option) => parseOption(name.trim(), option.trim()))
  const names = new Set(options.map((option) => option?.name.toLowerCase()))
  const isChoice =
    isName(name.trim()) && names.size === options.length && options.length <= maxOptions
  return isChoice && options.every((option) => option !== null)
    ? { name: name.trim(), options }
    : null
}

function parseOption(choice: string, text: string): Option | null {
  const [, name = '', price = '0', added = ''] =
    /^([^+()]*?)(?: ?\+ ?₹?(\d{1,5}(?:\.\d{1,2})?))?(?: ?\(([^()]*)\))?$/.exec(text) ?? []
  const adds = added === '' ? [] : added.split(',').map((one) => one.trim())
  const isKnown = adds.every((one) => (allergens as readonly string[]).includes(one))
  if (!isName(name) || !isKnown) return null
  const rest = [Number(price) > 0 && `+${Number(price)}`, adds.length > 0 && `(${adds.join(', ')})`]
  const chosen = [`${choice}: ${name}`, ...rest].filter(Boolean).join(' ')
  return { name, price: Number(price), adds: adds as Allergen[], chosen }
}

/** '-50' would be a price that goes down: the first option has the cake's price. */
const isName = (name: string) =>
  /^[^:+()]+$/.test(name) && name.length <= maxNameLength && !/[-–] ?₹?\d+$/.test(name)

/** A line tidied, or as it is if it is not written as a choice. */
export function tidyChoice(text: ChoiceText): ChoiceText {
  const choice = parseChoice(text)
  if (!choice) return text
  return `${choice.name}: ${choice.options.map(({ chosen }) => chosen.slice(choice.name.length + 2)).join(', ')}`
}

export const choicesOf = ({ choices }: { choices: readonly ChoiceText[] }): Choice[] =>
  choices.flatMap((text) => parseChoice(text) ?? [])

/** What a cake comes with if nobody chooses. */
export const firstOptions = (cake: { choices: readonly ChoiceText[] }): ChosenText[] =>
  chooseAgain(cake, []) ?? []

/** The options of these names at today's prices, and the first where none was chosen; null if one is gone. */
export function chooseAgain(
  cake: { choices: readonly ChoiceText[] },
  chosen: readonly ChosenText[],
): ChosenText[] | null {
  const before = new Map(chosenFacts(chosen))
  const again = choicesOf(cake).map(({ name, options }) => {
    const had = before.get(name)
    before.delete(name)
    return had === undefined ? options[0] : options.find((option) => option.name === had)
  })
  const found = again.flatMap((option) => option?.chosen ?? [])
  return before.size === 0 && found.length === again.length ? found : null
}

/** Whether a cake can be had so today: one option of each of its choices, at today's price. */
export function canBeHad(cake: { choices: readonly ChoiceText[] }, chosen: readonly ChosenText[]) {
  return chooseAgain(cake, chosen)?.join('\n') === chosen.join('\n')
}

/** {@link eggOf} a line of the cart: null of an extra, which has no mark, and where it is not known. */
export const markOf = <Egg>(cake: { egg: Egg; category: string }, chosen: readonly ChosenText[]) =>
  isExtra(cake.category) ? null : eggOf(cake, chosen)
