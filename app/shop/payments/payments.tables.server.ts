import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#shop/orders/orders.tables.server.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

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

/** Money given back; `key` makes asking the provider again harmless. */
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
    providerRefundId: text('provider_refund_id').unique(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amountPaise} > 0`),
    check('refunds_status', sql`${t.status} in ('requested', 'succeeded', 'failed')`),
    check('refunds_done', sql`(${t.status} <> 'requested') = (${t.providerRefundId} is not null)`),
    index('refunds_payment').on(t.paymentId),
    index('refunds_requested').on(t.createdAt).where(sql`${t.status} = 'requested'`),
  ],
)
