import { eq, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import type { Allergen } from './food/food-facts.ts'

/** As `allergens` of `food/food-facts.ts`. */
const knownAllergens = sql.raw(
  "array['gluten', 'crustaceans', 'milk', 'egg', 'fish', 'peanuts', 'tree nuts', 'soy', 'sulphite', 'sesame', 'mustard']",
)

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
    /** What it is given for, as customers read it: 'Birthday'. */
    occasions: text().array().notNull().default(sql`'{}'`),
    /** Weights to choose from, in kg, as the customer reads them: '0.5'. */
    weights: text().array().notNull(),
    egg: text({ enum: ['Egg', 'Eggless'] }).notNull(),
    /** What else customers choose, one choice an entry, as `choices.ts` says: 'Shape: Round, Heart +100'. */
    choices: text().array().notNull().default(sql`'{}'`),
    featured: boolean().notNull().default(false),
    /** Only the baker sees it: it is neither shown nor sold. */
    hidden: boolean().notNull().default(false),
    /** How many may be ordered at once; not a stock that runs down. */
    stock: integer().notNull(),
    /** Hours from the order until it can leave. */
    leadHours: integer('lead_hours').notNull().default(3),
    /** Of the kitchen, for each cake; 0 where it is unknown. */
    workMinutes: integer('work_minutes').notNull().default(0),
    /** Besides, for each kg, or each piece of the category 'pestry'. */
    minutesPerKg: integer('minutes_per_kg').notNull().default(0),
    /** Of a day of delivery, and from `fromDay` to `untilDay`; null: any number. */
    piecesADay: integer('pieces_a_day'),
    piecesInAll: integer('pieces_in_all'),
    fromDay: date('from_day', { mode: 'string' }),
    untilDay: date('until_day', { mode: 'string' }),
    /** 'Sat'; empty: all. */
    weekdays: text().array().notNull().default(sql`'{}'`),
    /** Names of the zones that it travels to; empty: it is only picked up; null: everywhere. */
    zones: text().array(),
    description: text().notNull(),
    ingredients: text().notNull().default(''),
    /** Null until the owner says it: then nobody may read it as none. */
    contains: text().array().$type<Allergen[]>(),
    /** Traces. */
    mayContain: text('may_contain').array().$type<Allergen[]>().notNull().default(sql`'{}'`),
    /** Best before, and how to keep it. */
    keeping: text().notNull().default(''),
    /** The licence of who makes it; '' if the shop does. */
    madeByFssai: text('made_by_fssai').notNull().default(''),
    stars: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull().default(0),
    reviews: text().array().notNull().default(sql`'{}'`),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('cakes_id_slug', sql`${t.id} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('cakes_price', sql`${t.pricePaise} > 0`),
    check(
      'cakes_earlier_price',
      sql`${t.earlierPricePaise} is null or ${t.earlierPricePaise} > ${t.pricePaise}`,
    ),
    check('cakes_egg', sql`${t.egg} in ('Egg', 'Eggless')`),
    check('cakes_stock', sql`${t.stock} > 0`),
    check('cakes_stars', sql`${t.stars} between 0 and 5`),
    check('cakes_lead', sql`${t.leadHours} between 0 and 336`),
    check('cakes_pieces', sql`${t.piecesADay} > 0 and ${t.piecesInAll} > 0`),
    check('cakes_days', sql`${t.fromDay} <= ${t.untilDay}`),
    check(
      'cakes_weekdays',
      sql`${t.weekdays} <@ array['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']`,
    ),
    check(
      'cakes_work',
      sql`${t.workMinutes} between 0 and 1440 and ${t.minutesPerKg} between 0 and 1440`,
    ),
    check(
      'cakes_allergens',
      sql`${t.contains} <@ ${knownAllergens} and ${t.mayContain} <@ ${knownAllergens}`,
    ),
    check('cakes_traces', sql`${t.contains} is not null or cardinality(${t.mayContain}) = 0`),
    check('cakes_contains_egg', sql`('egg' = any(${t.contains})) = (${t.egg} = 'Egg')`),
    check('cakes_made_by_fssai', sql`${t.madeByFssai} ~ '^([0-9]{14})?$'`),
    check('cakes_choices', sql`cardinality(${t.flavours}) > 0 and cardinality(${t.weights}) > 0`),
  ],
)

/** Visitors see and buy these cakes. */
export const isPublished = eq(cakes.hidden, false)

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
