import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** Days that the shop has excluded from its promise beforehand. */
export const exceptionalDays = pgTable(
  'exceptional_days',
  {
    day: date({ mode: 'string' }).primaryKey(),
    /** Shown to customers: 'Heavy rain'. */
    reason: text().notNull(),
    declaredAt: instant('declared_at').notNull(),
  },
  (t) => [check('exceptional_days_reason', sql`length(${t.reason}) between 1 and 800`)],
)

export const lateDeliveries = pgTable(
  'late_deliveries',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** From the slot's end until the hand-over, or until the attempt that the recipient missed. */
    minutes: integer().notNull(),
    /**
     * 'owed' has a negative charge. The others say why nothing is refunded: no step was reached, the day was
     * exceptional, or a bank decides.
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
