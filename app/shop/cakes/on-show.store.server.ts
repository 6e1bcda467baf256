import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { toRupees } from '#shop/values/money.ts'
import type { Egg } from './cake.schema.ts'
import { cakes, onShow } from './cakes.tables.server.ts'

/** What a search may ask for, and how many cakes of each kind there are. */
export interface OnShow {
  kinds: { category: string; egg: Egg; count: number }[]
  flavours: string[]
  /** Rupees: the highest price; 0 without cakes. */
  mostRupees: number
}

/** What there is to choose from. Reads every cake on show once. */
export async function readOnShow(db: Database): Promise<OnShow> {
  const [kinds, flavours] = await Promise.all([
    db
      .select({
        category: cakes.category,
        egg: cakes.egg,
        count: sql<number>`count(*)::int`,
        mostPaise: sql<number>`max(${cakes.pricePaise})`,
      })
      .from(cakes)
      .where(onShow)
      .groupBy(cakes.category, cakes.egg),
    db
      .selectDistinct({ flavour: sql<string>`unnest(${cakes.flavours})` })
      .from(cakes)
      .where(onShow),
  ])
  return {
    kinds,
    flavours: flavours.map(({ flavour }) => flavour),
    mostRupees: toRupees(Math.max(0, ...kinds.map(({ mostPaise }) => mostPaise))),
  }
}

/** The words that names on show are made of, the most frequent first; reads every cake on show once. */
export async function readNameWords(db: Database, limit: number): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select word from (select unnest(string_to_array(${cakes.searchedName}, ' ')) as word from ${cakes} where ${onShow}) words
    where length(word) > 2 group by word order by count(*) desc, word limit ${limit}`)
  return rows.map(({ word }) => String(word))
}
