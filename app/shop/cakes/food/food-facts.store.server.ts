import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/context.server.ts'
import { hotQuery } from '#platform/database/query-parts.server.ts'
import { cakes } from '../cakes.tables.server.ts'
import type { FoodFacts } from './food-facts.ts'

const factsQuery = hotQuery((db) =>
  db
    .select({
      id: cakes.id,
      ingredients: cakes.ingredients,
      contains: cakes.contains,
      mayContain: cakes.mayContain,
      keeping: cakes.keeping,
      madeByFssai: cakes.madeByFssai,
    })
    .from(cakes)
    .where(sql`${cakes.id} = any(${sql.placeholder('ids')}::text[])`)
    .prepare('food_facts'),
)

/**
 * What is said of ordered cakes now, by their ids, hidden ones too; nothing of customised and deleted ones. Not as it was
 * when they were ordered: a box has what is baked today, and what an owner corrects must reach it. Published cakes are in
 * memory.
 */
export async function readFoodFacts(
  { db, publishedCakes }: AppContext,
  items: readonly { cakeId: string | null }[],
): Promise<ReadonlyMap<string | null, FoodFacts>> {
  const { byId } = publishedCakes.current()
  const ids = items.flatMap(({ cakeId }) => cakeId ?? [])
  const published = ids.flatMap((id) => byId.get(id) ?? [])
  const others = ids.filter((id) => !byId.has(id))
  const rows = others.length > 0 ? await factsQuery(db).execute({ ids: others }) : []
  return new Map([...published, ...rows].map(({ id, ...facts }) => [id, facts]))
}
