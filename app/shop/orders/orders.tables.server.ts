import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { mailboxOfColumn } from '#shop/mails/mails.tables.server.ts'
import type { Business } from './business.schema.ts'
import { coupons } from './coupons/coupons.tables.server.ts'
import type { Courier } from './courier.schema.ts'
import type { FailReason, FulfilmentStatus, OrderMove } from './fulfilment/fulfilment-status.ts'
import type { ItemStatus, QuoteStatus } from './item-status.ts'
import type { PhotoKind } from './order-photo.ts'

/** One customer has one order for each key. */
export const checkoutKeyIndex = 'orders_checkout_key'

/** Name, e-mail, mobile and address are copies from when it was placed. */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    /** Shown to people: 'Order 1042'. */
    number: integer().generatedAlwaysAsIdentity({ startWith: 1001 }).unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerMobile: text('customer_mobile').notNull(),
    address: text().notNull(),
    deliveryAt: instant('delivery_at').notNull(),
    /** Null if the shop had no zones. */
    reservationId: uuid('reservation_id')
      .unique()
      .references(() => deliveryReservations.id),
    /** The slot when it was ordered; null if the shop had no zones. */
    slotStartsAt: instant('slot_starts_at'),
    slotEndsAt: instant('slot_ends_at'),
    /** Null for pickup, and if the shop had no zones. No reference: the zone may be deleted. */
    zoneId: uuid('zone_id'),
    /** The zone's name when it was ordered, for reports once the zone is deleted. */
    zone: text(),
    /** `address` is then the shop's. */
    isPickup: boolean('is_pickup').notNull().default(false),
    state: text({ enum: ['awaiting_payment', 'placed', 'expired'] }).notNull(),
    /** Idempotency key: one customer has one order for each key. */
    checkoutKey: text('checkout_key').notNull(),
    /**
     * Online at the checkout, or in cash or by UPI at the hand-over. Customised cakes are paid at the hand-over, or online when their quote is accepted.
     */
    paymentMethod: text('payment_method', { enum: ['provider', 'cash'] }).notNull(),
    /** The totals of its charges and of its payments that count; updated by the functions that add rows. */
    chargedPaise: integer('charged_paise').notNull(),
    paidPaise: integer('paid_paise').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    placedAt: instant('placed_at'),
    kitchenNote: text('kitchen_note').notNull().default(''),
    /** Meaningless before the order is placed. */
    fulfilment: text().$type<FulfilmentStatus>().notNull().default('placed'),
    arrivedAt: instant('arrived_at'),
    /** Set when the customer reports a problem with the photo; null again when the baker releases the order. */
    dispatchHeldAt: instant('dispatch_held_at'),
    /** Set when the shop failed at a rider's move of it; null again once it is moved. */
    moveFailedAt: instant('move_failed_at'),
    /** The e-mail of the colleague who took it by phone or at the counter; null for the customer's own. */
    takenBy: text('taken_by'),
    /** The maximum lead of its cakes when it was ordered. */
    leadMinutes: integer('lead_minutes').notNull().default(180),
    /** Null if the customer orders for themselves. */
    recipientName: text('recipient_name'),
    /** Ten digits; '' if unknown. */
    recipientMobile: text('recipient_mobile').notNull().default(''),
    /** The recipient's own link is mailed here; '' for none. */
    recipientEmail: text('recipient_email').notNull().default(''),
    /** Nobody calls or writes to the recipient before it is out for delivery. */
    isSurprise: boolean('is_surprise').notNull().default(false),
    /** For the rider only. */
    riderNote: text('rider_note').notNull().default(''),
    /** For the printed card only. */
    giftMessage: text('gift_message').notNull().default(''),
    giftFrom: text('gift_from').notNull().default(''),
    /** Null for a consumer. */
    business: jsonb().$type<Business>(),
    /** Null where a rider brings it, or nobody. */
    courier: jsonb().$type<Courier>(),
    /** The code of the coupon that it was priced by; null without one. */
    coupon: text().references(() => coupons.code),
  },
  (t) => [
    check(
      'orders_slot',
      sql`(${t.reservationId} is null) = (${t.slotStartsAt} is null) and (${t.slotStartsAt} is null) = (${t.slotEndsAt} is null) and (${t.slotEndsAt} is null or ${t.slotStartsAt} < ${t.slotEndsAt})`,
    ),
    check(
      'orders_pickup',
      sql`not ${t.isPickup} or (${t.slotStartsAt} is not null and coalesce(${t.zoneId}::text, ${t.zone}) is null)`,
    ),
    check(
      'orders_fulfilment',
      sql`${t.fulfilment} in ('placed', 'baking', 'ready', 'out_for_delivery', 'delivered', 'failed', 'collected', 'closed') and (${t.state} = 'placed' or ${t.fulfilment} = 'placed') and (${t.isPickup} or ${t.fulfilment} <> 'collected')`,
    ),
    check(
      'orders_arrived_at',
      sql`(${t.fulfilment} in ('delivered', 'collected')) = (${t.arrivedAt} is not null)`,
    ),
    check('orders_lead', sql`${t.leadMinutes} >= 0`),
    check('orders_recipient_mobile', sql`${t.recipientMobile} ~ '^([6-9][0-9]{9})?$'`),
    check(
      'orders_recipient',
      sql`${t.recipientName} is not null or (${t.recipientMobile} = '' and ${t.recipientEmail} = '' and not ${t.isSurprise})`,
    ),
    // Letters are counted as people see them: 8 code points for each.
    check(
      'orders_texts',
      sql`length(${t.riderNote}) <= 1120 and length(${t.giftMessage}) <= 1600 and length(${t.giftFrom}) <= 480`,
    ),
    check(
      'orders_courier',
      sql`${t.courier} is null or (not ${t.isPickup} and ${t.courier}->>'link' ~ '^(https://.+)?$')`,
    ),
    check('orders_state', sql`${t.state} in ('awaiting_payment', 'placed', 'expired')`),
    check('orders_placed_at', sql`(${t.state} = 'placed') = (${t.placedAt} is not null)`),
    check('orders_payment_method', sql`${t.paymentMethod} in ('provider', 'cash')`),
    // So refunds never exceed payments.
    check('orders_sums', sql`${t.chargedPaise} >= 0 and ${t.paidPaise} >= 0`),
    uniqueIndex(checkoutKeyIndex).on(t.userId, t.checkoutKey).where(sql`${t.state} <> 'expired'`),
    // `placed_at is not null` marks placed orders: a condition without parameters suits every plan.
    index('orders_of_user').on(t.userId, t.number).where(sql`${t.placedAt} is not null`),
    index('orders_unplaced_of_user').on(t.userId, t.createdAt).where(sql`${t.placedAt} is null`),
    index('orders_placed').on(t.placedAt).where(sql`${t.state} = 'placed'`),
    index('orders_of_coupon').on(t.coupon).where(sql`${t.coupon} is not null`),
    index('orders_of_mobile').on(t.customerMobile).where(sql`${t.placedAt} is not null`),
    index('orders_of_mailbox')
      .on(mailboxOfColumn(t.customerEmail))
      .where(sql`${t.placedAt} is not null`),
    index('orders_delivery').on(t.deliveryAt).where(sql`${t.state} = 'placed'`),
    index('orders_fulfilment').on(t.fulfilment, t.number).where(sql`${t.placedAt} is not null`),
    index('orders_cash_open')
      .on(t.number)
      .where(sql`${t.paymentMethod} = 'cash' and ${t.arrivedAt} is null`),
    index('orders_cash_only').on(t.number).where(sql`${t.paymentMethod} = 'cash'`),
    index('orders_search')
      .using(
        'gin',
        sql`lower(${t.customerName} || ' ' || ${t.customerEmail} || ' ' || ${t.customerMobile}) gin_trgm_ops`,
      )
      .where(sql`${t.placedAt} is not null`),
    index('orders_awaiting').on(t.createdAt).where(sql`${t.state} = 'awaiting_payment'`),
  ],
)

