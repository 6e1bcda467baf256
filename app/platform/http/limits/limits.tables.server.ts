import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Counters of limits, if several processes count together. Unlogged: a crash of the server resets them. */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
})
