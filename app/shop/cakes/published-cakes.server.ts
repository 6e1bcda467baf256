import { Searcher } from 'fast-fuzzy'
import type { Database } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createReader } from '#platform/reader.server.ts'
import type { Cake } from './cake.schema.ts'
import type { FilterChoices } from './cake-search.ts'
import { type CakeSets, type IndexedCake, makeCakeSets } from './cake-sets.server.ts'
import { cakeIdsIn } from './cake-tags.ts'
import { readAllPublished, readPublished } from './cakes.store.server.ts'
import { categoryWords } from './category.ts'

/** The cakes that visitors can buy, in the memory of this process. */
export interface PublishedCakes {
  /** As they were last read; empty before the first `reload`. */
  current(): CakeIndex
  /**
   * Reads what has changed from the database: the cakes of some tags, or everything. Tries again until it succeeds, because
   * the change has happened already. Resolves when `current` has the change.
   */
  reload(changed: Iterable<string> | 'everything'): Promise<void>
  /** Stops the retries. */
  close(): void
}

/** More cakes than this are read faster all at once. */
const maxReadById = 200

/** @param retryMs how long to wait before another try */
export function createPublishedCakes(
  { db, log }: { db: Database; log: Log },
  retryMs?: number,
): PublishedCakes {
  const reader = createReader({ log, what: 'changed cakes', retryMs })
  let index = indexCakes([])

  async function read(changed: ReadonlySet<string> | 'everything') {
    const isAll = changed === 'everything' || changed.size > maxReadById
    index = isAll
      ? indexCakes(await readAllPublished(db))
      : replaceInIndex(index, changed, await readPublished(db, [...changed]))
  }

  return {
    current: () => index,
    reload(changed) {
      const ids = changed === 'everything' ? 'everything' : cakeIdsIn(changed)
      return reader.read(() => read(ids))
    },
    close: reader.close,
  }
}

type Order = 'id' | 'price' | 'name' | 'rating'

/** Cakes in memory, in the orders they are read in. An index never changes; a change makes another one. */
export interface CakeIndex {
  byId: ReadonlyMap<string, Cake>
  /** Ascending; by rating the best first. Cakes that are equal are ordered by id. */
  ordered: Readonly<Record<Order, readonly IndexedCake[]>>
  choices(): FilterChoices
  /** Made by the first search after a change. */
  sets(): CakeSets
  /** The word that customers' word means; else the words of all names and details that look most like it, if any does. */
  similarWords(word: string): string[]
}

const names = new Intl.Collator('en-IN')
const compareIds = (a: IndexedCake, b: IndexedCake) => (a.cake.id < b.cake.id ? -1 : 1)

const comparators: Record<Order, (a: IndexedCake, b: IndexedCake) => number> = {
  id: compareIds,
  price: (a, b) => a.cake.price - b.cake.price || compareIds(a, b),
  name: (a, b) => names.compare(a.cake.name, b.cake.name) || compareIds(a, b),
  rating: (a, b) => b.cake.stars - a.cake.stars || compareIds(a, b),
}

export function indexCakes(cakes: readonly Cake[]): CakeIndex {
  const indexed = cakes.map(toIndexed)
  return arrange(() => [...indexed])
}

/** The index without the cakes of these ids, and with `cakes`. Sorting what is nearly sorted is fast. */
export function replaceInIndex(
  { ordered }: CakeIndex,
  ids: ReadonlySet<string>,
  cakes: readonly Cake[],
): CakeIndex {
  const added = cakes.map(toIndexed)
  return arrange((order) => [...ordered[order].filter(({ cake }) => !ids.has(cake.id)), ...added])
}

function arrange(cakesFor: (order: Order) => IndexedCake[]): CakeIndex {
  const sort = (order: Order) => cakesFor(order).sort(comparators[order])
  const ordered = {
    id: sort('id'),
    price: sort('price'),
    name: sort('name'),
    rating: sort('rating'),
  }
  const words = lazy(() => wordsIn(ordered.id))
  return {
    byId: new Map(ordered.id.map(({ cake }) => [cake.id, cake])),
    ordered,
    choices: lazy(() => choicesIn(ordered.price)),
    sets: lazy(() => makeCakeSets(ordered.price, ordered.name)),
    similarWords(word) {
      const meaning = meanings.get(word)
      if (meaning) return [meaning]
      const [best, ...others] = words().search(word, { returnMatchData: true })
      if (!best) return []
      return [best, ...others.filter(({ score }) => score === best.score)].map(({ item }) => item)
    },
  }
}

function toIndexed(cake: Cake): IndexedCake {
  const { name, category, flavours, occasions, egg } = cake
  return {
    cake,
    name: name.toLowerCase(),
    details: [categoryWords(category), ...flavours, ...occasions, egg].join('\n').toLowerCase(),
  }
}

function choicesIn(byPrice: readonly IndexedCake[]): FilterChoices {
  const cakes = byPrice.map(({ cake }) => cake)
  return {
    categories: sortNames(new Set(cakes.map(({ category }) => category))),
    flavours: sortNames(new Set(cakes.flatMap(({ flavours }) => flavours))),
    occasions: sortNames(new Set(cakes.flatMap(({ occasions }) => occasions))),
    maxRupees: cakes.at(-1)?.price ?? 0,
  }
}

/** What customers write for a word that cakes have, where spelling says nothing of it. */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    eggless: 'veg vegetarian eggfree egg-free egg-less',
    birthday: 'bday b-day janmadin',
    kids: 'child children baby',
    wedding: 'marriage shaadi shadi',
    festivals: 'diwali deepavali holi eid christmas xmas rakhi pongal onam',
    thank: 'thanks thankyou',
    mango: 'aam',
    cardamom: 'elaichi',
    cashew: 'kaju',
    almond: 'badam',
  }).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)),
)

/** Three of four letters must agree: that allows one slip in a short word, two in a long one. */
function wordsIn(cakes: readonly IndexedCake[]) {
  const words = new Set(
    cakes.flatMap(({ name, details }) => `${name}\n${details}`.match(/\p{L}{3,}/gu) ?? []),
  )
  return new Searcher([...words], { threshold: 0.75, useSellers: false })
}

const sortNames = (all: Iterable<string>) => [...all].sort(names.compare)

function lazy<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}