/** With the cake as it was when ordered. */
export const orderItems = pgTable(
  'order_items',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** A copy of the order's number, for lists by number. */
    orderNumber: integer('order_number').notNull(),
    position: integer().notNull(),
    /** Null for a customised cake. No reference: the cake may be deleted, however many items have it. */
    cakeId: text('cake_id'),
    name: text().notNull(),
    category: text().notNull(),
    flavour: text().notNull(),
    wt: text().notNull(),
    /** Null for a customised cake without a choice. */
    egg: text({ enum: ['Egg', 'Eggless'] }),
    /** Of each of the cake's choices the option that was chosen, as `cakes/choices.ts` says: 'Shape: Heart +100'. */
    chosen: text().array().notNull().default(sql`'{}'`),
    amount: integer().notNull(),
    bname: text().notNull(),
    detail: text().notNull(),
    customize: boolean().notNull(),
    image: text().array().notNull(),
    status: text().$type<ItemStatus>().notNull(),
    preparedAt: instant('prepared_at'),
    /** Why the baker cannot make it; '' unless it is rejected. */
    problem: text().notNull().default(''),
    /**
     * The cake's price when it was ordered: per kg, or per piece for 'pestry'. 0 for a customised cake until the
     * customer agrees to a price.
     */
    pricePaise: integer('price_paise').notNull(),
    /** One piece in the chosen weight. */
    unitPaise: integer('unit_paise').notNull(),
    /** What the order's coupon takes off all pieces. */
    couponPaise: integer('coupon_paise').notNull().default(0),
    /** What it took of the kitchen in the order's place: so much is given back. */
    kitchenMinutes: integer('kitchen_minutes').notNull().default(0),
  },
  (t) => [
    check('order_items_minutes', sql`${t.kitchenMinutes} >= 0`),
    check('order_items_egg', sql`${t.egg} in ('Egg', 'Eggless')`),
    check('order_items_amount', sql`${t.amount} > 0`),
    check('order_items_prices', sql`${t.pricePaise} >= 0 and ${t.unitPaise} >= 0`),
    check(
      'order_items_coupon',
      sql`${t.couponPaise} between 0 and ${t.unitPaise} * ${t.amount}::bigint`,
    ),
    check('order_items_ready_made_priced', sql`${t.customize} or ${t.unitPaise} > 0`),
    check(
      'order_items_status',
      sql`${t.status} in ('processing', 'completed', 'quoted', 'accepted', 'declined', 'expired', 'rejected', 'cancelled')`,
    ),
    check(
      'order_items_customised_priced_when_agreed',
      sql`not ${t.customize} or ${t.status} = 'cancelled' or (${t.status} in ('accepted', 'completed')) = (${t.unitPaise} > 0)`,
    ),
    check('order_items_prepared_at', sql`${t.status} = 'completed' or ${t.preparedAt} is null`),
    check(
      'order_items_problem',
      sql`${t.status} = 'cancelled' or (${t.status} = 'rejected') = (${t.problem} <> '')`,
    ),
    unique('order_items_position').on(t.orderId, t.position),
    index('order_items_status').on(t.status, t.orderNumber),
    index('order_items_image').using('gin', t.image),
  ],
)

