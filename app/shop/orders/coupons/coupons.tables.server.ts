import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'

/** A coupon is never changed or deleted, only ended: orders were priced by it. An order that has it is a use of it. */
export const coupons = pgTable(
  'coupons',
  {
    code: text().primaryKey(),
    /** It takes off this, or `paise`. */
    percent: integer(),
    paise: integer(),
    /** What the cakes that it is for must come to. */
    fromPaise: integer('from_paise').notNull(),
    /** Empty: all cakes that have a price. */
    categories: text().array().notNull(),
    isForFirstOrder: boolean('is_for_first_order').notNull(),
    /** In all, and of one customer; null for any number. */
    maxUses: integer('max_uses'),
    maxEach: integer('max_each'),
    /** Days in Kolkata, both within; null without one. */
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    check('coupons_code', sql`${t.code} ~ '^[A-Z0-9]{3,20}$'`),
    // What is left is more than nothing.
    check(
      'coupons_off',
      sql`(${t.percent} is null) <> (${t.paise} is null) and coalesce(${t.percent} between 1 and 90, ${t.paise} > 0 and ${t.paise} < ${t.fromPaise})`,
    ),
    check('coupons_from', sql`${t.fromPaise} >= 0`),
    check('coupons_uses', sql`${t.maxUses} > 0 and ${t.maxEach} > 0`),
    check('coupons_days', sql`${t.startsOn} <= ${t.endsOn}`),
  ],
)
