import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { contactEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { PaymentRow } from '#shop/payments/payments.store.server.ts'
import { paymentEvents, payments } from '#shop/payments/payments.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'

export type NewOrder = Omit<
  typeof orders.$inferInsert,
  | ('number' | 'state' | 'placedAt' | 'invoiceSerial' | 'kitchenNote')
  | ('refundedPaise' | 'isRefundedWhole' | 'savedPaise')
  | ('fulfilment' | 'arrivedAt')
  | ('customerName' | 'customerEmail' | 'customerMobile')
>
export type NewOrderItem = Omit<
  typeof orderItems.$inferInsert,
  'orderId' | 'orderNumber' | 'position' | 'status'
>

/** What the database adds to an order: its number, and the customer as they are now. */
type StoredParts = Pick<OrderRow, 'number' | 'customerName' | 'customerEmail'>

/** An order and where it is paid. */
export interface CheckoutOrder
  extends StoredParts,
    Pick<OrderRow, 'id' | 'state' | 'address' | 'cardPaise' | 'createdAt'> {
  /** Its ready-made cakes and their delivery: 0 for customised cakes alone. */
  totalPaise: Paise
  /** Null for an order without a card payment. */
  payment: Pick<PaymentRow, 'provider' | 'providerPaymentId'> | null
}

/**
 * Stores an order with its items, the customer's name, e-mail and mobile as they are now, and its card payment at a
 * provider, if it has one.
 *
 * @returns null when this customer's checkout has an order already
 */
export async function insertCheckout(
  tx: Database,
  { order, items, provider }: { order: NewOrder; items: NewOrderItem[]; provider: string | null },
): Promise<StoredParts | null> {
  const { id: orderId, userId, createdAt, cardPaise } = order
  const account = (column: typeof users.name | typeof users.mobileno | typeof contactEmail) =>
    sql`(select ${column} from ${users} where ${users.id} = ${userId})`
  const [added] = await tx
    .insert(orders)
    .values({
      ...order,
      state: 'awaiting_payment',
      customerName: account(users.name),
      customerEmail: account(contactEmail),
      customerMobile: sql`coalesce(${account(users.mobileno)}, '')`,
    })
    .onConflictDoNothing()
    .returning({
      number: orders.number,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
    })
  if (!added) return null
  const itemRows = items.map((item, position) => ({
    ...item,
    orderId,
    orderNumber: added.number,
    position,
    status: 'processing' as const,
  }))
  if (!provider) {
    await tx.insert(orderItems).values(itemRows)
    return added
  }
  const payment = tx.$with('payment').as(
    tx
      .insert(payments)
      .values({
        id: newId(),
        orderId,
        provider,
        amountPaise: cardPaise,
        currency: 'INR',
        status: 'started',
        createdAt,
        updatedAt: createdAt,
      })
      .returning(),
  )
  await tx.with(payment).insert(orderItems).values(itemRows)
  return added
}

/**
 * Locks who asks for customised cakes: a customer, or all guests who gave an e-mail. So two checkouts count one after
 * another. It is a checkout's first lock: guests who hold themselves alone would wait for each other.
 *
 * @returns their ids
 */
export async function lockAskers(tx: Database, { id, email, isGuest }: Caller): Promise<string[]> {
  const askers = await tx
    .select({ id: users.id })
    .from(users)
    .where(isGuest ? eq(users.guestEmail, email) : eq(users.id, id))
    .orderBy(users.id)
    .for('no key update')
  return askers.map((asker) => asker.id)
}

/** How many customised cakes of these customers wait for a price. */
export async function countOpenRequests(tx: Database, customers: string[]): Promise<number> {
  const [found] = await tx
    .select({ requests: count() })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        inArray(orders.userId, customers),
        ne(orders.state, 'expired'),
        eq(orderItems.customize, true),
        inArray(orderItems.status, ['processing', 'quoted']),
      ),
    )
  return found?.requests ?? 0
}

const checkoutColumns = {
  id: orders.id,
  number: orders.number,
  state: orders.state,
  address: orders.address,
  cardPaise: orders.cardPaise,
  totalPaise: sql<number>`case when ${orders.subtotalPaise} > 0 then ${orders.cardPaise} + ${orders.cashPaise} else 0 end`,
  createdAt: orders.createdAt,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
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

/** A customer's order and where it is paid; null for another customer's order. */
export async function findCustomerCheckout(db: Database, userId: string, orderId: string) {
  const [found] = await db
    .select(checkoutColumns)
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return found ?? null
}

/**
 * Saves a provider's id of an order's payment, unless there is one already.
 *
 * @returns the saved id; null when the order has expired, and nobody may learn how to pay it
 */
export async function savePaymentId(
  db: Database,
  orderId: string,
  paymentId: string,
): Promise<string | null> {
  const [saved] = await db
    .update(payments)
    .set({ providerPaymentId: sql`coalesce(${payments.providerPaymentId}, ${paymentId})` })
    .from(orders)
    .where(
      and(
        eq(payments.orderId, orderId),
        // Of a row that another transaction has locked, only the payment's own columns are read again.
        ne(payments.status, 'cancelled'),
        eq(orders.id, payments.orderId),
        ne(orders.state, 'expired'),
      ),
    )
    .returning({ id: payments.providerPaymentId })
  return saved?.id ?? null
}

export type LockedCheckout = NonNullable<Awaited<ReturnType<typeof lockCheckout>>>

/**
 * Locks an order and its payment until the transaction ends: whoever waits for them sees what was changed meanwhile.
 *
 * @returns null when there is no such order, or it has no card payment
 */
export async function lockCheckout(tx: Database, orderId: string) {
  const [locked] = await tx
    .select({
      order: {
        id: orders.id,
        number: orders.number,
        state: orders.state,
        userId: orders.userId,
        customerEmail: orders.customerEmail,
        reservationId: orders.reservationId,
      },
      payment: payments,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.id, orderId))
    .for('update')
  return locked ?? null
}

/** Stores an event under its provider's id. One that is delivered again is ignored. */
export async function insertPaymentEvent(
  tx: Database,
  event: Omit<typeof paymentEvents.$inferInsert, 'id'>,
) {
  await tx
    .insert(paymentEvents)
    .values({ id: newId(), ...event })
    .onConflictDoNothing()
}
