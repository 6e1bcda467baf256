import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** What visitors wrote by the contact form. */
export const messages = pgTable('messages', {
  id: uuid().primaryKey(),
  username: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Newsletter subscribers; `token` is part of the unsubscribe link. */
export const subscribers = pgTable(
  'subscribers',
  {
    email: text().primaryKey(),
    token: text().notNull().unique(),
    consentedAt: instant('consented_at').notNull(),
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (t) => [check('subscribers_email_lower', sql`${t.email} = lower(${t.email})`)],
)
