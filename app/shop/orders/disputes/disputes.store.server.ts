import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/secrets.server.ts'
import type { DisputeReport } from '#shop/payments/payment-provider.ts'
import { disputes, orderPayments } from '../money/ledger.tables.server.ts'

export type DisputeRow = typeof disputes.$inferSelect

export async function findDispute(
  db: Database,
  { provider, disputeId }: { provider: string; disputeId: string },
): Promise<DisputeRow | null> {
  const [found] = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, provider), eq(disputes.providerDisputeId, disputeId)))
  return found ?? null
}

export async function saveDispute(
  tx: Database,
  input: { paymentId: string; provider: string; report: DisputeReport; now: Date },
): Promise<DisputeRow> {
  const { paymentId, provider, now } = input
  const { id: providerDisputeId, ...values } = input.report
  const [saved] = await tx
    .insert(disputes)
    .values({ ...values, id: newId(), paymentId, provider, providerDisputeId, createdAt: now })
    .onConflictDoUpdate({ target: [disputes.provider, disputes.providerDisputeId], set: values })
    .returning()
  if (!saved) throw new Error('an insert gave no row')
  return saved
}

/** Oldest first. */
export async function findOrderDisputes(db: Database, orderId: string): Promise<DisputeRow[]> {
  const found = await db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(orderPayments, eq(orderPayments.id, disputes.paymentId))
    .where(eq(orderPayments.orderId, orderId))
    .orderBy(asc(disputes.createdAt))
  return found.map(({ dispute }) => dispute)
}

/** Whether a dispute blocks refunds of a payment. */
export async function hasBlockingDispute(db: Database, paymentId: string): Promise<boolean> {
  const blocks = and(eq(disputes.paymentId, paymentId), eq(disputes.isRefundable, false))
  return (await db.$count(disputes, blocks)) > 0
}
