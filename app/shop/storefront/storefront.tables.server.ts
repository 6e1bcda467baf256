import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    username: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The order that it complains about; null from the contact page. */
    orderId: uuid('order_id').references(() => orders.id),
    /** When staff said that they answered the complaint; null before. */
    answeredAt: instant('answered_at'),
  },
  (t) => [
    check('messages_answered', sql`${t.answeredAt} is null or ${t.orderId} is not null`),
    index('messages_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('messages_open')
      .on(t.orderId)
      .where(sql`${t.orderId} is not null and ${t.answeredAt} is null`),
  ],
)

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
