import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import { builtSql, builtStatements } from '#platform/database/built-statements.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { ItemRow, OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { ProviderPayment } from '#shop/payments/payment-provider.ts'
import type { PaymentRow } from '#shop/payments/payments.store.server.ts'
import { paymentEvents, payments } from '#shop/payments/payments.tables.server.ts'

/*
 * Orders together with their payments: each of these is one statement, so that a checkout has few of them and waits for
 * the database as rarely. A single statement is a transaction, too.
 */

export type NewOrder = Omit<
  typeof orders.$inferInsert,
  | ('number' | 'state' | 'refundedPaise' | 'placedAt' | 'invoiceSerial' | 'kitchenNote')
  | ('customerName' | 'customerEmail' | 'customerMobile')
>
export type NewOrderItem = Omit<
  typeof orderItems.$inferInsert,
  'orderId' | 'orderNumber' | 'position' | 'status'
>

/** What a checkout goes on with: an order, and where it is paid. */
export interface CheckoutOrder extends Pick<OrderRow, 'id' | 'state' | 'cardPaise'> {
  /** Null for an order without a card payment. */
  payment: Pick<PaymentRow, 'provider' | 'providerPaymentId'> | null
}

const itemColumns = Object.entries(getTableColumns(orderItems))

/** By name, so that a column that a later version adds gets its default while both versions run. */
const namesOf = (columns: typeof itemColumns, prefix = sql``): SQL =>
  sql.join(
    columns.map(([, { name }]) => sql`${prefix}${sql.identifier(name)}`),
    sql`, `,
  )

const checkoutInsert = builtSql<
  | ('id' | 'userId' | 'address' | 'deliveryAt' | 'checkoutKey' | 'createdAt')
  | ('subtotalPaise' | 'shippingPaise' | 'cardPaise' | 'cashPaise')
  | ('items' | 'paymentId' | 'provider')
>(
  (value) => sql`
    with kept as (
      insert into ${orders} (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state,
        checkout_key, subtotal_paise, shipping_paise, card_paise, cash_paise, created_at)
      select ${value('id')}::uuid, id, name, email, coalesce(mobileno, ''), ${value('address')},
        ${value('deliveryAt')}::timestamptz, 'awaiting_payment', ${value('checkoutKey')},
        ${value('subtotalPaise')}::integer, ${value('shippingPaise')}::integer, ${value('cardPaise')}::integer,
        ${value('cashPaise')}::integer, ${value('createdAt')}::timestamptz
      from ${users} where id = ${value('userId')}
      on conflict do nothing
      returning id, number, card_paise, created_at
    ), items as (
      insert into ${orderItems} (${namesOf(itemColumns)})
      select ${namesOf(itemColumns, sql`item.`)} from kept, jsonb_array_elements(${value('items')}::jsonb) as sent,
        jsonb_populate_record(null::${orderItems}, sent || jsonb_build_object('order_number', kept.number)) as item
    ), paid as (
      insert into ${payments} (id, order_id, provider, amount_paise, currency, status, created_at, updated_at)
      select ${value('paymentId')}::uuid, kept.id, company, card_paise, 'INR', 'started', created_at, created_at
      from kept, (select ${value('provider')}::text as company) as at where company is not null
    )
    select id from kept`,
)

/**
 * Keeps an order with its items, the customer's name, e-mail and mobile as they are now, and its card payment with a
 * company, where there is one: before that company is asked.
 *
 * @returns false when this customer's checkout has an order already
 */
export async function insertCheckout(
  db: Database,
  { order, items, provider }: { order: NewOrder; items: NewOrderItem[]; provider: string | null },
): Promise<boolean> {
  const { deliveryAt, createdAt, ...facts } = order
  const { rows } = await db.execute(
    checkoutInsert({
      ...facts,
      ...{ deliveryAt: deliveryAt.toISOString(), createdAt: createdAt.toISOString() },
      ...{ items: itemRows(order.id, items), paymentId: newId(), provider },
    }),
  )
  return rows.length > 0
}

/**
 * The rows of an order's items as one JSON text, by the columns of their table; its number is not known yet. Half a letter,
 * which PostgreSQL takes in a text and not in JSON, becomes what it becomes in a text.
 */
function itemRows(orderId: string, items: NewOrderItem[]): string {
  const rows = items.map(
    (item, position): Omit<ItemRow, 'orderNumber'> => ({
      ...{ cakeId: null, egg: null, ...item },
      ...{ orderId, position, status: 'processing', problem: '' },
    }),
  )
  const named = rows.map((row) =>
    Object.fromEntries(itemColumns.map(([key, { name }]) => [name, row[key as keyof typeof row]])),
  )
  return JSON.stringify(named, (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

const checkoutColumns = {
  id: orders.id,
  state: orders.state,
  cardPaise: orders.cardPaise,
  payment: { provider: payments.provider, providerPaymentId: payments.providerPaymentId },
}

/** The customer's order of this checkout that has not expired. */
export async function findCheckout(
  db: Database,
  userId: string,
  checkoutKey: string,
): Promise<CheckoutOrder | null> {
  const [found] = await db
    .select(checkoutColumns)
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.checkoutKey, checkoutKey),
        ne(orders.state, 'expired'),
      ),
    )
  return found ?? null
}

