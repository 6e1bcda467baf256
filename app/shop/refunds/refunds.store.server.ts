import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { addPaid } from '#shop/orders/money/ledger.store.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import type { OrderPayment } from '#shop/orders/order.ts'
import type { ProviderRefund } from '#shop/payments/payment-provider.ts'
import type { Paise } from '#shop/values/money.ts'

const isRefund = eq(orderPayments.cause, 'refund')
const isRequested = and(isRefund, eq(orderPayments.status, 'requested'))

export async function findPaymentByKey(db: Database, key: string): Promise<OrderPayment | null> {
  const [found] = await db.select().from(orderPayments).where(eq(orderPayments.key, key))
  return found ?? null
}

/** With the payment that it refunds. */
export async function findRefund(db: Database, id: string) {
  const byId = (rowId: string) => db.select().from(orderPayments).where(eq(orderPayments.id, rowId))
  const [refund] = await byId(id)
  if (refund?.cause !== 'refund' || !refund.paymentId) return null
  const [payment] = await byId(refund.paymentId)
  return payment?.provider ? { refund, payment: { ...payment, provider: payment.provider } } : null
}

export async function markRefundSucceeded(
  db: Database,
  id: string,
  { providerId, reference, now }: { providerId: string; reference?: string; now: Date },
) {
  await db
    .update(orderPayments)
    .set({ status: 'succeeded', providerId, reference, updatedAt: now })
    .where(and(eq(orderPayments.id, id), isRequested))
}

/**
 * Counts an attempt that the provider did not make yet.
 *
 * @returns the number of attempts; null if the refund was made meanwhile
 */
export async function countRefundAttempt(
  tx: Database,
  id: string,
  now: Date,
): Promise<number | null> {
  const [counted] = await tx
    .update(orderPayments)
    .set({ attempts: sql`${orderPayments.attempts} + 1`, updatedAt: now })
    .where(and(eq(orderPayments.id, id), isRequested))
    .returning({ attempts: orderPayments.attempts })
  return counted?.attempts ?? null
}

/** Locks the refund with this id at the provider, until the transaction ends. */
export async function lockRefund(
  tx: Database,
  { provider, refundId }: { provider: string; refundId: string },
): Promise<OrderPayment | null> {
  const [found] = await tx
    .select()
    .from(orderPayments)
    .where(
      and(isRefund, eq(orderPayments.providerId, refundId), eq(orderPayments.provider, provider)),
    )
    .for('update')
  return found ?? null
}

export async function markRefundFailed(tx: Database, id: string, now: Date) {
  await tx
    .update(orderPayments)
    .set({ status: 'failed', updatedAt: now })
    .where(eq(orderPayments.id, id))
}

/**
 * Makes of a refund that the provider has not made what was refunded instead, or what is left of it: that is another
 * attempt, with a key of its own there.
 */
export async function replaceRefund(
  tx: Database,
  { id, orderId, paise }: Pick<OrderPayment, 'id' | 'orderId' | 'paise'>,
  change: Partial<Pick<OrderPayment, 'status' | 'providerId' | 'by'>> & {
    paise: Paise
    updatedAt: Date
  },
) {
  const attempts = sql`${orderPayments.attempts} + 1`
  await tx
    .update(orderPayments)
    .set({ ...change, attempts })
    .where(eq(orderPayments.id, id))
  await addPaid(tx, orderId, change.paise - paise)
}

/** Ours are told by their key, also while they are being made. */
export function isSameRefund(
  row: Pick<OrderPayment, 'cause' | 'providerId' | 'key'>,
  { id, key }: Pick<ProviderRefund, 'id' | 'key'>,
): boolean {
  return row.cause === 'refund' && (row.providerId === id || row.key === key)
}

/** Locks a payment's key until the transaction ends, even if no payment has it yet. */
export async function lockPaymentKey(tx: Database, key: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
