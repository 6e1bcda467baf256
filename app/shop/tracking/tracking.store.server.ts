import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { isPlaced } from '#shop/orders/order-filters.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { Audience } from './link/audience.ts'
import { trackingLinks } from './tracking.tables.server.ts'

const currentVersion = sql<number>`coalesce(${trackingLinks.version}, 1)`

/** A placed order with the version of its links that works; null when there is none of this id. */
export async function findLinkedOrder(
  db: Database,
  orderId: string,
  audience: Audience,
): Promise<{ order: OrderRow; version: number } | null> {
  const [found] = await db
    .select({ order: getTableColumns(orders), version: currentVersion })
    .from(orders)
    .leftJoin(
      trackingLinks,
      and(eq(trackingLinks.orderId, orders.id), eq(trackingLinks.audience, audience)),
    )
    .where(and(eq(orders.id, orderId), isPlaced))
  return found ?? null
}

/** The version of an order's links that works. */
export async function linkVersion(
  db: Database,
  orderId: string,
  audience: Audience,
): Promise<number> {
  const [found] = await db
    .select({ version: trackingLinks.version })
    .from(trackingLinks)
    .where(and(eq(trackingLinks.orderId, orderId), eq(trackingLinks.audience, audience)))
  return found?.version ?? 1
}

/** Revokes an order's links to one audience: from now on those of the next version work. */
export async function raiseLinkVersion(tx: Database, orderId: string, audience: Audience) {
  await tx
    .insert(trackingLinks)
    .values({ orderId, audience, version: 2 })
    .onConflictDoUpdate({
      target: [trackingLinks.orderId, trackingLinks.audience],
      set: { version: sql`${trackingLinks.version} + 1` },
    })
}
