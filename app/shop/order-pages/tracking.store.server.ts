import { and, eq, gt, like } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { isPlaced } from '#shop/orders/order-filters.store.server.ts'
import type { OrderRow } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** Placed orders that are still to be delivered and whose address has no street: the line begins with its pincode. */
export async function ordersWithoutStreet(db: Database, now: Date): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.state, 'placed'),
        gt(orders.deliveryAt, now),
        like(orders.address, ',%'),
        eq(orders.isPickup, false),
      ),
    )
}

/** The id of a placed order with this number and customer's mobile, as it is stored; null if there is none. */
export async function findOrderOfMobile(
  db: Database,
  { number, mobile }: { number: number; mobile: string },
): Promise<string | null> {
  const isTheirs = and(eq(orders.number, number), eq(orders.customerMobile, mobile), isPlaced)
  const [found] = await db.select({ id: orders.id }).from(orders).where(isTheirs)
  return found?.id ?? null
}
