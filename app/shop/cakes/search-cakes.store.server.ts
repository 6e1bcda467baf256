import { and, arrayOverlaps, eq, lte, type SQL, sql } from 'drizzle-orm'
import { contains } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { toPaise, toRupees } from '#shop/values/money.ts'
import type { Egg } from './cake.schema.ts'
import type { CakeSearch, CakeSort } from './cake-search.ts'
import { cakes, inOrder } from './cakes.tables.server.ts'
import type { CardCake } from './card-cake.ts'
import { cardColumns, toCard } from './card-rows.store.server.ts'

/** Above this many the cakes that are found are not counted on: it would cost more than finding them. */
export const countedAtMost = 500

/** What cakes are asked for. */
export interface Wanted extends Pick<CakeSearch, 'category' | 'egg' | 'price' | 'sort'> {
  /** A name has all of these in it. */
  parts: readonly string[]
  /** A cake has one of these; null where any will do. */
  flavours: readonly string[] | null
  /** How many there are, where that is known; else they are counted. */
  count?: number
}

/** Which of the cakes that are found. */
export interface Which {
  limit: number
  /** The id of the cake they come after; the first ones when left out. */
  after?: string
  /** Whether their descriptions are wanted, too; else they are ''. */
  described?: boolean
}

export interface FoundPage {
  cakes: CardCake[]
  /** The id after which the next ones come; null when these are the last. */
  next: string | null
  /** How many there are altogether; of those that are counted `countedAtMost` at the most. */
  count: number
  /** Whether there are more than `count`. */
  hasMore: boolean
}

const onShow = sql`not ${cakes.hidden}`
const byPrice = cakes.pricePaise
const byName = inOrder(cakes.name)

/** Each order is walked in one direction, equal ones by id, so that one index serves both ways. */
const orders: Record<CakeSort, { key: SQL; forward: boolean }> = {
  lowest: { key: sql`${byPrice}`, forward: true },
  highest: { key: sql`${byPrice}`, forward: false },
  'a-z': { key: byName, forward: true },
  'z-a': { key: byName, forward: false },
}

/** One page of the cakes on show that are wanted, and how many there are. */
export async function findCakes(db: Database, wanted: Wanted, which: Which): Promise<FoundPage> {
  const { limit, after, described = false } = which
  const rows = await db
    .select({ ...cardColumns(described), counted: sql<number>`page.counted` })
    .from(sql`(${pageOf(wanted, limit + 1, after)}) page`)
    .innerJoin(cakes, sql`${cakes.id} = page.id`)
    .orderBy(inOrderOf(wanted))
  const found = rows.slice(0, limit).map(toCard)
  const counted = rows[0]?.counted ?? (after === undefined ? 0 : await count(db, wanted))
  const hasMore = wanted.count === undefined && counted > countedAtMost
  return {
    cakes: found,
    next: rows.length > limit ? (found.at(-1)?.id ?? null) : null,
    count: hasMore ? countedAtMost : counted,
    hasMore,
  }
}

/**
 * The ids of a page. A few that fit are sorted themselves: to walk the order until it comes to them may be to walk all of it,
 * as with a word that the last names begin with. Of many the order soon has enough.
 */
function pageOf(wanted: Wanted, limit: number, after: string | undefined): SQL {
  const { key } = orders[wanted.sort]
  const later = after === undefined ? undefined : comesAfter(wanted, after)
  const order = inOrderOf(wanted)
  const walk = (where: SQL | undefined) =>
    sql`(select ${cakes.id}, ${key} as key from ${cakes} where ${and(...fits(wanted), where, later)} order by ${order} limit ${limit})`
  if (wanted.count !== undefined) {
    return sql`select id, ${wanted.count}::int as counted from ${walk(undefined)} walked`
  }
  const counted = sql`(select count(*)::int from counted)`
  const few = sql`${counted} <= ${countedAtMost}`
  return sql`
    with counted as materialized (${countable(wanted)}),
    few as (select ${cakes.id}, ${key} as key from counted join ${cakes} on ${cakes.id} = counted.id
      where ${and(few, later)} order by ${order} limit ${limit})
    select id, ${counted} as counted from few union all select id, ${counted} from ${walk(sql`not ${few}`)} walked`
}

const inOrderOf = ({ sort }: Wanted) => {
  const { key, forward } = orders[sort]
  const way = sql.raw(forward ? 'asc' : 'desc')
  return sql`${key} ${way}, ${cakes.id} ${way}`
}

/** Those that are wanted, but no more than one above `countedAtMost`. */
const countable = (wanted: Wanted) =>
  sql`select ${cakes.id} from ${cakes} where ${and(...fits(wanted))} order by ${byPrice} limit ${countedAtMost + 1}`

async function count(db: Database, wanted: Wanted): Promise<number> {
  if (wanted.count !== undefined) return wanted.count
  const { rows } = await db.execute(
    sql`select count(*)::int as count from (${countable(wanted)}) counted`,
  )
  return Number(rows[0]?.count)
}

function fits({ parts, category, flavours, egg, price }: Wanted) {
  return [
    onShow,
    ...parts.map((part) => contains(sql`${cakes.searchedName}`, part)),
    category === 'all' ? undefined : eq(cakes.category, category),
    flavours === null ? undefined : arrayOverlaps(cakes.flavourKeys, keysOf(flavours)),
    egg === 'all' ? undefined : eq(cakes.egg, egg),
    price === null ? undefined : lte(cakes.pricePaise, toPaise(price)),
  ]
}

const keysOf = (flavours: readonly string[]) =>
  sql`cake_flavour_keys(${sql.param(flavours)}::text[])`

function comesAfter({ sort }: Wanted, id: string): SQL {
  const { key, forward } = orders[sort]
  const last = sql`(select ${key} from ${cakes} where ${cakes.id} = ${id})`
  return sql`(${key}, ${cakes.id}) ${sql.raw(forward ? '>' : '<')} (${last}, ${id})`
}

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
