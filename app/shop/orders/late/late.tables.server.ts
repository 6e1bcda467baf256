import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/columns.server.ts'
import { orders } from '../orders.tables.server.ts'

/** Days for which the shop declared beforehand that it promises nothing. */
export const exceptionalDays = pgTable(
  'exceptional_days',
  {
    day: date({ mode: 'string' }).primaryKey(),
    /** Customers read it: 'Heavy rain'. */
    reason: text().notNull(),
    declaredAt: instant('declared_at').notNull(),
  },
  (t) => [check('exceptional_days_reason', sql`length(${t.reason}) between 1 and 100`)],
)

/** What a late delivery cost the shop, decided once for each late order. */
export const lateDeliveries = pgTable(
  'late_deliveries',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** From the slot's end until it was handed over, or could have been. */
    minutes: integer().notNull(),
    /**
     * 'owed' has a negative charge. The others are why nothing is refunded: no step was reached, the day was exceptional, or
     * a bank decides.
     */
    outcome: text({ enum: ['owed', 'nothing', 'exceptional', 'disputed'] }).notNull(),
    decidedAt: instant('decided_at').notNull(),
  },
  (t) => [
    check('late_deliveries_minutes', sql`${t.minutes} >= 0`),
    check(
      'late_deliveries_outcome',
      sql`${t.outcome} in ('owed', 'nothing', 'exceptional', 'disputed')`,
    ),
  ],
)