const customersCheckout = builtStatements((db) =>
  db
    .select({ ...checkoutColumns, number: orders.number })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(eq(orders.id, sql.placeholder('orderId')), eq(orders.userId, sql.placeholder('userId'))),
    )
    .prepare(''),
)

/** A customer's order and where it is paid; null for another's order, or none. */
export async function findCustomersCheckout(db: Database, userId: string, orderId: string) {
  const [found] = await customersCheckout(db, {}).execute({ userId, orderId })
  return found ?? null
}

const begun = builtSql<'orderId' | 'paymentId'>(
  (value) => sql`
    with held as (select id, state from ${orders} where id = ${value('orderId')}::uuid for update)
    update ${payments} set provider_payment_id = coalesce(provider_payment_id, ${value('paymentId')})
    from held where order_id = held.id and state <> 'expired'
    returning provider_payment_id as id`,
)

/**
 * Notes a company's id of an order's payment, unless there is one already or the order has ended: then nobody may learn
 * how to pay it.
 *
 * @returns the id that counts: of several that were begun for one order, the first noted; null when the order has ended
 */
export async function noteBegun(
  db: Database,
  orderId: string,
  paymentId: string,
): Promise<string | null> {
  const { rows } = await db.execute(begun({ orderId, paymentId }))
  return rows[0] ? String(rows[0].id) : null
}

/** An order with its payment, both held until the transaction ends. */
export interface HeldOrder {
  order: Pick<OrderRow, 'id' | 'number' | 'state'>
  /** As it was before. */
  payment: Pick<PaymentRow, 'id' | 'provider' | 'amountPaise' | 'currency' | 'status'>
}

// Both are locked, the order first: of a row that is only read, one who waited would see what was before.
const hold = builtSql<'provider' | 'reference' | 'status' | 'paymentId' | 'now'>(
  (value) => sql`
    with held as (
      select o.id as order_id, o.number, o.state, p.id, p.amount_paise, p.currency, p.status, p.provider_payment_id,
        case when p.status = 'succeeded' or ${value('status')} = 'open' then p.status else ${value('status')} end as becomes
      from ${orders} o join ${payments} p on p.order_id = o.id
      where o.id = ${value('reference')}::uuid and p.provider = ${value('provider')}
        and coalesce(p.provider_payment_id, ${value('paymentId')}) = ${value('paymentId')}
      for update
    ), noted as (
      update ${payments} set status = becomes, provider_payment_id = ${value('paymentId')},
        updated_at = ${value('now')}::timestamptz
      from held
      where payments.id = held.id and (held.status <> becomes or held.provider_payment_id is null)
    )
    select * from held`,
)

/**
 * Holds the order that a payment is of, and writes down where the payment stands: what has succeeded stays so.
 *
 * @param reported of an order here, by its reference: a UUID
 * @returns null when no order here waits for just this payment
 */
export async function holdReported(
  tx: Database,
  provider: string,
  reported: ProviderPayment,
  now: Date,
): Promise<HeldOrder | null> {
  const { rows } = await tx.execute(
    hold({ ...reported, provider, paymentId: reported.id, now: now.toISOString() }),
  )
  const [held] = rows as unknown as HeldRow[]
  if (!held) return null
  const { order_id, number, state, id, amount_paise: amountPaise, currency, status } = held
  return {
    order: { id: order_id, number, state },
    payment: { id, provider, amountPaise, currency, status },
  }
}

interface HeldRow extends Pick<OrderRow, 'number' | 'state'>, Pick<PaymentRow, 'id' | 'status'> {
  order_id: string
  amount_paise: number
  currency: string
}

const keep = builtSql<'id' | 'provider' | 'reference' | 'status' | 'paymentId' | 'eventId' | 'now'>(
  (value) => sql`
    with settled as (
      select o.number, o.state, p.id from ${orders} o join ${payments} p on p.order_id = o.id
      where o.id = ${value('reference')}::uuid and p.provider = ${value('provider')}
        and p.provider_payment_id = ${value('paymentId')}
        and (p.status = 'succeeded' or ${value('status')} in (p.status, 'open'))
    ), kept as (
      insert into ${paymentEvents} (id, payment_id, provider, provider_event_id, type, received_at)
      select ${value('id')}::uuid, id, ${value('provider')}, ${value('eventId')}, ${value('status')},
        ${value('now')}::timestamptz
      from settled
      on conflict do nothing
    )
    select number, state from settled`,
)

/**
 * Keeps an event under its company's id, once, where its payment stands as it is reported. Most come when it does, after the
 * browser's return: then there is nothing to hold, as what is settled stays so.
 *
 * @param reported of an order here, by its reference: a UUID
 * @returns null, with nothing kept, where there is something to settle first, or no such payment
 */
export async function keepEvent(
  db: Database,
  reported: ProviderPayment,
  event: { provider: string; eventId: string; now: Date },
): Promise<Pick<OrderRow, 'number' | 'state'> | null> {
  const { reference, status, id: paymentId } = reported
  const now = event.now.toISOString()
  const { rows } = await db.execute(
    keep({ ...event, reference, status, paymentId, now, id: newId() }),
  )
  const [settled] = rows as Pick<OrderRow, 'number' | 'state'>[]
  return settled ?? null
}
