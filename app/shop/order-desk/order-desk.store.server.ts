import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'

/** Puts an item where the baker decided; with a price, that is what one piece of it costs. */
export async function moveItem(tx: Database, itemId: string, status: ItemStatus, price?: Paise) {
  await tx
    .update(orderItems)
    .set({ status, ...(price !== undefined && { pricePaise: price, unitPaise: price }) })
    .where(eq(orderItems.id, itemId))
}

/** The numbers of orders, by their ids. */
export async function orderNumbers(db: Database, ids: string[]): Promise<Map<string, number>> {
  const found = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, ids))
  return new Map(found.map(({ id, number }) => [id, number]))
}
