import { sql } from 'drizzle-orm'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { toRupees } from '#shop/values/money.ts'
import { cakes } from './cakes.tables.server.ts'
import type { CardCake } from './card-cake.ts'

/** What a query of cakes selects for `toCard`; without `described` the description is ''. */
export const cardColumns = (described: boolean) => ({
  id: cakes.id,
  name: cakes.name,
  pricePaise: cakes.pricePaise,
  category: cakes.category,
  weight: cakes.weights,
  egg: cakes.egg,
  stars: cakes.stars,
  description: described ? cakes.description : sql<string>`''`,
  picture: sql<Picture | null>`${cakes.shownPictures} -> 0`,
})

type CardRow = Omit<CardCake, 'price' | 'pictures'> & {
  pricePaise: number
  picture: Picture | null
}

/** A cake's card from its row. */
export function toCard({
  id,
  name,
  category,
  weight,
  egg,
  stars,
  description,
  ...row
}: CardRow): CardCake {
  return {
    ...{ id, name, category, weight, egg, stars, description },
    price: toRupees(row.pricePaise),
    pictures: row.picture ? [row.picture] : [],
  }
}
