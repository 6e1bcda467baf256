import { and, asc, desc, eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import {
  arrivedStatuses,
  type FulfilmentStatus,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { orderMoves, orders } from '#shop/orders/orders.tables.server.ts'

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
