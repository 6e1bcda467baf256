import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import type { TaxedGoods } from '#shop/values/gst/goods-rates.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import type { Order, OrderCharge, OrderPayment } from '../order.ts'
import { orders } from '../orders.tables.server.ts'
import type { Bought } from './bought.ts'
import { orderCharges, orderPayments } from './ledger.tables.server.ts'
import { type ChargeCause, counts, type NetCharge, type ReturnReason } from './ledger.ts'
import { loweredCharges, type TaxedCharge, taxedCharges } from './taxed-charges.ts'

export interface NewCharges {
  charges: readonly NetCharge[]
  cause: ChargeCause
  /** One event charges a line once at each rate. */
  event: string
  /** Shown to the customer on a credit note. */
  reason?: string
  /** For positive charges, which have the rate of the day. */
  shop?: TaxedGoods
  now: Date
}

type StoredCharges = Omit<NewCharges, 'charges' | 'shop'> & { charges: readonly TaxedCharge[] }

/** Also for the statement that stores an order. */
export function chargeRows(
  orderId: string,
  { charges, cause, event, reason = '', now }: StoredCharges,
): (OrderCharge & { orderId: string })[] {
  return charges.map(({ line, itemId, paise, hsn, gstPercent }) => ({
    id: newId(),
    orderId,
    line,
    itemId,
    paise,
    hsn,
    gstPercent,
    cause,
    event,
    reason,
    paperId: null,
    createdAt: now,
  }))
}

/**
 * Adds positive or negative charges. The caller's transaction has locked the order.
 *
 * @returns the order with its new charges
 */
export async function addCharges(tx: Database, order: Order, added: NewCharges): Promise<Order> {
  if (added.charges.length === 0) return order
  const charges = taxOf(order, added)
  const rows = chargeRows(order.id, { ...added, charges })
  await tx.insert(orderCharges).values(rows)
  const paise = sumPaise(rows)
  await tx
    .update(orders)
    .set({ chargedPaise: sql`${orders.chargedPaise} + ${paise}` })
    .where(eq(orders.id, order.id))
  return {
    ...order,
    chargedPaise: order.chargedPaise + paise,
    charges: [...order.charges, ...rows],
  }
}

function taxOf(order: Order, { charges, shop, now }: NewCharges): TaxedCharge[] {
  const credits = charges.filter(({ paise }) => paise < 0)
  const owed = charges.filter(({ paise }) => paise > 0)
  const lowered = loweredCharges(credits, order.charges)
  if (owed.length === 0) return lowered
  if (!shop) throw new Error(`the tax of a charge of order ${order.number} is not known`)
  return [...taxedCharges(owed, { items: order.items, shop, at: now }), ...lowered]
}

export type NewPayment = Omit<
  OrderPayment,
  'id' | 'orderId' | 'feePaise' | 'buys' | 'returned' | 'attempts' | 'createdAt' | 'updatedAt'
> &
  Partial<Pick<OrderPayment, 'buys' | 'returned'>> & { now: Date }

function paymentRow(orderId: string, { now, ...payment }: NewPayment): OrderPayment {
  return {
    id: newId(),
    orderId,
    feePaise: null,
    buys: null,
    returned: null,
    attempts: 0,
    createdAt: now,
    updatedAt: now,
    ...payment,
  }
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

type OnlinePayment = Pick<NewPayment, 'paise' | 'cause' | 'status' | 'provider' | 'key' | 'now'> &
  Partial<Pick<NewPayment, 'providerId' | 'paymentId' | 'reason' | 'by' | 'returned'>>

/** A payment through a provider, or what lowers one; it has no reference of a bank. */
function onlinePayment(payment: OnlinePayment): NewPayment {
  return {
    method: 'provider',
    providerId: null,
    paymentId: null,
    reference: null,
    reason: '',
    by: 'shop',
    ...payment,
  }
}

/** A payment that is to be started at a provider, which knows it by its id; also for the statement that stores an order. */
export function startedPayment(
  orderId: string,
  payment: { paise: Paise; provider: string; buys: Bought; by?: string; now: Date },
): OrderPayment {
  const id = newId()
  const row = onlinePayment({ ...payment, cause: 'online', status: 'started', key: id })
  return { ...paymentRow(orderId, row), id, buys: payment.buys }
}

/** Adds a payment through a provider, or what lowers one. The caller's transaction has locked the order. */
export async function addOnlinePayment(
  tx: Database,
  orderId: string,
  added: OnlinePayment,
): Promise<OrderPayment> {
  const payment = await addPayment(tx, orderId, onlinePayment(added))
  if (!payment) throw new Error('a payment without a reference was refused for one')
  return payment
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
  /** Left out where the provider has not told it. */
  feePaise?: Paise
  /** Why it is given back at once. */
  returned?: ReturnReason
}

/** Captures a payment in a statement that also adds it to its order's paid total. */
export function capturedPayment(tx: Database, { id, ...captured }: Capture, updatedAt: Date) {
  return tx
    .update(orderPayments)
    .set({ status: 'succeeded', ...captured, updatedAt })
    .where(eq(orderPayments.id, id))
}

/** The order as it is once this payment is captured. */
export function withCapture(order: Order, { id, paise }: Capture): Order {
  const payments = order.payments.map((payment) =>
    payment.id === id ? { ...payment, paise, status: 'succeeded' as const } : payment,
  )
  return { ...order, payments }
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
