import { and, asc, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { paymentEvents, payments, refunds } from './payments.tables.server.ts'

export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

/** The most refunds, or events, that are read of one payment. */
const maxShown = 200

export async function findPayment(db: Database, orderId: string): Promise<PaymentRow | null> {
  const [found] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  return found ?? null
}

/** A payment by its id at the provider. */
export async function findProviderPayment(
  db: Database,
  { provider, paymentId }: { provider: string; paymentId: string },
): Promise<PaymentRow | null> {
  const [found] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerPaymentId, paymentId)))
  return found ?? null
}

export async function updatePayment(
  tx: Database,
  id: string,
  change: Pick<PaymentRow, 'status' | 'updatedAt'> & Partial<Pick<PaymentRow, 'providerPaymentId'>>,
) {
  await tx.update(payments).set(change).where(eq(payments.id, id))
}

/** Cancelled payments that started after `since`, in random order: none can block the others. */
export async function cancelledPayments(db: Database, since: Date, limit: number) {
  return db
    .select({
      id: payments.id,
      provider: payments.provider,
      paymentId: sql<string>`${payments.providerPaymentId}`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'cancelled'),
        gt(payments.createdAt, since),
        isNotNull(payments.providerPaymentId),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit)
}

/** Stores a refund that the provider has to make, or has made if it has an id there. Its key is unique. */
export async function insertRefund(
  tx: Database,
  refund: {
    paymentId: string
    key: string
    amountPaise: Paise
    reason: string
    providerRefundId?: string
    now: Date
  },
): Promise<RefundRow> {
  const { now, ...values } = refund
  const [added] = await tx
    .insert(refunds)
    .values({
      ...values,
      id: newId(),
      status: refund.providerRefundId ? 'succeeded' : 'requested',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!added) throw new Error('an insert gave no row')
  return added
}

/** A refund and its payment. */
export async function findRefund(db: Database, id: string) {
  const [found] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id))
  return found ?? null
}

/** Refunds of an order's card payment, also those only requested, oldest first. */
export async function findOrderRefunds(db: Database, orderId: string): Promise<RefundRow[]> {
  const found = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(refunds.createdAt))
    .limit(maxShown)
  return found.map(({ refund }) => refund)
}

/** Whether the last refund of a payment is for a dropped item or a cheaper slot. */
export async function isLastRefundReduction(db: Database, paymentId: string): Promise<boolean> {
  const [last] = await db
    .select({ key: refunds.key })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(1)
  return last !== undefined && /^(drop|slot)-/.test(last.key)
}

/** What the provider reported about an order's card payment, oldest first. */
export async function findPaymentEvents(db: Database, orderId: string) {
  return db
    .select({ type: paymentEvents.type, receivedAt: paymentEvents.receivedAt })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(maxShown)
}

export async function findRefundByKey(db: Database, key: string): Promise<RefundRow | null> {
  const [found] = await db.select().from(refunds).where(eq(refunds.key, key))
  return found ?? null
}

/** Refunds that were requested, or refused for want of balance, before `before` and are not made yet, oldest first. */
export async function overdueRefunds(db: Database, before: Date, limit: number) {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'requested'), lt(refunds.updatedAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

export async function markRefundSucceeded(
  db: Database,
  id: string,
  providerRefundId: string,
  now: Date,
) {
  await db
    .update(refunds)
    .set({ status: 'succeeded', providerRefundId, updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
}

/**
 * Counts an attempt for which the provider's balance was too low.
 *
 * @returns how many there were; null when the refund was made meanwhile
 */
export async function countRefundAttempt(
  tx: Database,
  id: string,
  now: Date,
): Promise<number | null> {
  const [counted] = await tx
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1`, updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
    .returning({ attempts: refunds.attempts })
  return counted?.attempts ?? null
}

/** Locks the refund with this id at the provider, until the transaction ends. */
export async function lockRefund(
  tx: Database,
  { provider, refundId }: { provider: string; refundId: string },
) {
  const [found] = await tx
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.providerRefundId, refundId), eq(payments.provider, provider)))
    .for('update', { of: refunds })
  return found ?? null
}

/** Whether a payment has a refund that the provider has not confirmed yet. */
export async function hasRequestedRefund(
  db: Database,
  { provider, paymentId }: { provider: string; paymentId: string },
): Promise<boolean> {
  const [found] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.providerPaymentId, paymentId),
        eq(refunds.status, 'requested'),
      ),
    )
    .limit(1)
  return found !== undefined
}

export async function markRefundFailed(tx: Database, id: string, now: Date) {
  await tx.update(refunds).set({ status: 'failed', updatedAt: now }).where(eq(refunds.id, id))
}

/** Locks a refund's key until the transaction ends, also before there is a refund with it. */
export async function lockRefundKey(tx: Database, key: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
