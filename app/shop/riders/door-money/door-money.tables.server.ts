import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { DoorMethod } from './door-money.ts'

/** What became of the money that was due at a door. Where there is no row, it is due still. */
export const doorPayments = pgTable(
  'door_payments',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    state: text({ enum: ['taken', 'short', 'waived'] }).notNull(),
    duePaise: integer('due_paise').notNull(),
    takenPaise: integer('taken_paise').notNull(),
    /** Null where nothing was taken. */
    method: text().$type<DoorMethod>(),
    /** Twelve digits of a payment by UPI: each counts for one order only. */
    reference: text().unique(),
    /** Why it was short, or is waived; '' where all was taken. */
    reason: text().notNull(),
    /** A colleague's e-mail, or 'rider'. */
    by: text().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    check(
      'door_payments_amounts',
      sql`${t.duePaise} > 0 and ${t.takenPaise} between 0 and ${t.duePaise} and (${t.state} = 'taken') = (${t.takenPaise} = ${t.duePaise})`,
    ),
    check('door_payments_state', sql`${t.state} in ('taken', 'short', 'waived')`),
    check(
      'door_payments_reason',
      sql`(${t.state} = 'taken') = (${t.reason} = '') and length(${t.reason}) <= 140`,
    ),
    check(
      'door_payments_method',
      sql`(${t.takenPaise} = 0 or ${t.method} is not null) and (${t.method} is null or ${t.method} in ('cash', 'upi')) and coalesce(${t.method} = 'upi', false) = (${t.reference} is not null)`,
    ),
    check('door_payments_reference', sql`${t.reference} ~ '^[0-9]{12}$'`),
  ],
)
