import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import {
  arrivedStatuses,
  type FulfilmentStatus,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { toBeDelivered } from '#shop/orders/order-filters.store.server.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import { orderMoves, orderPhotos, orders } from '#shop/orders/orders.tables.server.ts'
import { exceptionalDays, lateDeliveries } from './handling.tables.server.ts'

export type OrderMoveRow = typeof orderMoves.$inferSelect

export async function findMove(db: Database, id: string): Promise<OrderMoveRow | null> {
  const [found] = await db.select().from(orderMoves).where(eq(orderMoves.id, id))
  return found ?? null
}

/** Oldest first. */
export async function movesOf(db: Database, orderId: string): Promise<OrderMoveRow[]> {
  return db
    .select()
    .from(orderMoves)
    .where(eq(orderMoves.orderId, orderId))
    .orderBy(asc(orderMoves.serial))
}

/** The status in which a ready order was last prepared. */
export async function statusBeforePrepare(
  tx: Database,
  orderId: string,
): Promise<FulfilmentStatus> {
  const [prepared] = await tx
    .select({ from: orderMoves.from })
    .from(orderMoves)
    .where(and(eq(orderMoves.orderId, orderId), eq(orderMoves.move, 'prepare')))
    .orderBy(desc(orderMoves.serial))
    .limit(1)
  return prepared?.from ?? 'baking'
}

/** Stores a move and the order's new status. For a transaction that has locked the order. */
export async function insertMove(tx: Database, move: typeof orderMoves.$inferInsert) {
  await tx.insert(orderMoves).values(move)
  const arrivedAt = arrivedStatuses.includes(move.to) ? move.at : null
  const moved = { fulfilment: move.to, arrivedAt, moveFailedAt: null }
  await tx.update(orders).set(moved).where(eq(orders.id, move.orderId))
}

type ExceptionalDay = typeof exceptionalDays.$inferSelect
type LateDelivery = typeof lateDeliveries.$inferSelect

/** Delivered orders that arrived at least `minutes` after their slot, since `since`, and are not decided yet. */
export async function undecidedLateOrders(
  db: Database,
  { minutes, since, limit }: { minutes: number; since: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(lateDeliveries, eq(lateDeliveries.orderId, orders.id))
    .where(
      and(
        eq(orders.fulfilment, 'delivered'),
        isNotNull(orders.slotEndsAt),
        gte(orders.arrivedAt, since),
        lte(
          orders.slotEndsAt,
          sql`${orders.arrivedAt} - make_interval(mins => ${minutes}::integer)`,
        ),
        isNull(lateDeliveries.orderId),
      ),
    )
    .orderBy(asc(orders.arrivedAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function findLateDelivery(
  db: Database,
  orderId: string,
): Promise<LateDelivery | null> {
  const [found] = await db.select().from(lateDeliveries).where(eq(lateDeliveries.orderId, orderId))
  return found ?? null
}

export async function insertLateDelivery(tx: Database, late: LateDelivery) {
  await tx.insert(lateDeliveries).values(late)
}

/** From a day 'YYYY-MM-DD' on. */
export async function exceptionalDaysFrom(db: Database, day: string): Promise<ExceptionalDay[]> {
  return db
    .select()
    .from(exceptionalDays)
    .where(gte(exceptionalDays.day, day))
    .orderBy(asc(exceptionalDays.day))
}

export async function findExceptionalDay(
  db: Database,
  day: string,
): Promise<ExceptionalDay | null> {
  const [found] = await db.select().from(exceptionalDays).where(eq(exceptionalDays.day, day))
  return found ?? null
}

/** A second declaration keeps the instant of the first. */
export async function putExceptionalDay(tx: Database, day: ExceptionalDay) {
  await tx
    .insert(exceptionalDays)
    .values(day)
    .onConflictDoUpdate({ target: exceptionalDays.day, set: { reason: day.reason } })
}

export async function deleteExceptionalDay(tx: Database, day: string) {
  await tx.delete(exceptionalDays).where(eq(exceptionalDays.day, day))
}

/** Orders that have not left or have arrived, with somebody to mail, of which the delivery is from `from` on and before `to`. */
export async function ordersToRemind(db: Database, between: { from: Date; to: Date }) {
  const { id, deliveryAt, slotStartsAt, slotEndsAt, isPickup, fulfilment, placedAt, arrivedAt } =
    orders
  return db
    .select({ id, deliveryAt, slotStartsAt, slotEndsAt, isPickup, fulfilment, placedAt, arrivedAt })
    .from(orders)
    .where(
      and(
        toBeDelivered(between),
        or(inArray(fulfilment, ['placed', 'baking', 'ready']), isNotNull(arrivedAt)),
        ne(orders.customerEmail, ''),
      ),
    )
}

/** Which of these mails are queued or sent. */
export async function knownMails(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: mails.id }).from(mails).where(inArray(mails.id, ids))
  return new Set(rows.map(({ id }) => id))
}

type PhotoFile = typeof orderPhotos.$inferSelect

interface PhotoRow extends PhotoFile {
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
