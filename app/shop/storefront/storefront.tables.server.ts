import { sql } from 'drizzle-orm'
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'

export const messages = pgTable('messages', {
  id: uuid().primaryKey(),
  username: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Newsletter subscribers; `token` is in the links that confirm and unsubscribe. Who unsubscribes is deleted. */
export const subscribers = pgTable(
  'subscribers',
  {
    email: text().primaryKey(),
    token: text().notNull().unique(),
    consentedAt: instant('consented_at').notNull(),
    /** When they opened the mailed link; null before. */
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [check('subscribers_email_lower', sql`${t.email} = lower(${t.email})`)],
)
