import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'

interface SandboxRefund {
  id: string
  key: string
  amountPaise: number
}

export const sandboxStatuses = [
  'requires_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'succeeded',
  'cancelled',
] as const

/**
 * The sandbox provider's own ledger. It stands in for a remote provider: no other table refers to it, and it refers to no
 * other table.
 */
export const sandboxIntents = pgTable(
  'sandbox_intents',
  {
    id: text().primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    amountPaise: integer('amount_paise').notNull(),
    currency: text().notNull(),
    reference: text().notNull(),
    /** Says what the card or UPI id does. It is good for one payment. */
    methodId: text('method_id').unique(),
    status: text({ enum: sandboxStatuses }).notNull(),
    lastError: text('last_error'),
    refunds: jsonb().$type<readonly SandboxRefund[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('sandbox_intents_amount', sql`${t.amountPaise} > 0`),
    check(
      'sandbox_intents_status',
      sql`${t.status} in (${sql.raw(`'${sandboxStatuses.join("', '")}'`)})`,
    ),
  ],
)
