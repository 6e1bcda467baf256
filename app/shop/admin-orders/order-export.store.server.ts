import { and, count, desc, eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { withItems } from '#shop/orders/whole-orders.store.server.ts'
import { wanted } from './admin-orders.store.server.ts'
import type { OrderSearch } from './order-search.ts'

/** How many orders an export holds in memory at a time. */
const batchSize = 500

/** A placed order whole, with the serial of its invoice. */
export type ExportedOrder = Order & { invoiceSerial: string }

/** Every placed order that a search finds, newest first, some at a time, however many there are. */
export async function* ordersInBatches(
  db: Database,
  search: OrderSearch,
): AsyncGenerator<ExportedOrder[]> {
  let before = search.before
  let isLast = false
  while (!isLast) {
    const rows = await db
      .select()
      .from(orders)
      .where(and(...wanted(db, { ...search, before })))
      .orderBy(desc(orders.number))
      .limit(batchSize)
    const whole = await withItems(db, rows)
    yield whole.map((order, index) => ({
      ...order,
      invoiceSerial: rows[index]?.invoiceSerial ?? '',
    }))
    before = rows.at(-1)?.number ?? null
    isLast = rows.length < batchSize
  }
}

/** How many items the orders have that a search finds. */
export async function countItems(db: Database, search: OrderSearch): Promise<number> {
  const [counted] = await db
    .select({ items: count() })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(...wanted(db, search)))
  return counted?.items ?? 0
}
