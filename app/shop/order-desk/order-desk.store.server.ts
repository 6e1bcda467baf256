import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { orderItems } from '#shop/orders/orders.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'

/** Puts an item where the baker decided; with a price, that is what one piece of it costs. */
export async function moveItem(tx: Database, itemId: string, status: ItemStatus, price?: Paise) {
  await tx
    .update(orderItems)
    .set({ status, ...(price !== undefined && { pricePaise: price, unitPaise: price }) })
    .where(eq(orderItems.id, itemId))
}
