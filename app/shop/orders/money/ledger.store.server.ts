import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import type { Order, OrderCharge, OrderPayment } from '../order.ts'
import { orders } from '../orders.tables.server.ts'
import type { GoodsTax } from '../papers/tax.ts'
import { orderCharges, orderPayments } from './ledger.tables.server.ts'
import { type ChargeCause, counts, lineKey, type NetCharge } from './ledger.ts'

export interface NewCharges {
  charges: readonly NetCharge[]
  cause: ChargeCause
  /** One event charges a line once. */
  event: string
  /** Shown to the customer on a credit note. */
  reason?: string
  /** Of positive charges; a negative one has the tax of what it lowers. */
  tax?: GoodsTax
  now: Date
}

/**
 * Also for the statement that stores an order.
 *
 * @param before the order's charges so far
 */
export function chargeRows(
  orderId: string,
  { charges, cause, event, reason, tax, now }: NewCharges,
  before: readonly OrderCharge[] = [],
) {
  return charges.map((net) => {
    const lowered = before.findLast((row) => row.paise > 0 && lineKey(row) === lineKey(net))
    const of = net.paise > 0 ? tax : lowered
    if (!of) throw new Error(`the tax of a charge of order ${orderId} is not known`)
    return {
      ...net,
      id: newId(),
      orderId,
      cause,
      event,
      reason: reason ?? '',
      hsn: of.hsn,
      gstPercent: of.gstPercent,
      paperId: null,
      createdAt: now,
    }
  }) satisfies (typeof orderCharges.$inferInsert)[]
}

/**
 * Adds positive or negative charges. The caller's transaction has locked the order.
 *
 * @returns the order with its new charges
 */
export async function addCharges(tx: Database, order: Order, added: NewCharges): Promise<Order> {
  if (added.charges.length === 0) return order
  const rows = chargeRows(order.id, added, order.charges)
  await tx.insert(orderCharges).values(rows)
  const paise = sumPaise(rows)
  await tx
    .update(orders)
    .set({ chargedPaise: sql`${orders.chargedPaise} + ${paise}` })
    .where(eq(orders.id, order.id))
  const charges: OrderCharge[] = [...order.charges, ...rows]
  return { ...order, chargedPaise: order.chargedPaise + paise, charges }
}

export type NewPayment = Omit<
  OrderPayment,
  'id' | 'orderId' | 'attempts' | 'createdAt' | 'updatedAt'
> & { now: Date }

/** Also for the statement that stores an order. */
export function paymentRow(orderId: string, { now, ...payment }: NewPayment): OrderPayment {
  return { id: newId(), orderId, attempts: 0, createdAt: now, updatedAt: now, ...payment }
}

/**
 * Adds a payment or refund. The caller's transaction has locked the order.
 *
 * @returns the row; null if another payment has its reference
 */
export async function addPayment(
  tx: Database,
  orderId: string,
  added: NewPayment,
): Promise<OrderPayment | null> {
  const row = paymentRow(orderId, added)
  const [inserted] = await tx
    .insert(orderPayments)
    .values(row)
    .onConflictDoNothing({ target: orderPayments.reference })
    .returning({ id: orderPayments.id })
  if (!inserted) return null
  if (counts(row) && row.paise !== 0) {
    await tx
      .update(orders)
      .set({ paidPaise: sql`${orders.paidPaise} + ${row.paise}` })
      .where(eq(orders.id, orderId))
  }
  return row
}

/** The order with a payment that was just stored. */
export function withPayment(order: Order, payment: OrderPayment): Order {
  const paidPaise = order.paidPaise + (counts(payment) ? payment.paise : 0)
  return { ...order, paidPaise, payments: [...order.payments, payment] }
}

/** A payment that its provider has captured. */
export interface Capture {
  /** The row of the payment. */
  id: string
  paise: Paise
  providerId: string
}

/** Captures a payment in a statement that also adds it to its order's paid total. */
export function capturedPayment(tx: Database, { id, paise, providerId }: Capture, updatedAt: Date) {
  return tx
    .update(orderPayments)
    .set({ status: 'succeeded', paise, providerId, updatedAt })
    .where(eq(orderPayments.id, id))
}

/** Counts a captured payment, in one statement with its order's paid total. */
export async function markPaid(tx: Database, captured: Capture, now: Date) {
  const payment = tx.$with('payment').as(
    capturedPayment(tx, captured, now).returning({
      orderId: orderPayments.orderId,
      paise: orderPayments.paise,
    }),
  )
  await tx
    .with(payment)
    .update(orders)
    .set({ paidPaise: sql`${orders.paidPaise} + ${payment.paise}` })
    .from(payment)
    .where(eq(orders.id, payment.orderId))
}
