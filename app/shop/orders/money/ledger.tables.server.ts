import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/columns.server.ts'
import { orderItems, orders } from '../orders.tables.server.ts'
import { orderPapers } from '../papers/papers.tables.server.ts'
import type {
  ChargeCause,
  ChargeLine,
  PaymentCause,
  PaymentMethod,
  PaymentStatus,
} from './ledger.ts'

/** What a customer owes for an order, or owes no more. Rows are only added; a paper names those that it prints. */
export const orderCharges = pgTable(
  'order_charges',
  {
    id: uuid().primaryKey(),
    /** In the order in which they were added; instants may be alike, and a clock may be set back. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    line: text().$type<ChargeLine>().notNull(),
    itemId: uuid('item_id').references(() => orderItems.id),
    /** Below 0 what is owed no more. */
    paise: integer().notNull(),
    cause: text().$type<ChargeCause>().notNull(),
    /** What happened, such as 'late' or a quote's id: the same event charges a line once. */
    event: text().notNull(),
    /** What the customer reads on a credit note; '' where more is owed. */
    reason: text().notNull().default(''),
    hsn: text().notNull(),
    /** The tax that is in the amount, in per cent. */
    gstPercent: real('gst_percent').notNull(),
    /** The invoice or credit note that prints it. */
    paperId: uuid('paper_id').references(() => orderPapers.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('order_charges_line', sql`(${t.line} = 'item') = (${t.itemId} is not null)`),
    check(
      'order_charges_values',
      sql`${t.line} in ('item', 'delivery', 'surcharge') and ${t.cause} in ('placed', 'quoted', 'changed', 'dropped', 'cancelled', 'late', 'waived', 'goodwill')`,
    ),
    check('order_charges_paise', sql`${t.paise} <> 0`),
    check(
      'order_charges_signs',
      sql`case when ${t.cause} in ('placed', 'quoted') then ${t.paise} > 0 else ${t.paise} < 0 end`,
    ),
    unique('order_charges_once').on(t.orderId, t.event, t.line, t.itemId).nullsNotDistinct(),
    index('order_charges_of_paper').on(t.paperId),
  ],
)

/** Money that came for an order or went back, or is about to. Rows are only added; their status moves. */
export const orderPayments = pgTable(
  'order_payments',
  {
    id: uuid().primaryKey(),
    /** In the order in which they were added; instants may be alike, and a clock may be set back. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Below 0 what goes back; 0 where nothing was taken at a door at which something was due. */
    paise: integer().notNull(),
    currency: text().notNull().default('INR'),
    method: text().$type<PaymentMethod>().notNull(),
    cause: text().$type<PaymentCause>().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    /** The provider's name; null for cash and UPI. */
    provider: text(),
    /** The provider's id of the payment, refund or dispute; null until it has answered once. */
    providerId: text('provider_id'),
    /** The payment that a refund or dispute takes from. */
    paymentId: uuid('payment_id').references((): AnyPgColumn => orderPayments.id),
    /** Twelve digits of a payment by UPI: each counts once. */
    reference: text().unique(),
    /** The same key is the same money: by it, a provider makes a refund once. */
    key: text().notNull().unique(),
    /** The shop's own words: why it is refunded, or why less was taken. */
    reason: text().notNull().default(''),
    /** Who took or gave it: a colleague's e-mail, 'rider', or 'shop'. */
    by: text().notNull().default('shop'),
    /** How often the provider's balance was too low for a refund. */
    attempts: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check(
      'order_payments_values',
      sql`${t.method} in ('provider', 'cash', 'upi') and ${t.cause} in ('checkout', 'door', 'counter', 'refund', 'dispute') and ${t.status} in ('started', 'requested', 'succeeded', 'cancelled', 'failed') and ${t.currency} = 'INR'`,
    ),
    check(
      'order_payments_provider',
      sql`(${t.method} = 'provider') = (${t.provider} is not null) and (${t.method} = 'provider') = (${t.cause} in ('checkout', 'refund', 'dispute'))`,
    ),
    check(
      'order_payments_paise',
      sql`case ${t.cause} when 'checkout' then ${t.paise} > 0 when 'refund' then ${t.paise} < 0 when 'door' then ${t.paise} >= 0 else ${t.paise} <> 0 end`,
    ),
    check(
      'order_payments_status',
      sql`case ${t.cause} when 'checkout' then ${t.status} in ('started', 'succeeded', 'cancelled') when 'refund' then ${t.status} in ('requested', 'succeeded', 'failed') else ${t.status} = 'succeeded' end`,
    ),
    check(
      'order_payments_from',
      sql`(${t.cause} in ('refund', 'dispute')) = (${t.paymentId} is not null)`,
    ),
    check(
      'order_payments_made',
      sql`${t.status} in ('started', 'requested', 'cancelled') or ${t.method} <> 'provider' or ${t.providerId} is not null`,
    ),
    check(
      'order_payments_reference',
      sql`(${t.method} = 'upi') = (${t.reference} is not null) and ${t.reference} ~ '^[0-9]{12}$'`,
    ),
    check('order_payments_reason', sql`length(${t.reason}) <= 500 and ${t.attempts} >= 0`),
    // A dispute may be lost, won and lost again.
    uniqueIndex('order_payments_provider_id')
      .on(t.provider, t.providerId)
      .where(sql`${t.cause} <> 'dispute'`),
    uniqueIndex('order_payments_checkout').on(t.orderId).where(sql`${t.cause} = 'checkout'`),
    uniqueIndex('order_payments_door').on(t.orderId).where(sql`${t.cause} = 'door'`),
    index('order_payments_of_order').on(t.orderId),
    index('order_payments_ended').on(t.createdAt).where(sql`${t.status} = 'cancelled'`),
    index('order_payments_requested').on(t.createdAt).where(sql`${t.status} = 'requested'`),
    index('order_payments_given_back')
      .on(t.orderId)
      .where(sql`${t.cause} in ('refund', 'dispute')`),
    index('order_payments_of_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
  ],
)

/** Every event a provider reported about a payment, stored once under the provider's own id. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => orderPayments.id),
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

/** Disputes, each as the provider's newest event describes it. What a lost one takes is a row of `order_payments`. */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => orderPayments.id),
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
