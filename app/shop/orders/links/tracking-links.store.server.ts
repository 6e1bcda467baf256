import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { trackingLinks } from '../orders.tables.server.ts'
import type { Audience } from './audience.ts'

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

/** Revokes the links of the current version. */
export async function raiseLinkVersion(tx: Database, orderId: string, audience: Audience) {
  await tx
    .insert(trackingLinks)
    .values({ orderId, audience, version: 2 })
    .onConflictDoUpdate({
      target: [trackingLinks.orderId, trackingLinks.audience],
      set: { version: sql`${trackingLinks.version} + 1` },
    })
}
