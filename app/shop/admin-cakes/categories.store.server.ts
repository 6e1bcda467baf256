import { asc } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { cakes } from '#shop/cakes/cakes.tables.server.ts'

const most = 100

/** The categories that cakes are in, to choose one of for the next. */
export async function listCategories(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ category: cakes.category })
    .from(cakes)
    .orderBy(asc(cakes.category))
    .limit(most)
  return rows.map(({ category }) => category)
}
