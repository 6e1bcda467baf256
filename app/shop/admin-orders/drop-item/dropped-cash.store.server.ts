import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'

/** Takes the price of a ready-made item out of what an order costs in cash. The order is locked by the caller's transaction. */
export async function reduceCash(tx: Database, orderId: string, paise: Paise) {
  await tx
    .update(orders)
    .set({
      subtotalPaise: sql`${orders.subtotalPaise} - ${paise}`,
      cashPaise: sql`${orders.cashPaise} - ${paise}`,
    })
    .where(eq(orders.id, orderId))
}
