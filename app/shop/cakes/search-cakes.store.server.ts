import { and, arrayOverlaps, eq, lte, type SQL, sql } from 'drizzle-orm'
import { builtStatements } from '#platform/database/built-statements.server.ts'
import { containsPart, type SoughtPart, soughtPart } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { plannedByValues } from '#platform/database/prepared-statements.server.ts'
import { toPaise } from '#shop/values/money.ts'
import type { CakeSearch, CakeSort } from './cake-search.ts'
import { cakes, inOrder } from './cakes.tables.server.ts'
import { cardText } from './card-rows.store.server.ts'

/** Above this many the cakes that are found are not counted on: it would cost more than finding them. */
export const countedAtMost = 500

const longestPage = 100

/** To walk past this many takes some 3 ms, little more than to plan a search by its values and carry that out. */
const soonWalked = 15_000

/** How many cakes are found. */
export interface Counted {
  /** Of those that are counted `countedAtMost` at the most. */
  count: number
  /** Whether there are more than `count`. */
  hasMore: boolean
}

/** What cakes are asked for. */
export interface Wanted extends Pick<CakeSearch, 'category' | 'egg' | 'price' | 'sort'> {
  /** A name has all of these in it. */
  parts: readonly string[]
  /** A cake has one of these; null where any will do. */
  flavours: readonly string[] | null
  /** How many cakes, fitting or not, the order leads past. */
  among: number
  /** How many fit, where that is known; else they are counted. */
  counted?: Counted
  /** The id of a cake before which none fits, in this order, where one is known: the walk to it is spared. */
  begins?: string
}

/** Which of the cakes that are found. */
export interface Which {
  /** 1 to 100. */
  limit: number
  /** The id of the cake they come after; the first ones when left out. */
  after?: string
  /** Whether their descriptions are wanted, too; else they are ''. */
  described?: boolean
}

export interface FoundPage<Card = string> extends Counted {
  /** Cards; as a rule the JSON texts that the database wrote. */
  cakes: Card[]
  /** The id after which the next ones come; null when these are the last. */
  next: string | null
}

/** What makes the statement of a search another one; all else are values. */
interface Shape {
  sort: CakeSort
  parts: SoughtPart['by'][]
  category: boolean
  flavours: boolean
  egg: boolean
  /** Whether the order is walked until there are enough; else those that fit are counted first. */
  isWalked: boolean
  /** Whether one plan is good for all values, and may be kept: the one that walks the order and asks no other index. */
  isPlannedOnce: boolean
  /** What the page begins with: any cake, one from the first on that may fit, or one after another. */
  from: 'any' | 'first' | 'after'
}

const onShow = sql`not ${cakes.hidden}`
const byPrice = sql`${cakes.pricePaise}`
const byName = inOrder(cakes.name)

/** Each order is walked in one direction, equal ones by id, so that one index serves both ways. */
const orders: Record<CakeSort, { key: SQL; forward: boolean }> = {
  lowest: { key: byPrice, forward: true },
  highest: { key: byPrice, forward: false },
  'a-z': { key: byName, forward: true },
  'z-a': { key: byName, forward: false },
}

/** One page of the cakes on show that are wanted, the id of its first one, and how many there are. */
export async function findCakes(
  db: Database,
  wanted: Wanted,
  which: Which,
): Promise<FoundPage & { first?: string }> {
  if (wanted.counted?.count === 0) return { cakes: [], next: null, ...wanted.counted }
  const { limit, after = wanted.begins, described = false } = which
  const shape = shapeOf(wanted, which)
  const values = { ...valuesOf(wanted, shape), after, described }
  const rows = await pages(db, shape).execute({ ...values, limit: limit + 1 })
  const found = rows.slice(0, limit)
  const last = rows.length > limit ? found.at(-1) : undefined
  const counted = async () => rows[0]?.counted ?? (await countUnlessFirst(db, shape, values))
  return {
    cakes: found.map(({ card }) => card),
    next: last?.id ?? null,
    first: found[0]?.id,
    ...(wanted.counted ?? upToMost(await counted())),
  }
}

const upToMost = (count: number): Counted => ({
  count: Math.min(count, countedAtMost),
  hasMore: count > countedAtMost,
})

const pages = builtStatements((db, shape: Shape) =>
  db
    .select({ id: cakes.id, card: cardText, counted: sql<number>`page.counted` })
    .from(sql`${planned(shape)} (${pageOf(shape)}) page`)
    .innerJoin(cakes, sql`${cakes.id} = page.id`)
    .orderBy(inOrderOf(shape))
    .prepare(''),
)

const counts = builtStatements((db, shape: Shape) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`${planned(shape)} (${countable(shape)}) counted`)
    .prepare(''),
)

const planned = ({ isPlannedOnce }: Shape) => sql.raw(isPlannedOnce ? '' : plannedByValues)

/** A first page without cakes tells that there are none; a later one does not tell how many came before it. */
async function countUnlessFirst(db: Database, shape: Shape, values: Record<string, unknown>) {
  if (shape.from !== 'after') return 0
  const [row] = await counts(db, shape).execute(values)
  return row?.count ?? 0
}

