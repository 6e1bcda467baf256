import { and, eq, gt, inArray, like, sql } from 'drizzle-orm'
import { type Database, hotQuery } from '#platform/database/database.server.ts'
import { sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import type { Audience, Order } from '../order.ts'
import { isPlaced } from '../order-filters.store.server.ts'
import { type OrderRow, wholeOrder } from '../orders.store.server.ts'
import { orders, trackingLinks } from '../orders.tables.server.ts'

const isGuests = sql<boolean>`${users.guestEmail} is not null`

const currentVersion = sql<number>`coalesce(${trackingLinks.version}, 1)`

const linkedOrderQuery = hotQuery((db) =>
  db
    .select({ order: wholeOrder, version: currentVersion, isGuests })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(
      trackingLinks,
      and(
        eq(trackingLinks.orderId, orders.id),
        eq(trackingLinks.audience, sql.placeholder('audience')),
      ),
    )
    .where(eq(orders.id, sql.placeholder('orderId')))
    .prepare('find_linked_order'),
)

/** An order in any state with the version of its links that works, and whether its sender is a guest; null if it is not found. */
export async function findLinkedOrder(
  db: Database,
  orderId: string,
  audience: Audience,
): Promise<{ order: Order; version: number; isGuests: boolean } | null> {
  const [found] = await linkedOrderQuery(db).execute({ orderId, audience })
  return found ?? null
}

/** The valid version of each order's links, by the order's id. */
export async function linkVersions(
  db: Database,
  orderIds: readonly string[],
  audience: Audience,
): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const renewed = await db
    .select({ orderId: trackingLinks.orderId, version: trackingLinks.version })
    .from(trackingLinks)
    .where(and(inArray(trackingLinks.orderId, [...orderIds]), eq(trackingLinks.audience, audience)))
  const versions = new Map(orderIds.map((id) => [id, 1]))
  for (const { orderId, version } of renewed) versions.set(orderId, version)
  return versions
}

/** Revokes the links of the current version. */
export async function raiseLinkVersion(tx: Database, orderId: string, audience: Audience) {
  await tx
    .insert(trackingLinks)
    .values({ orderId, audience, version: 2 })
    .onConflictDoUpdate({
      target: [trackingLinks.orderId, trackingLinks.audience],
      set: { version: sql`${trackingLinks.version} + 1` },
    })
}

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

/** Of a placed order; `guestEmail` is null once an account has it. */
export async function findOrderOwner(db: Database, orderId: string) {
  const [found] = await db
    .select({
      number: orders.number,
      userId: orders.userId,
      guestEmail: users.guestEmail,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, orderId), eq(orders.state, 'placed')))
  return found ?? null
}

/**
 * Moves all orders of a guest to an account. The guest's row stays without personal data, because the audit log refers to it.
 *
 * @returns the ids of the orders
 */
export async function transferOrders(
  tx: Database,
  { guestId, userId, now }: { guestId: string; userId: string; now: Date },
): Promise<string[]> {
  const moved = await tx
    .update(orders)
    // The account may have ordered the same cart itself.
    .set({ userId, checkoutKey: sql`'kept-' || ${orders.id}` })
    .where(eq(orders.userId, guestId))
    .returning({ id: orders.id })
  await tx.delete(sessions).where(eq(sessions.userId, guestId))
  await tx
    .update(users)
    .set({
      name: 'Guest',
      email: `${guestId}@deleted.invalid`,
      guestEmail: null,
      mobileno: null,
      updatedAt: now,
      deletedAt: now,
    })
    .where(eq(users.id, guestId))
  return moved.map(({ id }) => id)
}
