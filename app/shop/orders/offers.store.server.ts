import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { offers } from './orders.tables.server.ts'

export type OfferRow = typeof offers.$inferSelect

/** The open offer of each of these items that has one, by the item's id. */
export async function openOffers(
  db: Database,
  itemIds: readonly string[],
): Promise<Map<string, OfferRow>> {
  if (itemIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(offers)
    .where(and(inArray(offers.itemId, [...itemIds]), eq(offers.status, 'open')))
  return new Map(found.map((offer) => [offer.itemId, offer]))
}
