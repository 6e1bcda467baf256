import { pgTable, text } from 'drizzle-orm/pg-core'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'

/** What the owner says in place of the shop's first words. */
export const shopWords = pgTable('shop_words', {
  /** `home.headline`. */
  key: text().primaryKey(),
  /** '' where nothing is said. */
  text: text().notNull(),
  /** The owner's own picture, where the page has a place for one. */
  pictureId: text('picture_id').references(() => pictures.id),
})
