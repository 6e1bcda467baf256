import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { contains, type Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { searchedOrder } from '../admin-orders.store.server.ts'

export type KnownCustomer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

/** What the last order with a mobile number suggests. Whoever placed it has typed the number, and proved nothing. */
export async function findCustomer(db: Database, mobile: string) {
  const { id, customerName: name, address, isPickup, recipientName, customerMobile } = orders
  const [last] = await db
    .select({ id, name, address, isPickup, recipientName })
    .from(orders)
    // Found by the index of the search for orders.
    .where(
      and(contains(searchedOrder, mobile), eq(customerMobile, mobile), isNotNull(orders.placedAt)),
    )
    .orderBy(desc(orders.number))
    .limit(1)
  if (!last) return null
  const items = await itemsOf(db, last.id)
  const cakes = items.flatMap(({ cakeId, name, flavour, wt, chosen, amount, bname }) =>
    cakeId ? [{ cakeid: cakeId, name, flavour, wt, chosen, amount, bname }] : [],
  )
  const isHome = !last.isPickup && last.recipientName === null
  /** The address joined as the checkout has it. */
  return { name: last.name, address: isHome ? last.address : null, cakes }
}

/** The order of a guest whom staff have added, unless it has expired. */
export async function findOrderOfGuest(db: Database, userId: string): Promise<Order | null> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), ne(orders.state, 'expired')))
    .orderBy(desc(orders.number))
    .limit(1)
  return found ? findOrder(db, found.id) : null
}
