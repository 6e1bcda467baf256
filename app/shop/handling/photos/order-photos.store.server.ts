import { and, eq, exists, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import { orderMoves, orderPhotos, orders } from '#shop/orders/orders.tables.server.ts'

type PhotoColumns = Record<'orderId' | 'kind' | 'takenAt', AnyPgColumn>

/** Whether a photo was taken at the door before the order was dispatched again. */
export function isEarlierTry(db: Database, photo: PhotoColumns) {
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

export async function photosOf(db: Database, orderIds: readonly string[]): Promise<PhotoRow[]> {
  return db
    .select(photoColumns(db))
    .from(orderPhotos)
    .where(inArray(orderPhotos.orderId, [...orderIds]))
}

/** Replaces an earlier photo of the same kind. */
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

export async function photosBefore(db: Database, before: Date): Promise<PhotoFile[]> {
  return db.select().from(orderPhotos).where(lt(orderPhotos.takenAt, before))
}

export async function deletePhoto(db: Database, file: string) {
  await db.delete(orderPhotos).where(eq(orderPhotos.file, file))
}

/** Null releases the order. For a transaction that has locked it. */
export async function setDispatchHeld(tx: Database, orderId: string, heldAt: Date | null) {
  await tx.update(orders).set({ dispatchHeldAt: heldAt }).where(eq(orders.id, orderId))
}
