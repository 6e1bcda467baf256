import { and, arrayOverlaps, eq, lte, type SQL, sql } from 'drizzle-orm'
import { builtStatements } from '#platform/database/built-statements.server.ts'
import { containsPart, type SoughtPart, soughtPart } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { plannedByValues } from '#platform/database/prepared-statements.server.ts'
import { toPaise, toRupees } from '#shop/values/money.ts'
import type { Egg } from './cake.schema.ts'
import type { CakeSearch, CakeSort } from './cake-search.ts'
import { cakes, inOrder } from './cakes.tables.server.ts'
import { cardText } from './card-rows.store.server.ts'

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

export interface FoundPage<Card = string> {
  /** Cards; as a rule the JSON texts that the database wrote. */
  cakes: Card[]
  /** The id after which the next ones come; null when these are the last. */
  next: string | null
  /** How many there are altogether; of those that are counted `countedAtMost` at the most. */
  count: number
  /** Whether there are more than `count`. */
  hasMore: boolean
}

/** What makes the statement of a search another one; all else are values. */
interface Shape {
  sort: CakeSort
  parts: SoughtPart['by'][]
  by: { category: boolean; flavours: boolean; egg: boolean; price: boolean }
  isCounted: boolean
  isLater: boolean
  described: boolean
}

const onShow = sql`not ${cakes.hidden}`
const byValues = sql.raw(plannedByValues)
const byPrice = sql`${cakes.pricePaise}`
const byName = inOrder(cakes.name)

/** Each order is walked in one direction, equal ones by id, so that one index serves both ways. */
const orders: Record<CakeSort, { key: SQL; forward: boolean }> = {
  lowest: { key: byPrice, forward: true },
  highest: { key: byPrice, forward: false },
  'a-z': { key: byName, forward: true },
  'z-a': { key: byName, forward: false },
}

/** One page of the cakes on show that are wanted, and how many there are. */
export async function findCakes(db: Database, wanted: Wanted, which: Which): Promise<FoundPage> {
  const { limit, after } = which
  const shape = shapeOf(wanted, which)
  const values = { ...valuesOf(wanted), after }
  const rows = await pages(db, shape).execute({ ...values, limit: limit + 1 })
  const found = rows.slice(0, limit)
  const last = rows.length > limit ? found.at(-1) : undefined
  const count = wanted.count ?? rows[0]?.counted ?? (await countUnlessFirst(db, shape, values))
  const hasMore = wanted.count === undefined && count > countedAtMost
  return {
    cakes: found.map(({ card }) => card),
    next: last?.id ?? null,
    count: hasMore ? countedAtMost : count,
    hasMore,
  }
}

const pages = builtStatements((db, shape: Shape) =>
  db
    .select({ id: cakes.id, card: cardText(shape.described), counted: sql<number>`page.counted` })
    .from(sql`${byValues} (${pageOf(shape)}) page`)
    .innerJoin(cakes, sql`${cakes.id} = page.id`)
    .orderBy(inOrderOf(shape))
    .prepare(''),
)

const counts = builtStatements((db, shape: Shape) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`${byValues} (${countable(shape)}) counted`)
    .prepare(''),
)

/** A first page without cakes tells that there are none; a later one does not tell how many came before it. */
async function countUnlessFirst(db: Database, shape: Shape, values: Record<string, unknown>) {
  if (!shape.isLater) return 0
  const [row] = await counts(db, shape).execute(values)
  return row?.count ?? 0
}

function shapeOf(wanted: Wanted, { after, described = false }: Which): Shape {
  const { parts, category, flavours, egg, price, sort, count } = wanted
  return {
    sort,
    parts: parts.map((part) => soughtPart(part).by),
    by: {
      category: category !== 'all',
      flavours: flavours !== null,
      egg: egg !== 'all',
      price: price !== null,
    },
    isCounted: count !== undefined,
    isLater: after !== undefined,
    described,
  }
}

function valuesOf({ parts, category, flavours, egg, price }: Wanted): Record<string, unknown> {
  return {
    ...Object.fromEntries(parts.map((part, place) => [`part${place}`, soughtPart(part).value])),
    ...{ category, flavours, egg },
    pricePaise: price === null ? null : toPaise(price),
  }
}

/**
 * The ids of a page. A few that fit are sorted themselves: to walk the order until it comes to them may be to walk all of it,
 * as with a word that the last names begin with. Of many the order soon has enough.
 */
function pageOf(shape: Shape): SQL {
  const { key } = orders[shape.sort]
  const later = shape.isLater ? comesAfter(shape) : undefined
  const rest = sql`order by ${inOrderOf(shape)} limit ${sql.placeholder('limit')}`
  const walk = (where: SQL | undefined) =>
    sql`(select ${cakes.id}, ${key} as key from ${cakes} where ${and(...fits(shape), where, later)} ${rest})`
  if (shape.isCounted) return sql`select id, null::int as counted from ${walk(undefined)} walked`
  const counted = sql`(select counted from total)`
  const few = sql`${counted} <= ${sql.raw(String(countedAtMost))}`
  // Their prices are known already; for their names they are read.
  const fewCakes =
    key === byPrice ? sql`counted ${cakes}` : sql`counted join ${cakes} on ${cakes.id} = counted.id`
  return sql`
    with counted as materialized (${countable(shape)}),
    total as materialized (select count(*)::int as counted from counted),
    few as (select ${cakes.id}, ${key} as key from ${fewCakes} where ${and(few, later)} ${rest})
    select id, ${counted} as counted from few union all select id, ${counted} from ${walk(sql`not ${few}`)} walked`
}

const inOrderOf = ({ sort }: Shape) => {
  const { key, forward } = orders[sort]
  const way = sql.raw(forward ? 'asc' : 'desc')
  return sql`${key} ${way}, ${cakes.id} ${way}`
}

/** Those that are wanted, but no more than one above `countedAtMost`. */
const countable = (shape: Shape) =>
  sql`select ${cakes.id}, ${cakes.pricePaise} from ${cakes} where ${and(...fits(shape))} order by ${byPrice} limit ${sql.raw(String(countedAtMost + 1))}`

function fits({ parts, by }: Shape) {
  const flavours = sql`cake_flavour_keys(${sql.placeholder('flavours')}::text[])`
  return [
    onShow,
    ...parts.map((how, place) =>
      containsPart(sql`${cakes.searchedName}`, { by: how, value: sql.placeholder(`part${place}`) }),
    ),
    by.category ? eq(cakes.category, sql.placeholder('category')) : undefined,
    by.flavours ? arrayOverlaps(cakes.flavourKeys, flavours) : undefined,
    by.egg ? eq(cakes.egg, sql.placeholder('egg')) : undefined,
    by.price ? lte(cakes.pricePaise, sql.placeholder('pricePaise')) : undefined,
  ]
}

function comesAfter({ sort }: Shape): SQL {
  const { key, forward } = orders[sort]
  const id = sql.placeholder('after')
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
