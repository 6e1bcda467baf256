import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
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

/**
 * Orders of which cash was waived, by their ids after `after`: those that an earlier version may not have credited. The
 * invoices of all others charge no more than the card paid.
 */
export async function ordersWithWaivedCharged(
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const charged = sql`sum(case ${taxDocuments.kind} when 'invoice' then ${taxDocuments.totalPaise} else -${taxDocuments.totalPaise} end)`
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(taxDocuments, eq(taxDocuments.orderId, orders.id))
    .where(and(gt(orders.waivedPaise, 0), after === null ? undefined : gt(orders.id, after)))
    .groupBy(orders.id)
    .having(sql`${charged} > ${orders.cardPaise} - ${orders.refundedPaise}`)
    .orderBy(asc(orders.id))
    .limit(limit)
  return found.map(({ id }) => id)
}
