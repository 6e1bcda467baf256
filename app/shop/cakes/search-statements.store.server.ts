import { and, arrayOverlaps, eq, lte, type SQL, sql } from 'drizzle-orm'
import { builtStatements } from '#platform/database/built-statements.server.ts'
import { containsPart, type SoughtPart } from '#platform/database/contains.server.ts'
import { plannedByValues } from '#platform/database/prepared-statements.server.ts'
import type { CakeSort } from './cake-search.ts'
import { cakes, inOrder, onShow } from './cakes.tables.server.ts'
import { cardText } from './card-rows.store.server.ts'

/** Above this many the cakes that are found are not counted on: it would cost more than finding them. */
export const countedAtMost = 500

const longestPage = 100

/** What makes the statement of a search another one; all else are values. */
export interface SearchShape {
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

const byPrice = sql`${cakes.pricePaise}`
const byName = inOrder(cakes.name)

/** Each order is walked in one direction, equal ones by id, so that one index serves both ways. */
const orders: Record<CakeSort, { key: SQL; forward: boolean }> = {
  lowest: { key: byPrice, forward: true },
  highest: { key: byPrice, forward: false },
  'a-z': { key: byName, forward: true },
  'z-a': { key: byName, forward: false },
}

/** A page of what fits; each row tells how many fit altogether, as far as they were counted. */
export const searchPages = builtStatements((db, shape: SearchShape) =>
  db
    .select({ id: cakes.id, card: cardText, counted: sql<number>`page.counted` })
    .from(sql`${planned(shape)} (${pageOf(shape)}) page`)
    .innerJoin(cakes, sql`${cakes.id} = page.id`)
    .orderBy(inOrderOf(shape))
    .prepare(''),
)

/** How many fit, at the most one more than are counted. */
export const searchCounts = builtStatements((db, shape: SearchShape) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`${planned(shape)} (${countable(shape)}) counted`)
    .prepare(''),
)

const planned = ({ isPlannedOnce }: SearchShape) => sql.raw(isPlannedOnce ? '' : plannedByValues)

/**
 * The ids of a page. A few that fit are sorted themselves: to walk the order until it comes to them may be to walk all of it,
 * as with a word that the last names begin with. Of many the order soon has enough.
 */
function pageOf(shape: SearchShape): SQL {
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

const inOrderOf = ({ sort }: SearchShape) => {
  const { key, forward } = orders[sort]
  const way = sql.raw(forward ? 'asc' : 'desc')
  return sql`${key} ${way}, ${cakes.id} ${way}`
}

/** Those that are wanted, but no more than one above `countedAtMost`. */
const countable = (shape: SearchShape) =>
  sql`select ${cakes.id}, ${cakes.pricePaise} from ${cakes} where ${and(...fits(shape))} order by ${byPrice} ${most(countedAtMost + 1)}`

function fits(shape: SearchShape) {
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
function hasEgg({ egg, isPlannedOnce }: SearchShape): SQL | undefined {
  const has = eq(cakes.egg, sql.placeholder('egg'))
  if (isPlannedOnce) return sql`coalesce(${has}, true)`
  return egg ? has : undefined
}

/** In coalesce no index is asked for it, and in a select of its own the keys are made once. */
function hasFlavour({ isPlannedOnce }: SearchShape): SQL {
  const keys = sql`cake_flavour_keys(${sql.placeholder('flavours')}::text[])`
  if (!isPlannedOnce) return arrayOverlaps(cakes.flavourKeys, keys)
  return sql`coalesce(${arrayOverlaps(cakes.flavourKeys, sql`(select ${keys})`)}, false)`
}

function comes({ sort, from }: SearchShape): SQL {
  const { key, forward } = orders[sort]
  const id = sql.placeholder('after')
  const last = sql`(select ${key} from ${cakes} where ${cakes.id} = ${id})`
  const than = sql.raw(`${forward ? '>' : '<'}${from === 'first' ? '=' : ''}`)
  return sql`(${key}, ${cakes.id}) ${than} (${last}, ${id})`
}
