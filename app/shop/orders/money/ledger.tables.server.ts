import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orderItems, orders } from '../orders.tables.server.ts'
import type {
  Bought,
  ChargeCause,
  ChargeLine,
  PaymentCause,
  PaymentMethod,
  PaymentStatus,
  ReturnReason,
} from './ledger.ts'
import { orderPapers } from './papers.tables.server.ts'

/** Positive and negative charges of orders. Rows are only added; a paper is named by the charges that it prints. */
export const orderCharges = pgTable(
  'order_charges',
  {
    id: uuid().primaryKey(),
    /** Insertion order: instants may be equal, and a clock may be set back. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    line: text().$type<ChargeLine>().notNull(),
    itemId: uuid('item_id').references(() => orderItems.id),
    /** Negative for a credit. */
    paise: integer().notNull(),
    cause: text().$type<ChargeCause>().notNull(),
    /** What happened, such as 'late' or a quote's id: one event charges a line once at each rate. */
    event: text().notNull(),
    /** Shown to the customer on a credit note; '' for a positive charge. */
    reason: text().notNull().default(''),
    hsn: text().notNull(),
    /** The tax that the amount includes, in per cent. */
    gstPercent: real('gst_percent').notNull(),
    /** The paper that prints it; null until it is printed. */
    paperId: uuid('paper_id').references(() => orderPapers.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('order_charges_line', sql`(${t.line} = 'item') = (${t.itemId} is not null)`),
    check(
      'order_charges_values',
      sql`${t.line} in ('item', 'delivery', 'surcharge') and ${t.cause} in ('placed', 'coupon', 'quoted', 'changed', 'dropped', 'cancelled', 'late', 'waived', 'goodwill', 'moved')`,
    ),
    check('order_charges_paise', sql`${t.paise} <> 0`),
    check(
      'order_charges_signs',
      sql`case when ${t.cause} in ('placed', 'quoted') then ${t.paise} > 0 when ${t.cause} not in ('changed', 'moved') then ${t.paise} < 0 else true end`,
    ),
    unique('order_charges_once')
      .on(t.orderId, t.event, t.line, t.itemId, t.hsn, t.gstPercent)
      .nullsNotDistinct(),
    index('order_charges_of_paper').on(t.paperId),
  ],
)

export const upiReferenceKey = 'order_payments_reference_unique'

/** Payments and refunds, made or about to be made. Rows are only added; their status changes. */
export const orderPayments = pgTable(
  'order_payments',
  {
    id: uuid().primaryKey(),
    /** Insertion order: instants may be equal, and a clock may be set back. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Negative for a refund; 0 if nothing was taken at a door although something was due. */
    paise: integer().notNull(),
    currency: text().notNull().default('INR'),
    method: text().$type<PaymentMethod>().notNull(),
    cause: text().$type<PaymentCause>().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    /** Null for cash and UPI. */
    provider: text(),
    /** The provider's id of the payment, refund or dispute; null until its first response. */
    providerId: text('provider_id'),
    /** The payment that a refund or dispute reduces. */
    paymentId: uuid('payment_id').references((): AnyPgColumn => orderPayments.id),
    /** Twelve digits of a UPI payment, or of a refund that was sent by UPI: each counts once. */
    reference: text().unique(upiReferenceKey),
    /** Of a payment to the shop's own UPI id, which its customer says is made: their reference, or ''. It proves nothing. */
    claimed: text(),
    /** When a statement of the bank had this UPI payment; null until one has. */
    matchedAt: instant('matched_at'),
    /** When a statement had the same reference and amount as a debit: it is matched no more. */
    reversedAt: instant('reversed_at'),
    /**
     * Idempotency key: the provider makes a refund once for each key, and knows a payment that buys something by it. That is
     * the payment's own id; of an order's that was begun before migration 0025, the id of the order.
     */
    key: text().notNull().unique(),
    /** For the shop only: why it is refunded, or why less was taken. */
    reason: text().notNull().default(''),
    /** A colleague's e-mail, 'rider Ravi', 'rider' if it is older, or 'shop'. */
    by: text().notNull().default('shop'),
    /** What the provider kept of it, with its tax; null until it has told. */
    feePaise: integer('fee_paise'),
    /** What a payment online buys; null for one that buys nothing, because it came a second time. */
    buys: jsonb().$type<Bought>(),
    /** Why it is given back as soon as it came. */
    returned: text().$type<ReturnReason>(),
    /** What the provider said of the last attempt to pay that it declined: its code and sentence; null without one. */
    declined: text(),
    declinedAt: instant('declined_at'),
    /** Failed attempts: the provider's balance was too low, or less was left, and the amount is lower since. */
    attempts: integer().notNull().default(0),
    /** Until when a payment that buys something can be made; null for others, and for one that its customer left. */
    until: instant('until'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check(
      'order_payments_values',
      sql`${t.method} in ('provider', 'cash', 'upi') and ${t.cause} in ('online', 'door', 'counter', 'refund', 'dispute') and ${t.status} in ('started', 'requested', 'succeeded', 'cancelled', 'failed') and ${t.currency} = 'INR'`,
    ),
    check(
      'order_payments_provider',
      sql`(${t.method} = 'provider') = (${t.provider} is not null) and case when ${t.cause} in ('door', 'counter') then ${t.method} <> 'provider' when ${t.cause} <> 'refund' then ${t.method} = 'provider' else true end`,
    ),
    check(
      'order_payments_paise',
      sql`case when ${t.cause} = 'online' then ${t.paise} > 0 when ${t.cause} = 'refund' then ${t.paise} < 0 when ${t.cause} = 'door' then ${t.paise} >= 0 else ${t.paise} <> 0 end`,
    ),
    check(
      'order_payments_status',
      sql`case when ${t.cause} = 'online' then ${t.status} in ('started', 'succeeded', 'cancelled') when ${t.cause} = 'refund' then ${t.status} in ('requested', 'succeeded', 'failed') else ${t.status} = 'succeeded' end`,
    ),
    check(
      'order_payments_from',
      sql`(${t.cause} in ('refund', 'dispute')) = (${t.paymentId} is not null)`,
    ),
    check(
      'order_payments_made',
      sql`${t.status} in ('started', 'requested', 'cancelled') or ${t.cause} = 'refund' and ${t.status} = 'failed' or ${t.method} <> 'provider' or ${t.providerId} is not null`,
    ),
    check(
      'order_payments_reference',
      sql`(${t.method} <> 'upi' or ${t.reference} is not null) and (${t.reference} is null or ${t.method} = 'upi' or coalesce(${t.provider}, '') = 'upi') and ${t.reference} ~ '^[0-9]{12}$' and (${t.claimed} is null or coalesce(${t.provider}, '') = 'upi' and ${t.claimed} ~ '^([0-9]{12})?$')`,
    ),
    check(
      'order_payments_matched',
      sql`(${t.matchedAt} is null or ${t.reversedAt} is null) and (coalesce(${t.matchedAt}, ${t.reversedAt}) is null or ${t.reference} is not null and ${t.paise} > 0)`,
    ),
    check(
      'order_payments_reason',
      sql`length(${t.reason}) <= 2400 and ${t.attempts} >= 0 and (${t.feePaise} is null or ${t.method} = 'provider' and ${t.feePaise} >= 0)`,
    ),
    check(
      'order_payments_declined',
      sql`(${t.declined} is null) = (${t.declinedAt} is null) and length(${t.declined}) <= 500 and (${t.declined} is null or ${t.cause} = 'online')`,
    ),
    check(
      'order_payments_buys',
      sql`case when ${t.cause} = 'online' then (${t.buys} is null) = (coalesce(${t.returned}, '') = 'second') else ${t.buys} is null and ${t.returned} is null end and (${t.buys} is null or coalesce(${t.buys} ->> 'kind', '') in ('order', 'quote', 'change')) and (${t.returned} is null or ${t.returned} in ('slot-gone', 'not-had', 'second') and ${t.status} = 'succeeded')`,
    ),
    // A dispute may be lost, won and lost again.
    uniqueIndex('order_payments_provider_id')
      .on(t.provider, t.providerId)
      .where(sql`${t.cause} <> 'dispute'`),
    uniqueIndex('order_payments_buys_order')
      .on(t.orderId)
      .where(sql`${t.buys} ->> 'kind' = 'order'`),
    uniqueIndex('order_payments_door').on(t.orderId).where(sql`${t.cause} = 'door'`),
    index('order_payments_of_order').on(t.orderId),
    index('order_payments_ended').on(t.createdAt).where(sql`${t.status} = 'cancelled'`),
    index('order_payments_declined').on(t.declinedAt).where(sql`${t.declinedAt} is not null`),
    index('order_payments_open')
      .on(t.createdAt)
      .where(sql`${t.status} in ('started', 'requested')`),
    index('order_payments_given_back')
      .on(t.orderId)
      .where(sql`${t.cause} in ('refund', 'dispute')`),
    index('order_payments_lost').on(t.createdAt).where(sql`${t.cause} = 'dispute'`),
    index('order_payments_unmatched')
      .on(t.createdAt)
      .where(sql`${t.reference} is not null and ${t.paise} > 0 and ${t.matchedAt} is null`),
    index('order_payments_of_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
  ],
)

/** Webhook events, each stored once under the provider's own id. */
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

/** Each as in the provider's newest event. The amount of a lost one is a row of `order_payments`. */
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
    answerBy: instant('answer_by'),
    /** The provider's time of the newest event. */
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

/** What colleagues have given away of orders, a row for each step; rows are only added. */
export const givenAway = pgTable(
  'given_away',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Null for what was given before each step was recorded. */
    byId: text('by_id').references(() => users.id),
    paise: integer().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    check('given_away_paise', sql`${t.paise} > 0`),
    index('given_away_of_order').on(t.orderId),
    index('given_away_of_day').on(t.at),
  ],
)
