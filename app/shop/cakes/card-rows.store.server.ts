import { sql } from 'drizzle-orm'
import type { CardCake } from './card-cake.ts'

/**
 * A cake's card as a JSON text of just the fields of `CardCake`, put together by the database as a whole cake is; without
 * `described` the description is ''. For queries in which `cakes` is the table of that name.
 */
const cardInJson = (described: boolean) => sql`(select row_to_json(card)::text from (select
  cakes.id, cakes.name, cakes.category, (cakes.price_paise / 100.0)::float8 as price, cakes.weights as weight, cakes.egg,
  cakes.stars::float8, ${described ? sql`cakes.description` : sql`''`} as description,
  case when cakes.image = '{}' then '[]' else json_build_array(cakes.shown_pictures -> 0) end as pictures
) card)`

/** Selects cards as the texts that the API answers. */
export const cardText = (described: boolean) => cardInJson(described).mapWith(String)

/** Selects cards, without descriptions, to work with. */
export const wholeCard = cardInJson(false).mapWith(readCard)

/** A card from its text. */
export function readCard(text: string): CardCake {
  return JSON.parse(text)
}
