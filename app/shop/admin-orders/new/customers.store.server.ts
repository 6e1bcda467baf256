import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { contains } from '#platform/database/query-parts.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { contactEmail, searchedUser } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { KnownCustomer } from './new-order.endpoints.ts'

/** Found by the index of the search for users. */
const hasMobile = (mobile: string) =>
  and(contains(searchedUser, mobile), eq(users.mobileno, mobile))

/** Who has a mobile number: the one who placed the last order, or else any. */
export async function findCustomer(db: Database, mobile: string): Promise<KnownCustomer | null> {
  const [found] = await db
    .select({
      id: users.id,
      name: users.name,
      orderId: orders.id,
      address: orders.address,
      isHome: sql<boolean>`not ${orders.isPickup} and ${orders.recipientName} is null`,
    })
    .from(users)
    .leftJoin(orders, and(eq(orders.userId, users.id), isNotNull(orders.placedAt)))
    .where(hasMobile(mobile))
    .orderBy(sql`${orders.number} desc nulls last`)
    .limit(1)
  if (!found) return null
  const { id, name, orderId, address, isHome } = found
  const items = orderId ? await itemsOf(db, orderId) : []
  const cakes = items.flatMap(({ cakeId, name, flavour, wt, amount, bname }) =>
    cakeId ? [{ cakeid: cakeId, name, flavour, wt, amount, bname }] : [],
  )
  return { id, name, address: isHome ? address : null, cakes }
}

/** A customer as the one who orders. Null if nobody has both id and number. */
export async function findBuyer(
  db: Database,
  { id, mobileno }: { id: string; mobileno: string },
): Promise<Caller | null> {
  const [found] = await db
    .select({ id: users.id, email: contactEmail, guestEmail: users.guestEmail })
    .from(users)
    .where(and(eq(users.id, id), eq(users.mobileno, mobileno)))
  if (!found) return null
  const { guestEmail, ...buyer } = found
  return { ...buyer, role: 'customer', ...(guestEmail !== null && { isGuest: true }) }
}
