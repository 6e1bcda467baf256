import { sql } from 'drizzle-orm'
import { toPaise } from '#shop/values/money.ts'
import type { Cake } from './cake.schema.ts'

/**
 * A cake as a JSON text of just the fields of `cakeSchema`, put together by the database: to put some together here, check
 * them and write them costs more than all else that a call of the catalogue does. For queries that read the one table.
 */
const cakeInJson = () => sql`(select row_to_json(shown)::text from (select
  cakes.id as "_id", cakes.id, cakes.name, cakes.image, (cakes.price_paise / 100.0)::float8 as price, cakes.category,
  cakes.flavours, cakes.weights as weight, cakes.egg, cakes.featured, cakes.stock, cakes.description,
  cakes.stars::float8, cakes.reviews, (cakes.earlier_price_paise / 100.0)::float8 as "earlierPrice",
  cakes.shown_pictures as pictures
) shown)`

/** Selects cakes as the texts that the API answers. */
export const cakeText = cakeInJson().mapWith(String)

/** Selects cakes to work with. */
export const wholeCake = cakeInJson().mapWith(readCake)

/** A cake from its text. */
export function readCake(text: string): Cake {
  return JSON.parse(text)
}

/** A cake's own columns from what the API calls them, without its id and pictures. */
export function toColumns(
  cake: Omit<Cake, '_id' | 'id' | 'image' | 'pictures'> & { hidden?: boolean },
) {
  const { name, category, flavours, egg, featured, hidden, stock, description, stars, reviews } =
    cake
  return {
    ...{ name, category, flavours, egg, featured, hidden, stock, description, stars, reviews },
    weights: cake.weight,
    pricePaise: toPaise(cake.price),
    earlierPricePaise: cake.earlierPrice === null ? null : toPaise(cake.earlierPrice),
  }
}
