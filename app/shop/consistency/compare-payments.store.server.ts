import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { disputes, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'

type PaymentRow = typeof orderPayments.$inferSelect

export type StoredPayment = PaymentRow & {
  provider: string
  providerId: string
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
        eq(orderPayments.cause, 'checkout'),
        gt(orderPayments.createdAt, since),
        gt(orderPayments.id, after),
        isNotNull(orderPayments.providerId),
      ),
    )
    .orderBy(asc(orderPayments.id))
    .limit(limit)
  if (rows.length === 0) return []
  const changesOf = await readChanges(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((payment) => ({
    ...payment,
    provider: payment.provider ?? '',
    providerId: payment.providerId ?? '',
    ...changesOf(payment.id),
  }))
}

/** Refunds and disputes of payments. */
async function readChanges(db: Database, paymentIds: string[]) {
  const refundRows = await db
    .select()
    .from(orderPayments)
    .where(and(inArray(orderPayments.paymentId, paymentIds), eq(orderPayments.cause, 'refund')))
  const disputeRows = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.paymentId, paymentIds))
  const refundsBy = Map.groupBy(refundRows, ({ paymentId }) => paymentId)
  const disputesBy = Map.groupBy(disputeRows, ({ paymentId }) => paymentId)
  return (id: string) => ({
    refunds: refundsBy.get(id) ?? [],
    disputes: disputesBy.get(id) ?? [],
  })
}

/** Reads a payment again. */
export async function rereadPayment(db: Database, stored: StoredPayment): Promise<StoredPayment> {
  const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.id, stored.id))
  const changesOf = await readChanges(db, [stored.id])
  const { provider, providerId } = stored
  return { ...stored, ...payment, provider, providerId, ...changesOf(stored.id) }
}
