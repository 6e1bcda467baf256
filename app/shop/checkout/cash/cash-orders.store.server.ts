import { and, countDistinct, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'

/**
 * How many orders of ready-made cakes in cash a customer has that have not arrived, also those that were refused at the
 * door. Locks the customer, so that two checkouts count one after another.
 */
export async function countOpenCashOrders(tx: Database, userId: string): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [found] = await tx
    .select({ orders: countDistinct(orders.id) })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        isNotNull(orders.placedAt),
        isNull(orders.arrivedAt),
        eq(orders.paymentMethod, 'cash'),
        eq(orderItems.customize, false),
        ne(orderItems.status, 'cancelled'),
      ),
    )
  return found?.orders ?? 0
}
