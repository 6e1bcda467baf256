import { sql } from 'drizzle-orm'
import type { CardCake } from './card-cake.ts'

/**
 * A cake's card as a JSON text of just the fields of `CardCake`; without `described` the description is ''. For queries in
 * which `cakes` is the table of that name.
 */
const cardInJson = (described: boolean) =>
  sql`left(cakes.card, -1) || ',"description":' || ${described ? sql`to_json(cakes.description)` : sql`'""'`} || '}'`

/** Selects cards as the texts that the API answers. */
export const cardText = (described: boolean) => cardInJson(described).mapWith(String)

/** Selects cards, without descriptions, to work with. */
export const wholeCard = cardInJson(false).mapWith(readCard)

/** A card from its text. */
export function readCard(text: string): CardCake {
  return JSON.parse(text)
}
