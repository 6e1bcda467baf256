import { desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderItems } from '../orders.tables.server.ts'
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

const maxListed = 200

/** Those that wait first, then the newest. */
export function listReviews(db: Database) {
  return db
    .select({
      ...getTableColumns(cakeReviews),
      cake: orderItems.name,
      orderNumber: orderItems.orderNumber,
    })
    .from(cakeReviews)
    .innerJoin(orderItems, eq(orderItems.id, cakeReviews.itemId))
    .orderBy(desc(isWaiting), desc(cakeReviews.writtenAt), desc(cakeReviews.itemId))
    .limit(maxListed)
}
