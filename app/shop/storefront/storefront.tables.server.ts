import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { Reply, Wish } from './inbox/conversation.ts'

/** Each is a conversation: what it begins with, and its replies. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    /** What customers and staff call it by. */
    number: integer().generatedAlwaysAsIdentity().unique(),
    username: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The order that it is about; null from the contact page. */
    orderId: uuid('order_id').references(() => orders.id),
    /** The custom cake that the shop itself asks about. */
    itemId: uuid('item_id').references(() => orderItems.id),
    wish: text().$type<Wish>(),
    replies: jsonb().$type<readonly Reply[]>().notNull().default([]),
    /** Since when it no longer waits for the shop; null while it does. */
    answeredAt: instant('answered_at'),
  },
  (t) => [
    check('messages_wish', sql`${t.wish} in ('answer', 'again', 'money')`),
    check('messages_item', sql`${t.itemId} is null or ${t.orderId} is not null`),
    index('messages_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('messages_waiting').on(t.createdAt).where(sql`${t.answeredAt} is null`),
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
