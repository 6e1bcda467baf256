import { and, eq, gt, like, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import { isEarlierTry } from '#shop/handling/photos/order-photos.store.server.ts'
import { isPlaced } from '#shop/orders/order-filters.store.server.ts'
import type { OrderRow } from '#shop/orders/orders.store.server.ts'
import { orderPhotos, orders, trackingLinks } from '#shop/orders/orders.tables.server.ts'

/** The photos of an order, whether it is held, and the versions of its links. */
export async function findDispatchCheck(db: Database, orderId: string) {
  const sender = alias(trackingLinks, 'sender')
  const recipient = alias(trackingLinks, 'recipient')
  const leaving = alias(orderPhotos, 'leaving')
  const door = alias(orderPhotos, 'door')
  const [found] = await db
    .select({
      heldAt: orders.dispatchHeldAt,
      leaving: leaving.takenAt,
      door: door.takenAt,
      isEarlierTry: isEarlierTry(db, door),
      sender: sql<number>`coalesce(${sender.version}, 1)`,
      recipient: sql<number>`coalesce(${recipient.version}, 1)`,
    })
    .from(orders)
    .leftJoin(leaving, and(eq(leaving.orderId, orders.id), eq(leaving.kind, 'leaving')))
    .leftJoin(door, and(eq(door.orderId, orders.id), eq(door.kind, 'door')))
    .leftJoin(sender, and(eq(sender.orderId, orders.id), eq(sender.audience, 'sender')))
    .leftJoin(recipient, and(eq(recipient.orderId, orders.id), eq(recipient.audience, 'recipient')))
    .where(eq(orders.id, orderId))
  return found ?? null
}

/** For a transaction that has locked the order. */
export async function setWhereTo(
  tx: Database,
  orderId: string,
  to: { address: string; recipientMobile: string },
) {
  await tx.update(orders).set(to).where(eq(orders.id, orderId))
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
