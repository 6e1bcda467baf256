import { type SoughtPart, soughtPart } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { type CakeSearch, sortsByPrice } from './cake-search.ts'
import {
  countedAtMost,
  type SearchShape,
  searchCounts,
  searchPages,
} from './search-statements.store.server.ts'

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
  const rows = await searchPages(db, shape).execute({ ...values, limit: limit + 1 })
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

/** A first page without cakes tells that there are none; a later one does not tell how many came before it. */
async function countUnlessFirst(db: Database, shape: SearchShape, values: Record<string, unknown>) {
  if (shape.from !== 'after') return 0
  const [row] = await searchCounts(db, shape).execute(values)
  return row?.count ?? 0
}

function shapeOf(wanted: Wanted, { limit, after }: Which): SearchShape {
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
  const isEven = sortsByPrice(sort) || begins !== undefined
  return counted && isEven ? among * Math.min(1, most / counted.count) : among
}

/** A part in its place is found by a walk alone. */
const sought = (part: string, isPlannedOnce: boolean): SoughtPart =>
  isPlannedOnce ? { by: 'place', value: part } : soughtPart(part)

const dearest = 2_147_483_647

function valuesOf(wanted: Wanted, { isPlannedOnce }: SearchShape): Record<string, unknown> {
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