/** Rows are only added. */
export const orderMoves = pgTable(
  'order_moves',
  {
    /** Created by the client: the same move sent again is the same row. */
    id: uuid().primaryKey(),
    /** Insertion order: instants may be equal, and a clock may be set back. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    move: text().$type<OrderMove>().notNull(),
    from: text().$type<FulfilmentStatus>().notNull(),
    to: text().$type<FulfilmentStatus>().notNull(),
    at: instant('at').notNull(),
    /** A colleague's or customer's e-mail, or 'rider', 'recipient' or 'shop'. */
    by: text().notNull(),
    /** Who received it, or why the delivery failed. */
    detail: text().notNull().default(''),
    /** Null for moves other than a failed delivery, and if no reason was chosen. */
    reason: text().$type<FailReason>(),
  },
  (t) => [
    index('order_moves_of_order').on(t.orderId, t.serial),
    check('order_moves_reason', sql`${t.reason} is null or ${t.move} = 'fail'`),
  ],
)

/** The valid version of an order's links after a renewal. Without a row it is 1. */
export const trackingLinks = pgTable(
  'tracking_links',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    audience: text({ enum: ['sender', 'recipient'] }).notNull(),
    /** Links of earlier versions are revoked. */
    version: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.audience] }),
    check('tracking_links_audience', sql`${t.audience} in ('sender', 'recipient')`),
    check('tracking_links_version', sql`${t.version} > 1`),
  ],
)

/** The last photo before the order leaves, and the last one at the door. Their files are not under /pictures. */
export const orderPhotos = pgTable(
  'order_photos',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text().$type<PhotoKind>().notNull().default('leaving'),
    /** The key of the file; each photo has a new one. */
    file: uuid().notNull().unique(),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind] }),
    check('order_photos_kind', sql`${t.kind} in ('leaving', 'door', 'problem')`),
  ],
)

/** All prices quoted for customised cakes; at most one of an item is open or accepted. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => orderItems.id),
    /** For one cake. */
    pricePaise: integer('price_paise').notNull(),
    /** Hours from the quote until the cake can leave; null if the baker has not set it. */
    leadHours: integer('lead_hours'),
    /** For one cake; null if the baker has not set it. */
    workMinutes: integer('work_minutes'),
    /** What the customer reads beside the price; '' for nothing. */
    note: text().notNull().default(''),
    status: text().$type<QuoteStatus>().notNull(),
    quotedAt: instant('quoted_at').notNull(),
    answerBy: instant('answer_by').notNull(),
    /** Null while it is open. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    check('quotes_price', sql`${t.pricePaise} > 0`),
    check('quotes_lead', sql`${t.leadHours} between 0 and 336`),
    check('quotes_work', sql`${t.workMinutes} between 0 and 1440`),
    check(
      'quotes_status',
      sql`${t.status} in ('open', 'accepted', 'declined', 'replaced', 'expired', 'withdrawn')`,
    ),
    check('quotes_closed_at', sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
    uniqueIndex('quotes_one_counts').on(t.itemId).where(sql`${t.status} in ('open', 'accepted')`),
    index('quotes_of_item').on(t.itemId, t.quotedAt),
    index('quotes_to_expire').on(t.answerBy).where(sql`${t.status} = 'open'`),
  ],
)
