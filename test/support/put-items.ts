import { type SQL, sql } from 'drizzle-orm'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { orderItems } from '#shop/orders/orders.tables.server.ts'
import type { TestShop } from './test-shop.ts'

/** Puts items where a test wants them, with the problem and the agreed price of ₹1,500 that such an item has. */
export async function putItems(shop: TestShop, which: SQL | undefined, status: ItemStatus) {
  const isAgreed = status === 'accepted' || status === 'completed'
  const priced = (column: typeof orderItems.unitPaise | typeof orderItems.pricePaise) =>
    sql`case when ${orderItems.customize} then ${isAgreed ? 150_000 : 0}::integer else ${column} end`
  await shop.context.db
    .update(orderItems)
    .set({
      status,
      preparedAt: null,
      problem: status === 'rejected' ? 'No oven' : '',
      pricePaise: priced(orderItems.pricePaise),
      unitPaise: priced(orderItems.unitPaise),
    })
    .where(which)
}
