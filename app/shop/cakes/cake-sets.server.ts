import { BitSet } from './bit-set.ts'
import type { Cake } from './cake.schema.ts'
import { avoidable, type CakeSort, readyOptions } from './cake-search.ts'
import { isWithout } from './food/food-facts.ts'
import { indexWords, type WordIndex } from './word-index.ts'

/** A cake with the texts it is searched by, in lower case. */
export interface IndexedCake {
  cake: Cake
  name: string
  /** Its category, flavours, occasions, and 'egg' or 'eggless'. */
  details: string
}

/** Which cakes have what a search asks for. A cake is a number: its place by price. */
export interface CakeSets {
  byPrice: readonly IndexedCake[]
  /** The numbers of all cakes as a page lists them. */
  orders: Readonly<Record<CakeSort, Uint32Array>>
  categories: ReadonlyMap<string, BitSet>
  flavours: ReadonlyMap<string, BitSet>
  occasions: ReadonlyMap<string, BitSet>
  eggs: ReadonlyMap<string, BitSet>
  /** By how soon they can leave. */
  ready: ReadonlyMap<string, BitSet>
  /** By what they do not contain, as far as it is said. */
  without: ReadonlyMap<string, BitSet>
  names: WordIndex
  details: WordIndex
}

export function makeCakeSets(
  byPrice: readonly IndexedCake[],
  byName: readonly IndexedCake[],
): CakeSets {
  const numbers = new Map(byPrice.map((indexed, number) => [indexed, number]))
  const lowest = Uint32Array.from(byPrice.keys())
  const alphabetical = Uint32Array.from(byName, (indexed) => numbers.get(indexed) ?? 0)
  return {
    byPrice,
    orders: {
      lowest,
      highest: lowest.toReversed(),
      'a-z': alphabetical,
      'z-a': alphabetical.toReversed(),
    },
    categories: groupCakes(byPrice, ({ category }) => [category]),
    flavours: groupCakes(byPrice, ({ flavours }) => flavours),
    occasions: groupCakes(byPrice, ({ occasions }) => occasions),
    eggs: groupCakes(byPrice, ({ egg }) => [egg]),
    ready: groupCakes(byPrice, ({ leadHours }) =>
      readyOptions.filter(({ hours }) => leadHours <= hours).map(({ value }) => value),
    ),
    without: groupCakes(byPrice, (cake) => avoidable.filter((one) => isWithout(cake, one))),
    names: indexWords(byPrice.map(({ name }) => name)),
    details: indexWords(byPrice.map(({ details }) => details)),
  }
}

function groupCakes(
  byPrice: readonly IndexedCake[],
  valuesOf: (cake: Cake) => readonly string[],
): Map<string, BitSet> {
  const sets = new Map<string, BitSet>()
  for (const [number, { cake }] of byPrice.entries()) {
    for (const value of valuesOf(cake)) {
      let set = sets.get(value)
      if (!set) {
        set = new BitSet(byPrice.length)
        sets.set(value, set)
      }
      set.add(number)
    }
  }
  return sets
}

/** How many cakes cost at most this: the numbers below it. */
export function countUpTo({ byPrice }: CakeSets, price: number): number {
  return countFirst(byPrice, ({ cake }) => cake.price <= price)
}

/** The number of a cake that the sets have. */
export function numberOf({ byPrice }: CakeSets, { id, price }: Cake): number {
  return countFirst(
    byPrice,
    ({ cake }) => cake.price < price || (cake.price === price && cake.id < id),
  )
}

/** @param isFirst true for some cakes at the beginning, false for all after them */
function countFirst(
  cakes: readonly IndexedCake[],
  isFirst: (indexed: IndexedCake) => boolean,
): number {
  let low = 0
  let high = cakes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const indexed = cakes[middle]
    if (indexed && isFirst(indexed)) low = middle + 1
    else high = middle
  }
  return low
}
