import { and, asc, eq, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { exceptionalDays, lateDeliveries } from './late.tables.server.ts'

export type ExceptionalDay = typeof exceptionalDays.$inferSelect
export type LateDelivery = typeof lateDeliveries.$inferSelect

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
