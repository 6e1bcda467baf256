import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { orderItems, orders } from '../orders.tables.server.ts'

/** What customers say of cakes that they got: one for an item. Only `shown` ones are public. */
export const cakeReviews = pgTable(
  'cake_reviews',
  {
    itemId: uuid('item_id')
      .primaryKey()
      .references(() => orderItems.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** No reference: a cake may be deleted, and come back by an import. */
    cakeId: text('cake_id').notNull(),
    stars: integer().notNull(),
    words: text().notNull().default(''),
    pictureId: text('picture_id').references(() => pictures.id),
    /** 'Asha, Indiranagar, Nov 2026' */
    by: text().notNull(),
    /** '1 kg, eggless' */
    about: text().notNull(),
    writtenAt: instant('written_at').notNull(),
    state: text({ enum: ['waiting', 'shown', 'hidden'] })
      .notNull()
      .default('waiting'),
    /** Why it is not shown; '' unless it is hidden. */
    reason: text().notNull().default(''),
    /** The shop's; '' for none. */
    answer: text().notNull().default(''),
  },
  (t) => [
    check('cake_reviews_stars', sql`${t.stars} between 1 and 5`),
    check('cake_reviews_state', sql`${t.state} in ('waiting', 'shown', 'hidden')`),
    check('cake_reviews_reason', sql`(${t.state} = 'hidden') = (${t.reason} <> '')`),
    index('cake_reviews_of_order').on(t.orderId),
    index('cake_reviews_shown').on(t.cakeId, t.writtenAt).where(sql`${t.state} = 'shown'`),
    index('cake_reviews_waiting').on(t.writtenAt).where(sql`${t.state} = 'waiting'`),
    index('cake_reviews_picture').on(t.pictureId).where(sql`${t.pictureId} is not null`),
  ],
)
