import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'

/*
 * The sandbox provider's own ledger. It stands in for a remote provider: no other table refers to it, and it refers to no
 * other table.
 */

/** A test card as the browser reported it: what it does and its last four digits, never its number. */
export const sandboxMethods = pgTable(
  'sandbox_methods',
  {
    id: text().primaryKey(),
    behaviour: text({
      enum: ['succeeds', 'declined', 'insufficient_funds', 'second_factor'],
    }).notNull(),
    last4: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check(
      'sandbox_methods_behaviour',
      sql`${t.behaviour} in ('succeeds', 'declined', 'insufficient_funds', 'second_factor')`,
    ),
    check('sandbox_methods_last4', sql`${t.last4} ~ '^[0-9]{4}$'`),
  ],
)

export const sandboxIntents = pgTable(
  'sandbox_intents',
  {
    id: text().primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    amountPaise: integer('amount_paise').notNull(),
    currency: text().notNull(),
    reference: text().notNull(),
    /** A card is good for one payment. */
    methodId: text('method_id')
      .unique()
      .references(() => sandboxMethods.id),
    status: text({
      enum: [
        'requires_method',
        'requires_confirmation',
        'requires_action',
        'succeeded',
        'cancelled',
      ],
    }).notNull(),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('sandbox_intents_amount', sql`${t.amountPaise} > 0`),
    check(
      'sandbox_intents_status',
      sql`${t.status} in ('requires_method', 'requires_confirmation', 'requires_action', 'succeeded', 'cancelled')`,
    ),
  ],
)

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text().primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    intentId: text('intent_id')
      .notNull()
      .references(() => sandboxIntents.id),
    amountPaise: integer('amount_paise').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('sandbox_refunds_amount', sql`${t.amountPaise} > 0`),
    index('sandbox_refunds_intent').on(t.intentId),
  ],
)
