import { asc, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderCharges, orderPayments } from './money/ledger.tables.server.ts'
import type { Order } from './order.ts'
import { orderItems, type orders } from './orders.tables.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect

/** Orders whole, in the order of their rows: three queries, however many they are. */
export async function readOrders(db: Database, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const items = await db
    .select({ ...getTableColumns(orderItems), cakeId: existingCakeId })
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position))
  const charges = await db
    .select()
    .from(orderCharges)
    .where(inArray(orderCharges.orderId, ids))
    .orderBy(asc(orderCharges.serial))
  const payments = await db
    .select()
    .from(orderPayments)
    .where(inArray(orderPayments.orderId, ids))
    .orderBy(asc(orderPayments.serial))
  const by = <Row extends { orderId: string }>(found: Row[]) =>
    Map.groupBy(found, ({ orderId }) => orderId)
  const [itemsBy, chargesBy, paymentsBy] = [by(items), by(charges), by(payments)]
  return rows.map((row) => ({
    ...row,
    items: itemsBy.get(row.id) ?? [],
    charges: chargesBy.get(row.id) ?? [],
    payments: paymentsBy.get(row.id) ?? [],
  }))
}

// Items keep the id of a cake that was deleted; nobody is led there. Written out, because Drizzle leaves the table off a
// column's name where a query reads one table.
const existingCakeId = sql<
  string | null
>`(select cakes.id from cakes where cakes.id = order_items.cake_id)`
