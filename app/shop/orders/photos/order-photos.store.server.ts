import { and, eq, exists, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import { orderMoves } from '../orders.tables.server.ts'
import { orderPhotos } from '../tracking.tables.server.ts'
import type { PhotoKind } from './photo-kind.ts'

type PhotoColumns = Record<'orderId' | 'kind' | 'takenAt', AnyPgColumn>

/** Whether a photo was taken at the door, and its order has gone out once more since. */
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
