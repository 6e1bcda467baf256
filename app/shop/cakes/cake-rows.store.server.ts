import { sql } from 'drizzle-orm'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { type Paise, toPaise, toRupees } from '#shop/values/money.ts'
import type { Cake } from './cake.schema.ts'
import { cakes } from './cakes.tables.server.ts'

// Written out, because Drizzle leaves the table off a column's name where a query reads one table.
const picturesOfCake = sql<Picture[]>`(
  select coalesce(json_agg(json_build_object(
    'id', p.id, 'alt', coalesce(nullif(cp.alt, ''), cakes.name), 'width', p.width, 'height', p.height,
    'colour', p.colour, 'placeholder', p.placeholder
  ) order by cp.position), '[]')
  from cake_pictures cp join pictures p on p.id = cp.picture_id
  where cp.cake_id = cakes.id
)`

/** What a query of cakes selects for `toCake`. */
export const cakeColumns = {
  id: cakes.id,
  name: cakes.name,
  pricePaise: cakes.pricePaise,
  earlierPricePaise: cakes.earlierPricePaise,
  category: cakes.category,
  flavours: cakes.flavours,
  weight: cakes.weights,
  egg: cakes.egg,
  featured: cakes.featured,
  stock: cakes.stock,
  description: cakes.description,
  stars: cakes.stars,
  reviews: cakes.reviews,
  pictures: picturesOfCake,
}

/** A cake as `cakeColumns` reads it. */
export type CakeRow = Omit<Cake, '_id' | 'image' | 'price' | 'earlierPrice'> & {
  pricePaise: Paise
  earlierPricePaise: Paise | null
}

export function toCake<Row extends CakeRow>({ pricePaise, earlierPricePaise, ...row }: Row) {
  return {
    ...row,
    _id: row.id,
    price: toRupees(pricePaise),
    earlierPrice: earlierPricePaise === null ? null : toRupees(earlierPricePaise),
    image: row.pictures.map(({ id }) => picturePath(id, 640, 'webp')),
  }
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
