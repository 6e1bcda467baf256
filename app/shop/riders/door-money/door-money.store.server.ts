import { inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { doorPayments } from './door-money.tables.server.ts'

export type DoorPayment = typeof doorPayments.$inferSelect

/** What was paid of these orders: at the door first. */
export async function doorPaymentsOf(
  db: Database,
  orderIds: readonly string[],
): Promise<DoorPayment[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(doorPayments)
    .where(inArray(doorPayments.orderId, [...orderIds]))
    .orderBy(doorPayments.part)
}

/** @returns false when another payment has its reference */
export async function insertDoorPayment(tx: Database, payment: DoorPayment): Promise<boolean> {
  const inserted = await tx
    .insert(doorPayments)
    .values(payment)
    .onConflictDoNothing({ target: doorPayments.reference })
    .returning({ orderId: doorPayments.orderId })
  return inserted.length > 0
}
