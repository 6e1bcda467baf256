import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { Wishes } from './notice-wishes.ts'

/** What somebody of the bakery wants to hear, and how. Without a row it is what everybody begins with. */
export const noticeWishes = pgTable(
  'notice_wishes',
  {
    /** That of the account, or 'shop' for the shop's own address. */
    id: text().primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Events by way. */
    wishes: jsonb().$type<Partial<Wishes>>().notNull(),
    /** Between these times of the day, 'HH:MM' in Kolkata, what is not for today waits; '' for none. */
    quietFrom: text('quiet_from').notNull().default(''),
    quietUntil: text('quiet_until').notNull().default(''),
  },
  (t) => [
    check('notice_wishes_id', sql`${t.id} = coalesce(${t.userId}, 'shop')`),
    check(
      'notice_wishes_quiet',
      sql`${t.quietFrom} ~ '^([0-9]{2}:[0-9]{2})?$' and ${t.quietUntil} ~ '^([0-9]{2}:[0-9]{2})?$' and (${t.quietFrom} = '') = (${t.quietUntil} = '')`,
    ),
  ],
)

/** A browser, mostly a phone's, on which a colleague is told: what its push service gave it. */
export const noticePhones = pgTable(
  'notice_phones',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    /** The browser's keys, base64url: only it can read what is sent. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('notice_phones_user').on(t.userId, t.createdAt)],
)
