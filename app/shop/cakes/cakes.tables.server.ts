import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Names in the order of a dictionary, whatever the server's own order: ICU's, which English and most languages share. */
export const inOrder = (name: AnyPgColumn) => sql`${name} collate "und-x-icu"`

/** A cake of the catalogue. `pricePaise` is per kg, or per piece for the category 'pestry'. */
export const cakes = pgTable(
  'cakes',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    pricePaise: integer('price_paise').notNull(),
    earlierPricePaise: integer('earlier_price_paise'),
    category: text().notNull(),
    flavours: text().array().notNull(),
    /** Weights to choose from, in kg, as the customer reads them: '0.5'. */
    weights: text().array().notNull(),
    egg: text({ enum: ['Egg', 'Eggless'] }).notNull(),
    featured: boolean().notNull().default(false),
    /** Kept for the baker alone: neither shown nor sold. */
    hidden: boolean().notNull().default(false),
    /** How many may be ordered at once; not a stock that runs down. */
    stock: integer().notNull(),
    description: text().notNull(),
    stars: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull().default(0),
    reviews: text().array().notNull().default(sql`'{}'`),
    // What the rows of its pictures say, put together by triggers of the database, so that reading cakes joins nothing.
    image: text().array().notNull().default(sql`'{}'`),
    shownPictures: json('shown_pictures').$type<Picture[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** The cake as a JSON text of just the fields of `cakeSchema`: written once, where it changes, and read as it is. */
    asJson: text('as_json')
      .notNull()
      .generatedAlwaysAs(sql`cake_as_json(
      id, name, image, price_paise, category, flavours, weights, egg, featured, stock, description, stars, reviews,
      earlier_price_paise, shown_pictures)`),
    /** Its card in the same way, but for the description. */
    card: text()
      .notNull()
      .generatedAlwaysAs(
        sql`cake_card(id, name, category, price_paise, weights, egg, stars, shown_pictures)`,
      ),
    /** The name as it is searched. */
    searchedName: text('searched_name').notNull().generatedAlwaysAs(sql`lower(name)`),
    /** The flavours as they are filtered by: of one width, so that they fit into any index. */
    flavourKeys: bigint('flavour_keys', { mode: 'bigint' })
      .array()
      .notNull()
      .generatedAlwaysAs(sql`cake_flavour_keys(flavours)`),
  },
  (t) => [
    // The catalogue is walked by these in its orders. They hold all it is filtered by, so that cakes that do not fit are not read.
    index('cakes_by_price')
      .on(t.pricePaise, t.id, t.searchedName, t.category, t.egg, t.flavourKeys)
      .where(sql`not hidden`),
    index('cakes_by_name')
      .on(inOrder(t.name), t.id, t.searchedName, t.pricePaise, t.category, t.egg, t.flavourKeys)
      .where(sql`not hidden`),
    index('cakes_by_category')
      .on(t.category, t.pricePaise, t.id, t.searchedName, t.egg, t.flavourKeys)
      .where(sql`not hidden`),
    index('cakes_by_part_of_name')
      .using('gin', sql`${t.searchedName} gin_trgm_ops`)
      .where(sql`not hidden`),
    index('cakes_by_flavour').using('gin', t.flavourKeys).where(sql`not hidden`),
    index('cakes_best').on(t.category, t.stars.desc().nullsFirst(), t.id).where(sql`not hidden`),
    index('cakes_featured').on(t.id).where(sql`featured and not hidden`),
    check('cakes_id_slug', sql`${t.id} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('cakes_price', sql`${t.pricePaise} > 0`),
    check(
      'cakes_earlier_price',
      sql`${t.earlierPricePaise} is null or ${t.earlierPricePaise} > ${t.pricePaise}`,
    ),
    check('cakes_egg', sql`${t.egg} in ('Egg', 'Eggless')`),
    check('cakes_stock', sql`${t.stock} > 0`),
    check('cakes_stars', sql`${t.stars} between 0 and 5`),
    check('cakes_choices', sql`cardinality(${t.flavours}) > 0 and cardinality(${t.weights}) > 0`),
  ],
)

/** Of the cakes that visitors see; written out, because indexes depend on it. */
export const onShow = sql`not ${cakes.hidden}`

/** Which pictures a cake shows, in order; position 0 is the one on its card. */
export const cakePictures = pgTable(
  'cake_pictures',
  {
    cakeId: text('cake_id')
      .notNull()
      .references(() => cakes.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id),
    /** What is seen, for those who cannot see it; '' where the cake's name says enough. */
    alt: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.cakeId, t.position] }),
    index('cake_pictures_picture').on(t.pictureId),
  ],
)
