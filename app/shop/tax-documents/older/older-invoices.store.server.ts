import { and, asc, eq, exists, gt, isNotNull, isNull, notExists, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { taxDocuments } from '../tax-documents.tables.server.ts'

/** Orders whose serial has no document yet, by their serials after `after`. */
export async function ordersWithOlderSerial(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; serial: string }[]> {
  const found = await db
    .select({ id: orders.id, serial: orders.invoiceSerial })
    .from(orders)
    .where(and(isNotNull(orders.invoiceSerial), gt(orders.invoiceSerial, after)))
    .orderBy(asc(orders.invoiceSerial))
    .limit(limit)
  return found.map(({ id, serial }) => ({ id, serial: serial ?? '' }))
}

/** The serial stands on its document now. */
export async function clearOlderSerial(tx: Database, orderId: string) {
  await tx.update(orders).set({ invoiceSerial: null }).where(eq(orders.id, orderId))
}

/** Invoiced orders of which an earlier version waived cash, and wrote no credit note for it. */
export async function ordersWaivedWithoutNote(db: Database, limit: number): Promise<string[]> {
  const ofOrder = (which?: SQL) =>
    db
      .select({ id: taxDocuments.id })
      .from(taxDocuments)
      .where(and(eq(taxDocuments.orderId, orders.id), which))
  const note = and(eq(taxDocuments.kind, 'credit-note'), isNull(taxDocuments.refundId))
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(gt(orders.waivedPaise, 0), exists(ofOrder()), notExists(ofOrder(note))))
    .limit(limit)
  return found.map(({ id }) => id)
}