function shapeOf(wanted: Wanted, { limit, after }: Which): Shape {
  const { parts, category, flavours, egg, sort, counted, among, begins } = wanted
  const soonThere = walkedFor(limit + 1, wanted) <= soonWalked
  const isWalked = counted !== undefined && (counted.count >= countedAtMost || soonThere)
  const isShort = among <= soonWalked
  const isPlannedOnce = isWalked || isShort
  const beginning = begins === undefined || isShort ? 'any' : 'first'
  return {
    sort,
    parts: parts.map((part) => sought(part, isPlannedOnce).by),
    category: category !== 'all',
    flavours: flavours !== null,
    egg: egg !== 'all' && !isPlannedOnce,
    isWalked,
    isPlannedOnce,
    from: after === undefined ? beginning : 'after',
  }
}

/**
 * How many cakes may be walked past until so many are found. By price they lie evenly among the others; by name often side by
 * side, and then it depends on where they begin.
 */
function walkedFor(most: number, { among, counted, sort, begins }: Wanted): number {
  const isEven = orders[sort].key === byPrice || begins !== undefined
  return counted && isEven ? among * Math.min(1, most / counted.count) : among
}

/** A part in its place is found by a walk alone. */
const sought = (part: string, isPlannedOnce: boolean): SoughtPart =>
  isPlannedOnce ? { by: 'place', value: part } : soughtPart(part)

const dearest = 2_147_483_647

function valuesOf(wanted: Wanted, { isPlannedOnce }: Shape): Record<string, unknown> {
  const { parts, category, flavours, egg, price } = wanted
  return {
    ...Object.fromEntries(
      parts.map((part, place) => [`part${place}`, sought(part, isPlannedOnce).value]),
    ),
    ...{ category, flavours },
    egg: egg === 'all' ? null : egg,
    pricePaise: price === null ? dearest : toPaise(price),
  }
}

/**
 * The ids of a page. A few that fit are sorted themselves: to walk the order until it comes to them may be to walk all of it,
 * as with a word that the last names begin with. Of many the order soon has enough.
 */
function pageOf(shape: Shape): SQL {
  const { key } = orders[shape.sort]
  const later = shape.from === 'any' ? undefined : comes(shape)
  const inSort = sql`order by ${inOrderOf(shape)}`
  const limit = sql`limit ${sql.placeholder('limit')}`
  // A number in the text tells the planner that it is a short walk, whatever limit comes.
  const walk = (where?: SQL) =>
    sql`(select ${cakes.id} from ${cakes} where ${and(...fits(shape), where, later)} ${inSort} ${most(longestPage + 1)}) walked ${limit}`
  if (shape.isWalked) return sql`select id, null::int as counted from ${walk()}`
  const counted = sql`(select counted from total)`
  const few = sql`${counted} <= ${sql.raw(String(countedAtMost))}`
  // Their prices are known already; for their names they are read.
  const fewCakes =
    key === byPrice ? sql`counted ${cakes}` : sql`counted join ${cakes} on ${cakes.id} = counted.id`
  return sql`
    with counted as materialized (${countable(shape)}),
    total as materialized (select count(*)::int as counted from counted),
    few as (select ${cakes.id} from ${fewCakes} where ${and(few, later)} ${inSort} ${limit})
    select id, ${counted} as counted from few union all (select id, ${counted} from ${walk(sql`not ${few}`)})`
}

const most = (rows: number) => sql.raw(`limit ${rows}`)

const inOrderOf = ({ sort }: Shape) => {
  const { key, forward } = orders[sort]
  const way = sql.raw(forward ? 'asc' : 'desc')
  return sql`${key} ${way}, ${cakes.id} ${way}`
}

/** Those that are wanted, but no more than one above `countedAtMost`. */
const countable = (shape: Shape) =>
  sql`select ${cakes.id}, ${cakes.pricePaise} from ${cakes} where ${and(...fits(shape))} order by ${byPrice} ${most(countedAtMost + 1)}`

function fits(shape: Shape) {
  return [
    onShow,
    shape.category ? eq(cakes.category, sql.placeholder('category')) : undefined,
    lte(cakes.pricePaise, sql.placeholder('pricePaise')),
    hasEgg(shape),
    ...shape.parts.map((by, place) =>
      containsPart(sql`${cakes.searchedName}`, { by, value: sql.placeholder(`part${place}`) }),
    ),
    shape.flavours ? hasFlavour(shape) : undefined,
  ]
}

/** Statements that are prepared are not to be too many: where any will do, the value is null. */
function hasEgg({ egg, isPlannedOnce }: Shape): SQL | undefined {
  const has = eq(cakes.egg, sql.placeholder('egg'))
  if (isPlannedOnce) return sql`coalesce(${has}, true)`
  return egg ? has : undefined
}

/** In coalesce no index is asked for it, and in a select of its own the keys are made once. */
function hasFlavour({ isPlannedOnce }: Shape): SQL {
  const keys = sql`cake_flavour_keys(${sql.placeholder('flavours')}::text[])`
  if (!isPlannedOnce) return arrayOverlaps(cakes.flavourKeys, keys)
  return sql`coalesce(${arrayOverlaps(cakes.flavourKeys, sql`(select ${keys})`)}, false)`
}

function comes({ sort, from }: Shape): SQL {
  const { key, forward } = orders[sort]
  const id = sql.placeholder('after')
  const last = sql`(select ${key} from ${cakes} where ${cakes.id} = ${id})`
  const than = sql.raw(`${forward ? '>' : '<'}${from === 'first' ? '=' : ''}`)
  return sql`(${key}, ${cakes.id}) ${than} (${last}, ${id})`
}
