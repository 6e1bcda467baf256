import { inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** The numbers of orders, by their ids. */
export async function orderNumbers(db: Database, ids: string[]): Promise<Map<string, number>> {
  const found = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, ids))
  return new Map(found.map(({ id, number }) => [id, number]))
}
