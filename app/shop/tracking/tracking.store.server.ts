import { and, eq, exists, getTableColumns, gt, inArray, like, lt, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { isPlaced } from '#shop/orders/order-filters.store.server.ts'
import { orderMoves, orders } from '#shop/orders/orders.tables.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { Audience } from './link/audience.ts'
import type { PhotoKind } from './photo/photo-kind.ts'
import { orderPhotos, trackingLinks } from './tracking.tables.server.ts'

/** Whether who ordered has no account. */
const isGuests = sql<boolean>`${users.guestEmail} is not null`

const currentVersion = sql<number>`coalesce(${trackingLinks.version}, 1)`

/** A placed order with the version of its links that works, and whose it is; null when there is none of this id. */
export async function findLinkedOrder(
  db: Database,
  orderId: string,
  audience: Audience,
): Promise<{ order: OrderRow; version: number; isGuests: boolean } | null> {
  const [found] = await db
    .select({ order: getTableColumns(orders), version: currentVersion, isGuests })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(
      trackingLinks,
      and(eq(trackingLinks.orderId, orders.id), eq(trackingLinks.audience, audience)),
    )
    .where(and(eq(orders.id, orderId), isPlaced))
  return found ?? null
}

/** What is known of an order that is to leave: the versions of its links, and its photos. */
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

/** The version of an order's links that works. */
export async function linkVersion(
  db: Database,
  orderId: string,
  audience: Audience,
): Promise<number> {
  const [found] = await db
    .select({ version: trackingLinks.version })
    .from(trackingLinks)
    .where(and(eq(trackingLinks.orderId, orderId), eq(trackingLinks.audience, audience)))
  return found?.version ?? 1
}

/** Revokes an order's links to one audience: from now on those of the next version work. */
export async function raiseLinkVersion(tx: Database, orderId: string, audience: Audience) {
  await tx
    .insert(trackingLinks)
    .values({ orderId, audience, version: 2 })
    .onConflictDoUpdate({
      target: [trackingLinks.orderId, trackingLinks.audience],
      set: { version: sql`${trackingLinks.version} + 1` },
    })
}

type PhotoColumns = Record<'orderId' | 'kind' | 'takenAt', AnyPgColumn>

/** Whether a photo was taken at the door, and its order has gone out once more since. */
function isEarlierTry(db: Database, photo: PhotoColumns) {
  const since = db
    .select({ id: orderMoves.id })
    .from(orderMoves)
    .where(
      and(
        eq(orderMoves.orderId, photo.orderId),
        eq(orderMoves.move, 'dispatch'),
        gt(orderMoves.at, photo.takenAt),
      ),
    )
  return sql<boolean>`${photo.kind} = 'door' and ${exists(since)}`
}

type PhotoFile = typeof orderPhotos.$inferSelect

export interface PhotoRow extends PhotoFile {
  isEarlierTry: boolean
}

const photoColumns = (db: Database) => ({
  ...getTableColumns(orderPhotos),
  isEarlierTry: isEarlierTry(db, orderPhotos),
})

export async function findPhoto(
  db: Database,
  orderId: string,
  kind: PhotoKind,
): Promise<PhotoRow | null> {
  const [found] = await db
    .select(photoColumns(db))
    .from(orderPhotos)
    .where(and(eq(orderPhotos.orderId, orderId), eq(orderPhotos.kind, kind)))
  return found ?? null
}

/** The photos of some orders. */
export async function photosOf(db: Database, orderIds: readonly string[]): Promise<PhotoRow[]> {
  return db
    .select(photoColumns(db))
    .from(orderPhotos)
    .where(inArray(orderPhotos.orderId, [...orderIds]))
}

/** Stores an order's photo in place of an earlier one of the same kind. */
export async function savePhoto(tx: Database, photo: typeof orderPhotos.$inferInsert) {
  const { file, takenAt } = photo
  await tx
    .insert(orderPhotos)
    .values(photo)
    .onConflictDoUpdate({
      target: [orderPhotos.orderId, orderPhotos.kind],
      set: { file, takenAt },
    })
}

/** Photos that were taken before a time. */
export async function photosBefore(db: Database, before: Date): Promise<PhotoFile[]> {
  return db.select().from(orderPhotos).where(lt(orderPhotos.takenAt, before))
}

export async function deletePhoto(db: Database, file: string) {
  await db.delete(orderPhotos).where(eq(orderPhotos.file, file))
}

/** Keeps an order from leaving, or lets it leave again. For a transaction that has locked it. */
export async function setDispatchHeld(tx: Database, orderId: string, heldAt: Date | null) {
  await tx.update(orders).set({ dispatchHeldAt: heldAt }).where(eq(orders.id, orderId))
}

/** Where an order goes, and the number of whom it is for. For a transaction that has locked it. */
export async function setWhereTo(
  tx: Database,
  orderId: string,
  to: { address: string; recipientMobile: string },
) {
  await tx.update(orders).set(to).where(eq(orders.id, orderId))
}

/** Placed orders that are still to be delivered and whose address line begins with its pincode. */
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
