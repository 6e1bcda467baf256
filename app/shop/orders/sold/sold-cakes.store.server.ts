import { and, asc, eq, gte, inArray, isNotNull, ne, or, sql, sum } from 'drizzle-orm'
import { dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { CakeDays, TakenPieces } from '#shop/cakes/cake-days.ts'
import { cakes } from '#shop/cakes/cakes.tables.server.ts'
import { boundsOfDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { statusesToMake } from '../item-status.ts'
import { orderItems, orders } from '../orders.tables.server.ts'

const countedDays = 90

/** How many pieces of each cake were ordered in the last 90 days, by its id; not those that were cancelled. */
export async function countSoldCakes(
  db: Database,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(now.getTime() - countedDays * dayMs)
  const rows = await db
    .select({ id: orderItems.cakeId, sold: sum(orderItems.amount).mapWith(Number) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.state, 'placed'),
        gte(orders.placedAt, since),
        isNotNull(orderItems.cakeId),
        ne(orderItems.status, 'cancelled'),
      ),
    )
    .groupBy(orderItems.cakeId)
  return new Map(rows.map(({ id, sold }) => [String(id), sold]))
}

/** Locks cakes until the transaction ends: their pieces are taken one order after another. */
export async function lockCakes(tx: Database, ids: readonly string[]) {
  const { id, name, piecesADay, piecesInAll, fromDay, untilDay, weekdays, zones } = cakes
  return tx
    .select({ id, name, piecesADay, piecesInAll, fromDay, untilDay, weekdays, zones })
    .from(cakes)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('no key update')
}

const firstDay = '2000-01-01'

/**
 * The pieces of these cakes that orders take, from today on and as far back as one is counted in all: an order takes them
 * while it is neither expired nor cancelled.
 *
 * @param but an order that does not count
 */
export async function readTaken(
  db: Database,
  limited: readonly (CakeDays & { id: string })[],
  { now, but }: { now: Date; but?: string },
): Promise<Map<string, TakenPieces>> {
  const firsts = limited.map(({ piecesInAll, fromDay }) =>
    piecesInAll === null ? kolkataDay(now) : (fromDay ?? firstDay),
  )
  const isLater = gte(orders.deliveryAt, boundsOfDay([...firsts].sort()[0] ?? firstDay).from)
  const day = sql<string>`to_char(coalesce(${orders.slotStartsAt}, ${orders.deliveryAt}) at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  const rows = await db
    .select({ id: orderItems.cakeId, day, pieces: sum(orderItems.amount).mapWith(Number) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        // Each has an index.
        or(
          and(eq(orders.state, 'placed'), isLater),
          and(eq(orders.state, 'awaiting_payment'), isLater),
        ),
        inArray(
          orderItems.cakeId,
          limited.map(({ id }) => id),
        ),
        inArray(orderItems.status, statusesToMake),
        but === undefined ? undefined : ne(orders.id, but),
      ),
    )
    .groupBy(orderItems.cakeId, day)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => String(id))].map(([id, days]) => [
      id,
      new Map(days.map(({ day, pieces }) => [day, pieces])),
    ]),
  )
}
