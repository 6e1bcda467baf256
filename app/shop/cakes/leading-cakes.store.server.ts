import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { CakeSummary } from './cake-summary.ts'
import { cakes, onShow } from './cakes.tables.server.ts'
import { wholeCard } from './card-rows.store.server.ts'

/** At most so many of the featured cakes, by id. */
export async function listFeatured(db: Database, limit: number): Promise<CakeSummary[]> {
  const rows = await db
    .select({ card: wholeCard })
    .from(cakes)
    .where(and(onShow, sql`${cakes.featured}`))
    .orderBy(asc(cakes.id))
    .limit(limit)
  return rows.map(({ card }) => card)
}

/** Of each of the categories at most so many cakes that have a picture, the best rated first. */
export async function listBestOfEach(
  db: Database,
  categories: string[],
  limit: number,
): Promise<(CakeSummary & { featured: boolean })[]> {
  const best = db
    .select({ id: cakes.id })
    .from(cakes)
    .where(and(onShow, sql`${cakes.category} = kinds.category`, sql`${cakes.image} <> '{}'`))
    .orderBy(desc(cakes.stars), asc(cakes.id))
    .limit(limit)
    .as('best')
  const rows = await db
    .select({ card: wholeCard, featured: cakes.featured })
    .from(sql`unnest(${sql.param(categories)}::text[]) kinds(category)`)
    .innerJoinLateral(best, sql`true`)
    .innerJoin(cakes, eq(cakes.id, best.id))
    .orderBy(desc(cakes.stars), asc(cakes.id))
  return rows.map(({ card, featured }) => ({ ...card, featured }))
}
