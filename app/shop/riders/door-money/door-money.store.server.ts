import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { doorPayments } from './door-money.tables.server.ts'

export type DoorPayment = typeof doorPayments.$inferSelect

/** What became of the money of an order; null while it is due. For a transaction that has locked the order. */
export async function findDoorPayment(db: Database, orderId: string): Promise<DoorPayment | null> {
  const [found] = await db.select().from(doorPayments).where(eq(doorPayments.orderId, orderId))
  return found ?? null
}

export async function doorPaymentsOf(
  db: Database,
  orderIds: readonly string[],
): Promise<DoorPayment[]> {
  return db
    .select()
    .from(doorPayments)
    .where(inArray(doorPayments.orderId, [...orderIds]))
}

/** @returns false when another order has its reference */
export async function insertDoorPayment(tx: Database, payment: DoorPayment): Promise<boolean> {
  const inserted = await tx
    .insert(doorPayments)
    .values(payment)
    .onConflictDoNothing({ target: doorPayments.reference })
    .returning({ orderId: doorPayments.orderId })
  return inserted.length > 0
}

/** Waives the rest of what was short. What was taken stays. */
export async function markWaived(
  tx: Database,
  orderId: string,
  waived: Pick<DoorPayment, 'reason' | 'by' | 'at'>,
) {
  await tx
    .update(doorPayments)
    .set({ state: 'waived', ...waived })
    .where(eq(doorPayments.orderId, orderId))
}
