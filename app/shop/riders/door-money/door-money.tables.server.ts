import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { DoorMethod } from './door-money.ts'

/** What was paid of the cash that an order is due: once at its door, and once afterwards where that was not what was due. */
export const doorPayments = pgTable(
  'door_payments',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** 'rest' settles what was short, or what was too much. */
    part: text({ enum: ['door', 'rest'] }).notNull(),
    /** Of a rest: what was short; below 0 what was too much. */
    duePaise: integer('due_paise').notNull(),
    /** Below 0 where it was given back. */
    takenPaise: integer('taken_paise').notNull(),
    /** Null where nothing was taken. */
    method: text().$type<DoorMethod>(),
    /** Twelve digits of a payment by UPI: each counts once. */
    reference: text().unique(),
    /** Why it was short; '' otherwise. */
    reason: text().notNull(),
    /** A colleague's e-mail, or 'rider'. */
    by: text().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.part] }),
    check('door_payments_part', sql`${t.part} in ('door', 'rest')`),
    check(
      'door_payments_amounts',
      sql`case ${t.part} when 'door' then ${t.duePaise} >= 0 and ${t.takenPaise} >= 0 and ${t.duePaise} + ${t.takenPaise} > 0 else ${t.takenPaise} = ${t.duePaise} and ${t.takenPaise} <> 0 end`,
    ),
    check(
      'door_payments_reason',
      sql`(${t.takenPaise} >= ${t.duePaise}) = (${t.reason} = '') and length(${t.reason}) <= 140`,
    ),
    check(
      'door_payments_method',
      sql`(${t.takenPaise} = 0 or ${t.method} is not null) and (${t.method} is null or ${t.method} in ('cash', 'upi')) and coalesce(${t.method} = 'upi', false) = (${t.reference} is not null)`,
    ),
    check('door_payments_reference', sql`${t.reference} ~ '^[0-9]{12}$'`),
  ],
)
