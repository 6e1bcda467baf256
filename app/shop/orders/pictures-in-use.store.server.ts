import { arrayOverlaps, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { picturesOnCakes } from '#shop/cakes/cakes.store.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { picturePaths } from '#shop/pictures/pictures.store.server.ts'
import { picturesOfWords } from '#shop/words/words.store.server.ts'
import { orderItems } from './orders.tables.server.ts'
import { cakeReviews } from './reviews/reviews.tables.server.ts'

/** Pictures of cakes, of the shop's words, of reviews and of orders; nothing else in the shop refers to pictures. */
export async function picturesInUse(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  const onPages = new Set([
    ...(await picturesOnCakes(db, ids)),
    ...(await picturesOfWords(db, ids)),
    ...(await db.select().from(cakeReviews).where(inArray(cakeReviews.pictureId, ids))).map(
      ({ pictureId }) => String(pictureId),
    ),
  ])
  const others = ids.filter((id) => !onPages.has(id))
  return onPages.union(new Set(await picturesInOrders(db, others)))
}

async function picturesInOrders(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const addresses = ids.flatMap(picturePaths)
  const address = sql<string>`unnest(${orderItems.image})`
  // One index scan for all ids: each scan also reads the index's pending entries.
  const rows = await db
    .selectDistinct({ address })
    .from(orderItems)
    .where(arrayOverlaps(orderItems.image, addresses))
  return rows.map(({ address }) => pictureIdFromPath(address)).filter((id) => id !== null)
}
