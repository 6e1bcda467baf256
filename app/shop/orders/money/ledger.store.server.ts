import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Changes, Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/secrets.server.ts'
import type { TaxedGoods } from '#shop/values/gst/goods-rates.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import type { Order, OrderCharge, OrderPayment } from '../order.ts'
import { orders } from '../orders.tables.server.ts'
import { givenAway, orderCharges, orderPayments } from './ledger.tables.server.ts'
import {
  type Bought,
  type ChargeCause,
  counts,
  isForQuote,
  type NetCharge,
  payableBy,
  payUntil,
  type ReturnReason,
} from './ledger.ts'
import { loweredCharges, type TaxedCharge, taxedCharges } from './tax.ts'

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

/**
 * Adds to the paid total of an order, which nothing else writes, and changes what else is given of its row. Not begun
 * before it is awaited.
 */
export function addPaid(
  tx: Database,
  orderId: string,
  paise: Paise,
  change: Partial<Pick<Order, 'state' | 'placedAt'>> = {},
) {
  return tx
    .update(orders)
    .set({ ...change, paidPaise: sql`${orders.paidPaise} + ${paise}` })
    .where(eq(orders.id, orderId))
}

export type NewPayment = Omit<
  OrderPayment,
  | ('id' | 'orderId' | 'feePaise' | 'buys' | 'returned' | 'declined' | 'declinedAt')
  | ('attempts' | 'createdAt' | 'updatedAt' | 'claimed' | 'until')
> &
  Partial<Pick<OrderPayment, 'buys' | 'returned' | 'until'>> & { now: Date }

function paymentRow(orderId: string, { now, ...payment }: NewPayment): OrderPayment {
  return {
    id: newId(),
    orderId,
    feePaise: null,
    buys: null,
    returned: null,
    declined: null,
    declinedAt: null,
    claimed: null,
    until: null,
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
    await addPaid(tx, orderId, row.paise)
  }
  return row
}

type OnlinePayment = Pick<NewPayment, 'paise' | 'cause' | 'status' | 'provider' | 'key' | 'now'> &
  Partial<Pick<NewPayment, 'providerId' | 'paymentId' | 'reason' | 'by' | 'returned' | 'until'>>

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
  payment: { paise: Paise; provider: string; buys: Bought; by?: string; until: Date; now: Date },
): OrderPayment {
  const id = newId()
  const row = onlinePayment({ ...payment, cause: 'online', status: 'started', key: id })
  return { ...paymentRow(orderId, row), id, buys: payment.buys }
}

/**
 * Stores a payment that is to be started, or continues the latest for its quote or change if it is the same. An earlier one
 * is not continued, because who comes back from the provider is asked about the latest. The caller's transaction has locked
 * the order.
 */
export async function openPayment(
  tx: Database,
  order: Order,
  { now, ...wanted }: { paise: Paise; provider: string; buys: Bought; now: Date },
): Promise<OrderPayment> {
  const { buys } = wanted
  const latest = order.payments.findLast(
    buys.kind === 'quote'
      ? isForQuote(buys.quoteId)
      : (payment) => payment.buys?.kind === buys.kind,
  )
  if (latest?.status === 'started' && payUntil(latest) > now) {
    const { paise, provider } = latest
    if (isDeepStrictEqual({ paise, provider, buys: latest.buys }, wanted)) return latest
  }
  const until = payableBy(wanted.provider, now)
  const payment = startedPayment(order.id, { ...wanted, until, now })
  await tx.insert(orderPayments).values(payment)
  return payment
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

/**
 * Captures a payment, by changes of one statement: its row, and its order's paid total. Nothing else does.
 *
 * @param change what else changes of the order
 */
export function capturePayment(
  tx: Database,
  orderId: string,
  { id, ...captured }: Capture,
  { now, change }: { now: Date; change?: Parameters<typeof addPaid>[3] },
): Changes {
  return {
    captured: tx
      .update(orderPayments)
      .set({ status: 'succeeded', ...captured, updatedAt: now })
      .where(eq(orderPayments.id, id)),
    paid: addPaid(tx, orderId, captured.paise, change),
  }
}

/** The order as it is once this payment is captured. */
export function withCapture(order: Order, { id, paise }: Capture): Order {
  const payments = order.payments.map((payment) =>
    payment.id === id ? { ...payment, paise, status: 'succeeded' as const } : payment,
  )
  return { ...order, payments }
}

/** Until the transaction ends, so that two steps of one colleague count one after the other. */
export async function lockGiver(tx: Database, byId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`given by ${byId}`}, 0))`)
}

/** By whoever. */
export async function givenOfOrder(tx: Database, orderId: string): Promise<Paise> {
  return sumPaise(await tx.select().from(givenAway).where(eq(givenAway.orderId, orderId)))
}

export async function givenBySince(tx: Database, byId: string, since: Date): Promise<Paise> {
  const isTheirs = and(eq(givenAway.byId, byId), gte(givenAway.at, since))
  return sumPaise(await tx.select().from(givenAway).where(isTheirs))
}

export async function insertGiven(tx: Database, given: typeof givenAway.$inferInsert) {
  await tx.insert(givenAway).values(given)
}

/** What colleagues have given away since an instant, and of how many orders. */
export async function givenSince(
  db: Database,
  since: Date,
): Promise<{ orders: number; paise: Paise }> {
  const rows = await db.select().from(givenAway).where(gte(givenAway.at, since))
  return { orders: new Set(rows.map(({ orderId }) => orderId)).size, paise: sumPaise(rows) }
}
