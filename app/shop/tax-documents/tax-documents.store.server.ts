import { inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** The invoice serials of placed orders, by the orders' ids. */
export async function serialsOf(db: Database, orderIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: orders.id, serial: orders.invoiceSerial })
    .from(orders)
    .where(inArray(orders.id, orderIds))
  return new Map(rows.map(({ id, serial }) => [id, serial ?? '']))
}
