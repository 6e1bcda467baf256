import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { disputes, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'

type PaymentRow = typeof orderPayments.$inferSelect

export type StoredPayment = PaymentRow & {
  provider: string
  providerId: string
  /** Of its order. */
  refunds: PaymentRow[]
  disputes: (typeof disputes.$inferSelect)[]
}

/** Payments that a provider knows, started since a moment, with their refunds and disputes; by id, after the id `after`. */
export async function paymentsSince(
  db: Database,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<StoredPayment[]> {
  const rows = await db
    .select()
    .from(orderPayments)
    .where(
      and(
        eq(orderPayments.cause, 'online'),
        gt(orderPayments.createdAt, since),
        gt(orderPayments.id, after),
        isNotNull(orderPayments.providerId),
      ),
    )
    .orderBy(asc(orderPayments.id))
    .limit(limit)
  if (rows.length === 0) return []
  const changesOf = await readChanges(db, rows)
  return rows.map((payment) => ({
    ...payment,
    provider: payment.provider ?? '',
    providerId: payment.providerId ?? '',
    ...changesOf(payment),
  }))
}

type OfOrder = Pick<PaymentRow, 'id' | 'orderId'>

/** Refunds of the orders of payments, and disputes of these. */
async function readChanges(db: Database, payments: OfOrder[]) {
  const orderIds = payments.map(({ orderId }) => orderId)
  const refundRows = await db
    .select()
    .from(orderPayments)
    .where(and(inArray(orderPayments.orderId, orderIds), eq(orderPayments.cause, 'refund')))
  const disputeRows = await db
    .select()
    .from(disputes)
    .where(
      inArray(
        disputes.paymentId,
        payments.map(({ id }) => id),
      ),
    )
  const refundsBy = Map.groupBy(refundRows, ({ orderId }) => orderId)
  const disputesBy = Map.groupBy(disputeRows, ({ paymentId }) => paymentId)
  return ({ id, orderId }: OfOrder) => ({
    refunds: refundsBy.get(orderId) ?? [],
    disputes: disputesBy.get(id) ?? [],
  })
}

/** Reads a payment again. */
export async function rereadPayment(db: Database, stored: StoredPayment): Promise<StoredPayment> {
  const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.id, stored.id))
  const changesOf = await readChanges(db, [stored])
  const { provider, providerId } = stored
  return { ...stored, ...payment, provider, providerId, ...changesOf(stored) }
}
