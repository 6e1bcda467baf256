import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** The card payment of an order; `providerPaymentId` is null until the provider has answered once. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .unique()
      .references(() => orders.id),
    provider: text().notNull(),
    providerPaymentId: text('provider_payment_id'),
    amountPaise: integer('amount_paise').notNull(),
    currency: text().notNull(),
    status: text({ enum: ['started', 'succeeded', 'cancelled'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('payments_amount', sql`${t.amountPaise} > 0`),
    check('payments_currency', sql`${t.currency} = 'INR'`),
    check('payments_status', sql`${t.status} in ('started', 'succeeded', 'cancelled')`),
    unique('payments_provider_id').on(t.provider, t.providerPaymentId),
    index('payments_ended').on(t.createdAt).where(sql`${t.status} = 'cancelled'`),
  ],
)

/** Every event a provider reported about a payment, stored once under the provider's own id. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    provider: text().notNull(),
    providerEventId: text('provider_event_id').notNull(),
    type: text().notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    unique('payment_events_once').on(t.provider, t.providerEventId),
    index('payment_events_payment').on(t.paymentId),
  ],
)

/** Disputes, each as the provider's newest event describes it. */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    provider: text().notNull(),
    providerDisputeId: text('provider_dispute_id').notNull(),
    amountPaise: integer('amount_paise').notNull(),
    reason: text().notNull(),
    status: text({ enum: ['open', 'under_review', 'won', 'lost', 'closed'] }).notNull(),
    isRefundable: boolean('is_refundable').notNull(),
    /** By when the shop must answer. */
    answerBy: instant('answer_by'),
    /** When the provider made the newest event. */
    reportedAt: instant('reported_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('disputes_amount', sql`${t.amountPaise} >= 0`),
    check('disputes_status', sql`${t.status} in ('open', 'under_review', 'won', 'lost', 'closed')`),
    unique('disputes_provider_id').on(t.provider, t.providerDisputeId),
    index('disputes_payment').on(t.paymentId),
    index('disputes_open').on(t.answerBy).where(sql`${t.status} = 'open'`),
  ],
)

/** After so many attempts of a refund the owner is asked to add money. */
export const attemptsUntilMail = 3

/** Refunds; by `key`, asking the provider again is harmless. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    key: text().notNull().unique(),
    amountPaise: integer('amount_paise').notNull(),
    reason: text().notNull(),
    /** `succeeded`: the provider has taken it on; `failed`: it could not reach the card after all. */
    status: text({ enum: ['requested', 'succeeded', 'failed'] }).notNull(),
    /** How often the provider's balance was too low for it. */
    attempts: integer().notNull().default(0),
    providerRefundId: text('provider_refund_id').unique(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amountPaise} > 0`),
    check('refunds_attempts', sql`${t.attempts} >= 0`),
    check('refunds_status', sql`${t.status} in ('requested', 'succeeded', 'failed')`),
    check('refunds_done', sql`(${t.status} <> 'requested') = (${t.providerRefundId} is not null)`),
    index('refunds_payment').on(t.paymentId),
    index('refunds_requested').on(t.createdAt).where(sql`${t.status} = 'requested'`),
  ],
)
