import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import type { DisputeReport } from './payment-provider.ts'
import { disputes, payments, refunds } from './payments.tables.server.ts'

export type DisputeRow = typeof disputes.$inferSelect

/** A lost dispute takes money like a refund, and is stored as one under this key. */
const lossPrefix = 'dispute-'
export const lossKey = ({ id }: Pick<DisputeRow, 'id'>) => `${lossPrefix}${id}`
export const isLossKey = (key: string) => key.startsWith(lossPrefix)

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

/** Stores a dispute as an event describes it, in place of what was stored of it. */
export async function saveDispute(
  tx: Database,
  {
    paymentId,
    provider,
    report,
    now,
  }: {
    paymentId: string
    provider: string
    report: DisputeReport
    now: Date
  },
): Promise<DisputeRow> {
  const { id: providerDisputeId, ...values } = report
  const [saved] = await tx
    .insert(disputes)
    .values({ ...values, id: newId(), paymentId, provider, providerDisputeId, createdAt: now })
    .onConflictDoUpdate({ target: [disputes.provider, disputes.providerDisputeId], set: values })
    .returning()
  if (!saved) throw new Error('an insert gave no row')
  return saved
}

/** Disputes of an order's card payment, oldest first. */
export async function findOrderDisputes(db: Database, orderId: string): Promise<DisputeRow[]> {
  const found = await db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(disputes.createdAt))
  return found.map(({ dispute }) => dispute)
}

/** Whether a dispute keeps the provider from making refunds of a payment. */
export async function hasBlockingDispute(db: Database, paymentId: string): Promise<boolean> {
  const blocks = and(eq(disputes.paymentId, paymentId), eq(disputes.isRefundable, false))
  return (await db.$count(disputes, blocks)) > 0
}

/** Whether a bank has taken money of a payment back. */
export async function hasLostDispute(db: Database, paymentId: string): Promise<boolean> {
  const isLost = and(eq(disputes.paymentId, paymentId), eq(disputes.status, 'lost'))
  return (await db.$count(disputes, isLost)) > 0
}

/** Takes back what a lost dispute counted as, because it is no longer lost. */
export async function deleteLoss(tx: Database, dispute: Pick<DisputeRow, 'id'>) {
  await tx.delete(refunds).where(eq(refunds.key, lossKey(dispute)))
}
