import { and, eq, exists, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import { orderMoves, orderPhotos } from '#shop/orders/orders.tables.server.ts'

type PhotoFile = typeof orderPhotos.$inferSelect

export interface PhotoRow extends PhotoFile {
  /** Taken at the door before the order was dispatched again. */
  isEarlierTry: boolean
}

const dispatchedSince = new QueryBuilder()
  .select({ id: orderMoves.id })
  .from(orderMoves)
  .where(
    and(
      eq(orderMoves.orderId, orderPhotos.orderId),
      eq(orderMoves.move, 'dispatch'),
      gt(orderMoves.at, orderPhotos.takenAt),
    ),
  )

export const photoColumns = {
  ...getTableColumns(orderPhotos),
  isEarlierTry: sql<boolean>`${orderPhotos.kind} = 'door' and ${exists(dispatchedSince)}`,
}

export async function findPhoto(
  db: Database,
  orderId: string,
  kind: PhotoKind,
): Promise<PhotoRow | null> {
  const [found] = await db
    .select(photoColumns)
    .from(orderPhotos)
    .where(and(eq(orderPhotos.orderId, orderId), eq(orderPhotos.kind, kind)))
  return found ?? null
}

export async function photosOf(db: Database, orderIds: readonly string[]): Promise<PhotoRow[]> {
  return db
    .select(photoColumns)
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
