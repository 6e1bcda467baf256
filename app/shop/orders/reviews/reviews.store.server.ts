import { desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderItems, orders } from '../orders.tables.server.ts'
import { cakeReviews } from './reviews.tables.server.ts'

export type Review = typeof cakeReviews.$inferSelect

/** Locked until the transaction ends, it changes once at a time. */
export async function lockReview(tx: Database, itemId: string): Promise<Review | null> {
  const isIt = eq(cakeReviews.itemId, itemId)
  const [found] = await tx.select().from(cakeReviews).where(isIt).for('update')
  return found ?? null
}

/** In place of an earlier one of the same item. */
export async function saveReview(tx: Database, review: typeof cakeReviews.$inferInsert) {
  await tx
    .insert(cakeReviews)
    .values(review)
    .onConflictDoUpdate({ target: cakeReviews.itemId, set: review })
}

export async function deleteReview(tx: Database, itemId: string) {
  await tx.delete(cakeReviews).where(eq(cakeReviews.itemId, itemId))
}

export async function reviewsOf(db: Database, orderIds: readonly string[]): Promise<Review[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(cakeReviews)
    .where(inArray(cakeReviews.orderId, [...orderIds]))
}

const isWaiting = eq(cakeReviews.state, 'waiting')

/** The order of each review that nobody has looked at. */
export function waitingReviews(db: Database) {
  return db.select({ orderId: cakeReviews.orderId }).from(cakeReviews).where(isWaiting)
}

/** Those that wait first, then the newest; one more than a page has, if there are more. */
export function reviewsPage(db: Database, page: number, perPage: number) {
  return db
    .select({
      ...getTableColumns(cakeReviews),
      cake: orderItems.name,
      orderNumber: orderItems.orderNumber,
    })
    .from(cakeReviews)
    .innerJoin(orderItems, eq(orderItems.id, cakeReviews.itemId))
    .orderBy(desc(isWaiting), desc(cakeReviews.writtenAt), desc(cakeReviews.itemId))
    .limit(perPage + 1)
    .offset((page - 1) * perPage)
}

/** Those of the pictures that a review has. */
export async function picturesInReviews(db: Database, ids: string[]): Promise<string[]> {
  const { pictureId } = cakeReviews
  const rows = await db.select({ pictureId }).from(cakeReviews).where(inArray(pictureId, ids))
  return rows.flatMap((row) => row.pictureId ?? [])
}

/** The name of the zone that an order goes to, as it was then; null for pickup, and without zones. */
export async function areaOf(db: Database, orderId: string): Promise<string | null> {
  const [found] = await db.select({ zone: orders.zone }).from(orders).where(eq(orders.id, orderId))
  return found?.zone ?? null
}
