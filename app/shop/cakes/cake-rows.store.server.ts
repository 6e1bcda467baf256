import { sql } from 'drizzle-orm'
import { toPaise } from '#shop/values/money.ts'
import type { Cake } from './cake.schema.ts'

/** Selects cakes as the texts that the API answers. */
export const cakeText = sql`cakes.as_json`.mapWith(String)

/** Selects cakes to work with. */
export const wholeCake = sql`cakes.as_json`.mapWith(readCake)

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
