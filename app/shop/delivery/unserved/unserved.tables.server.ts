import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'

/** How often customers asked for a pincode where the shop does not deliver; nothing of who asked. */
export const unservedPincodes = pgTable(
  'unserved_pincodes',
  {
    pincode: text().primaryKey(),
    asked: integer().notNull(),
    /** The day in Kolkata on which somebody asked last. */
    lastAsked: date('last_asked', { mode: 'string' }).notNull(),
  },
  (t) => [
    check('unserved_pincodes_digits', sql`${t.pincode} ~ '^[1-9][0-9]{5}$'`),
    check('unserved_pincodes_asked', sql`${t.asked} > 0`),
  ],
)

/** Who wants to be told when the shop delivers to a pincode; `token` is in the mailed link. Who was told is deleted. */
export const pincodeRequests = pgTable(
  'pincode_requests',
  {
    email: text().notNull(),
    pincode: text().notNull(),
    token: text().notNull().unique(),
    askedAt: instant('asked_at').notNull(),
    /** When they followed the mailed link; null before. */
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.email, t.pincode] }),
    check('pincode_requests_email_lower', sql`${t.email} = lower(${t.email})`),
    check('pincode_requests_digits', sql`${t.pincode} ~ '^[1-9][0-9]{5}$'`),
  ],
)
