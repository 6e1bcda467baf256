import { and, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import {
  type Changes,
  type Database,
  hotQuery,
  statementParts,
} from '#platform/database/database.server.ts'
import { violates } from '#platform/database/database-errors.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { contactEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { chargeRows, startedPayment } from '#shop/orders/money/ledger.store.server.ts'
import { orderCharges, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { buysOrder } from '#shop/orders/money/payments.store.server.ts'
import type { TaxedCharge } from '#shop/orders/money/tax.ts'
import type { Order } from '#shop/orders/order.ts'
import type { NewOrderItem } from '#shop/orders/orders.store.server.ts'
import { checkoutKeyIndex, orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { PaymentToStart } from '#shop/paying/start-payment.server.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'

export type NewOrder = Omit<
  typeof orders.$inferInsert,
  | ('number' | 'state' | 'placedAt' | 'kitchenNote' | 'chargedPaise' | 'paidPaise')
  | ('fulfilment' | 'arrivedAt')
  | ('customerName' | 'customerEmail' | 'customerMobile')
>
export interface CheckoutOrder
  extends Pick<
    Order,
    'id' | 'number' | 'state' | 'address' | 'createdAt' | 'customerName' | 'customerEmail'
  > {
  /** Ready-made cakes and their delivery. */
  chargedPaise: Paise
  /** When its place lapses if it is not paid; null without a slot. */
  heldUntil: Date | null
  /** Null for an order paid at the hand-over. */
  payment: PaymentToStart | null
}

interface NewCheckout {
  order: NewOrder
  items: NewOrderItem[]
  charges: readonly TaxedCharge[]
  /** What the coupon takes off, below 0. */
  taken: readonly TaxedCharge[]
  /** Null if nothing is paid online. */
  provider: string | null
  /** Until when it can be paid. */
  until: Date
  /** A colleague's e-mail, or 'shop'. */
  by: string
}

/**
 * Stores an order with its items, charges, the customer's current name, e-mail and mobile, and its payment at a
 * provider, if any, in one statement.
 *
 * @throws an error of `isCheckoutTaken` if this checkout has an order already
 */
export async function insertCheckout(
  tx: Database,
  { order, items, charges, taken, provider, until, by }: NewCheckout,
): Promise<CheckoutOrder> {
  const { id: orderId, userId, createdAt: now } = order
  const chargedPaise = sumPaise([...charges, ...taken])
  const account = (column: typeof users.name | typeof users.mobileno | typeof contactEmail) =>
    sql`(select ${column} from ${users} where ${users.id} = ${userId})`
  const added = tx.$with('added').as(
    tx
      .insert(orders)
      .values({
        ...order,
        state: 'awaiting_payment',
        chargedPaise,
        customerName: account(users.name),
        customerEmail: account(contactEmail),
        customerMobile: sql`coalesce(${account(users.mobileno)}, '')`,
      })
      .returning(orderColumns),
  )
  const itemRows = items.map((item, position) => ({
    ...item,
    orderId,
    orderNumber: sql`(select ${added.number} from ${added})`,
    position,
    status: 'processing' as const,
  }))
  const rows = [
    ...chargeRows(orderId, { charges, cause: 'placed', event: 'placed', now }),
    ...chargeRows(orderId, { charges: taken, cause: 'coupon', event: 'coupon', now }),
  ]
  const paid = { paise: chargedPaise, buys: { kind: 'order' as const }, by, until, now }
  const payment = provider ? startedPayment(orderId, { ...paid, provider }) : null
  const changes: Changes = {
    items: tx.insert(orderItems).values(itemRows),
    // A customised cake for pickup costs nothing yet.
    ...(rows.length > 0 && { charges: tx.insert(orderCharges).values(rows) }),
    ...(payment && { payment: tx.insert(orderPayments).values(payment) }),
  }
  const [stored] = await tx
    .with(added, ...statementParts(tx, changes))
    .select()
    .from(added)
  if (!stored) throw new Error('an insert gave no row')
  return { ...stored, payment }
}

/** Cancels a payment that was never begun at its provider. @returns false if it was: it may be paid at this moment */
export async function cancelUnbegun(tx: Database, orderId: string, now: Date): Promise<boolean> {
  const { id, orderId: ofOrder, status, providerId } = orderPayments
  const cancelled = await tx
    .update(orderPayments)
    .set({ status: 'cancelled', updatedAt: now })
    .where(and(eq(ofOrder, orderId), eq(status, 'started'), isNull(providerId)))
    .returning({ id })
  return cancelled.length > 0
}

/** Whether storing an order failed because its checkout has one already. */
export const isCheckoutTaken = (error: unknown) => violates(error, checkoutKeyIndex)

/**
 * Locks a customer, or all guests with the same e-mail, so that concurrent requests for customised cakes are counted
 * one after another. It is a checkout's first lock: guests who lock only themselves would deadlock.
 *
 * @returns their ids
 */
export async function lockRequesters(
  tx: Database,
  { id, email, isGuest }: Caller,
): Promise<string[]> {
  const requesters = await tx
    .select({ id: users.id })
    .from(users)
    .where(isGuest ? eq(users.guestEmail, email) : eq(users.id, id))
    .orderBy(users.id)
    .for('no key update')
  return requesters.map(({ id }) => id)
}

export async function countOpenRequests(tx: Database, customers: string[]): Promise<number> {
  const [found] = await tx
    .select({ requests: count() })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        inArray(orders.userId, customers),
        isNull(orders.takenBy),
        ne(orders.state, 'expired'),
        eq(orderItems.customize, true),
        inArray(orderItems.status, ['processing', 'quoted']),
      ),
    )
  return found?.requests ?? 0
}

const orderColumns = {
  id: orders.id,
  number: orders.number,
  state: orders.state,
  address: orders.address,
  chargedPaise: orders.chargedPaise,
  createdAt: orders.createdAt,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
  heldUntil: heldUntilOf(orders.reservationId),
}

function heldUntilOf(reservationId: typeof orders.reservationId) {
  const { id, heldUntil } = deliveryReservations
  const held = sql<Date | null>`(select ${heldUntil} from ${deliveryReservations} where ${id} = ${reservationId})`
  return held.mapWith(heldUntil).as('held_until')
}

const checkoutColumns = {
  ...orderColumns,
  payment: {
    // First, because Drizzle treats a joined row with an empty first column as missing.
    id: orderPayments.id,
    key: orderPayments.key,
    provider: orderPayments.provider,
    providerId: orderPayments.providerId,
    paise: orderPayments.paise,
    status: orderPayments.status,
    returned: orderPayments.returned,
    until: orderPayments.until,
    createdAt: orderPayments.createdAt,
  },
}

const isCheckoutPayment = and(eq(orderPayments.orderId, orders.id), buysOrder)

const checkoutQuery = hotQuery((db) =>
  db
    .select(checkoutColumns)
    .from(orders)
    .leftJoin(orderPayments, isCheckoutPayment)
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.checkoutKey, sql.placeholder('checkoutKey')),
        ne(orders.state, 'expired'),
      ),
    )
    .prepare('find_checkout'),
)

export async function findCheckout(
  db: Database,
  userId: string,
  checkoutKey: string,
): Promise<CheckoutOrder | null> {
  const [found] = await checkoutQuery(db).execute({ userId, checkoutKey })
  return found ?? null
}

const customerCheckoutQuery = hotQuery((db) =>
  db
    .select(checkoutColumns)
    .from(orders)
    .leftJoin(orderPayments, isCheckoutPayment)
    .where(
      and(eq(orders.id, sql.placeholder('orderId')), eq(orders.userId, sql.placeholder('userId'))),
    )
    .prepare('find_customer_checkout'),
)

/** With its payment; null for another customer's order. */
export async function findCustomerCheckout(
  db: Database,
  userId: string,
  orderId: string,
): Promise<CheckoutOrder | null> {
  const [found] = await customerCheckoutQuery(db).execute({ userId, orderId })
  return found ?? null
}
