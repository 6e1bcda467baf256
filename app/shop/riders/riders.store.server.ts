import { and, asc, desc, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { handedOverFrom, isPlaced, toBeDelivered } from '#shop/orders/order-filters.store.server.ts'
import { type OrderRow, wholeOrder } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { boundsOfDay } from '#shop/values/kolkata-time.ts'
import { riderRuns, riderStops } from './riders.tables.server.ts'

export type RunRow = typeof riderRuns.$inferSelect
export type StopRow = typeof riderStops.$inferSelect

export async function insertRun(tx: Database, run: RunRow) {
  await tx.insert(riderRuns).values(run)
}

/** Puts orders into a run, in this order; they leave their former runs. */
export async function putStops(tx: Database, runId: string, orderIds: readonly string[]) {
  await tx
    .insert(riderStops)
    .values(orderIds.map((orderId, position) => ({ orderId, runId, position })))
    .onConflictDoUpdate({
      target: riderStops.orderId,
      set: { runId: sql`excluded.run_id`, position: sql`excluded.position` },
    })
}

export async function removeStop(tx: Database, orderId: string) {
  await tx.delete(riderStops).where(eq(riderStops.orderId, orderId))
}

const isLiveAt = (now: Date) => and(isNull(riderRuns.revokedAt), gt(riderRuns.linkEndsAt, now))

/** A run, if its link works. */
export async function findLiveRun(db: Database, id: string, now: Date): Promise<RunRow | null> {
  const [found] = await db
    .select()
    .from(riderRuns)
    .where(and(eq(riderRuns.id, id), isLiveAt(now)))
  return found ?? null
}

/** Locks a run until the transaction ends; null if it is not found. */
export async function lockRun(tx: Database, id: string): Promise<RunRow | null> {
  const [found] = await tx.select().from(riderRuns).where(eq(riderRuns.id, id)).for('update')
  return found ?? null
}

export async function markRevoked(tx: Database, id: string, now: Date) {
  await tx.update(riderRuns).set({ revokedAt: now }).where(eq(riderRuns.id, id))
}

/** The stop of an order, if it is in this run. For a transaction that has locked the order, and so its stop. */
export async function findStop(
  tx: Database,
  { runId, orderId }: Pick<StopRow, 'runId' | 'orderId'>,
): Promise<StopRow | null> {
  const [found] = await tx
    .select()
    .from(riderStops)
    .where(and(eq(riderStops.orderId, orderId), eq(riderStops.runId, runId)))
  return found ?? null
}

export async function countWrongCode(tx: Database, orderId: string) {
  await tx
    .update(riderStops)
    .set({ wrongCodes: sql`${riderStops.wrongCodes} + 1` })
    .where(eq(riderStops.orderId, orderId))
}

/** The runs with a working link that have some of these orders. */
export async function liveRunsOf(db: Database, orderIds: readonly string[], now: Date) {
  return db
    .select({ orderId: riderStops.orderId, riderName: riderRuns.riderName })
    .from(riderStops)
    .innerJoin(riderRuns, eq(riderRuns.id, riderStops.runId))
    .where(and(inArray(riderStops.orderId, [...orderIds]), isLiveAt(now)))
}

/** Locks placed orders until the transaction ends, always in the same order. */
export async function lockOrders(tx: Database, ids: readonly string[]): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isPlaced))
    .orderBy(asc(orders.id))
    .for('update')
}

/** The orders of a run with their stops, by their places in it. */
export async function stopsOf(
  db: Database,
  runId: string,
): Promise<{ order: Order; stop: StopRow }[]> {
  return db
    .select({ stop: riderStops, order: wholeOrder })
    .from(riderStops)
    .innerJoin(orders, eq(orders.id, riderStops.orderId))
    .where(eq(riderStops.runId, runId))
    .orderBy(asc(riderStops.position))
}

/** The eight who rode last, newest first: each mobile once, by the name of its last run. */
export async function lastRiders(db: Database) {
  const { riderName, riderMobile, createdAt } = riderRuns
  const lastName = sql<string>`(array_agg(${riderName} order by ${createdAt} desc))[1]`
  return db
    .select({ riderName: lastName, riderMobile })
    .from(riderRuns)
    .groupBy(riderMobile)
    .orderBy(desc(max(createdAt)))
    .limit(8)
}

/** Placed orders to be brought or picked up on a day 'YYYY-MM-DD', by time. */
export async function ordersToHandOver(db: Database, day: string): Promise<Order[]> {
  return db
    .select(wholeOrder)
    .from(orders)
    .where(toBeDelivered(boundsOfDay(day)))
    .orderBy(asc(handedOverFrom), asc(orders.number))
}

/** The runs that have some of these orders, newest first, with a row for each stop by its place. */
export async function runsWith(db: Database, orderIds: readonly string[]) {
  return db
    .select({ run: riderRuns, orderId: riderStops.orderId })
    .from(riderStops)
    .innerJoin(riderRuns, eq(riderRuns.id, riderStops.runId))
    .where(inArray(riderStops.orderId, [...orderIds]))
    .orderBy(desc(riderRuns.createdAt), asc(riderStops.position))
}
