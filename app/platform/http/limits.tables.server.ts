import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What was counted for limits, when several processes count together; unlogged: a crash of the server forgets it. */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
})
