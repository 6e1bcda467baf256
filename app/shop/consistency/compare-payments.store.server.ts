import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { disputes, payments, refunds } from '#shop/payments/payments.tables.server.ts'

export type StoredPayment = typeof payments.$inferSelect & {
  providerPaymentId: string
  refunds: (typeof refunds.$inferSelect)[]
  disputes: (typeof disputes.$inferSelect)[]
}

/** Payments that a provider knows, started since a moment, with their refunds and disputes; by id, after the id `after`. */
export async function paymentsSince(
  db: Database,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<StoredPayment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(
      and(
        gt(payments.createdAt, since),
        gt(payments.id, after),
        isNotNull(payments.providerPaymentId),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(limit)
  if (rows.length === 0) return []
  const changesOf = await readChanges(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((payment) => ({
    ...payment,
    providerPaymentId: payment.providerPaymentId ?? '',
    ...changesOf(payment.id),
  }))
}

/** Refunds and disputes of payments. */
async function readChanges(db: Database, paymentIds: string[]) {
  const refundRows = await db.select().from(refunds).where(inArray(refunds.paymentId, paymentIds))
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
  const [payment] = await db.select().from(payments).where(eq(payments.id, stored.id))
  const changesOf = await readChanges(db, [stored.id])
  return {
    ...stored,
    ...payment,
    providerPaymentId: stored.providerPaymentId,
    ...changesOf(stored.id),
  }
}
