import { isDeepStrictEqual } from 'node:util'
import { Searcher } from 'fast-fuzzy'
import type { Clock } from '#platform/clock.ts'
import { hourMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createReader } from '#platform/http/cache-invalidation.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Cake } from './cake.schema.ts'
import { availabilityOf, hasDays, noneTaken, type TakenPieces } from './cake-days.ts'
import { categoryWords, isExtra } from './cake-price.ts'
import type { CakeSort, FilterChoices } from './cake-search.ts'
import { type PublishedCake, readAllPublished, readPublished } from './cakes.store.server.ts'
import { comparable } from './search-text.ts'

/** The cakes that visitors can buy, in the memory of this process. */
export interface PublishedCakes {
  /** As they were last read; empty before the first `reload`. */
  current(): CakeIndex
  /**
   * Reads from the database the cakes that have changed, by {@link cakeChanged}, those that have days when open days
   * have changed, or everything. Tries again until it succeeds, because the change has happened already. Resolves
   * when `current` has the change.
   */
  reload(changed: Iterable<string> | 'everything'): Promise<void>
  /** The ids of those that can be had on other days than `current` says: others took pieces, or a day has begun. */
  findChanged(): Promise<string[]>
  /** Stops the retries. */
  close(): void
}

const prefix = 'cake:'

/** How many pieces of each cake were sold lately, by its id; a cake of which none was is left out. */
type SoldCakes = ReadonlyMap<string, number>

/** What orders take of some cakes, by their ids. */
type ReadTaken = (cakes: readonly Cake[]) => Promise<ReadonlyMap<string, TakenPieces>>

/** The name of their change, for `cacheInvalidation`. */
export const soldChanged = 'sold-cakes'

/** The name of a cake's change, for `cacheInvalidation`. */
export const cakeChanged = ({ id }: Pick<Cake, 'id'>) => `${prefix}${id}`

/** More cakes than this are read faster all at once. */
const maxReadById = 200

/** Where no notifications arrive, everything is read again every few seconds: what was sold counts for an hour there. */
const countedForMs = hourMs

interface PublishedFrom {
  db: Database
  log: Log
  clock: Clock
  readSold: () => Promise<SoldCakes>
  readTaken: ReadTaken
  /** Whether the shop delivers on a day, 'YYYY-MM-DD'. */
  isOpen: (day: string) => boolean
  /** The name of the change after which it may be open on other days. */
  openDaysChanged: string
  /** A shop to try: then stars and reviews are shown as its owner has typed them. */
  isSample: boolean
}

/** @param retryMs how long to wait before another try */
export function createPublishedCakes(
  { db, log, clock, readSold, readTaken, isOpen, openDaysChanged, isSample }: PublishedFrom,
  retryMs?: number,
): PublishedCakes {
  const reader = createReader({ log, what: 'changed cakes', retryMs })
  let index = indexCakes([])
  let sold: SoldCakes = new Map()
  let soldAt = -countedForMs

  /** What is taken is read only of cakes that have days. */
  async function withSold(cakes: readonly PublishedCake[]): Promise<SoldCake[]> {
    const limited = cakes.map(({ cake }) => cake).filter(hasDays)
    const takenOf = limited.length > 0 ? await readTaken(limited) : new Map()
    return cakes.map(({ cake, ...at }) => {
      const shown = isSample ? cake : withoutTyped(cake)
      const one = { ...at, cake: shown, sold: sold.get(cake.id) ?? 0 }
      if (!hasDays(cake)) return one
      const taken: TakenPieces = takenOf.get(cake.id) ?? noneTaken
      const availability = availabilityOf(cake, taken, { now: clock.now(), isOpen })
      return { ...one, cake: { ...shown, availability }, taken }
    })
  }

  async function read(changed: ReadonlySet<string> | 'everything', isSoldChanged: boolean) {
    const isAll = changed === 'everything' || changed.size > maxReadById
    if (changed === 'everything' && (isSoldChanged || performance.now() - soldAt >= countedForMs)) {
      sold = await readSold()
      soldAt = performance.now()
    }
    index = isAll
      ? indexCakes(await withSold(await readAllPublished(db)))
      : replaceInIndex(index, changed, await withSold(await readPublished(db, [...changed])))
  }

  const withDays = () => index.ordered['a-z'].filter(({ cake }) => hasDays(cake))

  return {
    current: () => index,
    reload(changed) {
      const names = new Set(changed === 'everything' ? [] : changed)
      const isSoldChanged = names.has(soldChanged)
      const isAll = changed === 'everything' || isSoldChanged
      return reader.read(() => {
        const dated = names.has(openDaysChanged) ? withDays().map(({ cake }) => cake.id) : []
        return read(isAll ? 'everything' : new Set([...cakeIdsIn(names), ...dated]), isSoldChanged)
      })
    },
    async findChanged() {
      const limited = withDays()
      if (limited.length === 0) return []
      const now = new Map((await withSold(limited)).map((one) => [one.cake.id, one]))
      const saidOf = (one?: SoldCake) => [one?.taken, one?.cake.availability]
      return limited
        .filter((one) => !isDeepStrictEqual(saidOf(one), saidOf(now.get(one.cake.id))))
        .map(({ cake }) => cake.id)
    },
    close: reader.close,
  }
}

/** Nobody who got the cake has said what its owner types. */
function withoutTyped(cake: Cake): Cake {
  return { ...cake, stars: Math.round((cake.rating?.average ?? 0) * 2) / 2, reviews: [] }
}

function cakeIdsIn(changed: Iterable<string>): Set<string> {
  const own = [...changed].filter((name) => name.startsWith(prefix))
  return new Set(own.map((name) => name.slice(prefix.length)))
}

type SoldCake = PublishedCake & { sold: number; taken?: TakenPieces }

/** A cake with the texts it is searched by. */
export interface IndexedCake extends SoldCake {
  /** In lower case. */
  name: string
  /** The words of its name, as {@link toWords} writes them. */
  nameWords: string
  /** Those of its name, category, flavours, occasions, and 'egg' or 'eggless'. */
  words: string
  ingredients: string
}

/** Cakes in memory. An index never changes; a change makes another one. */
export interface CakeIndex {
  /** Ordered by id, with the extras, which nothing else here has. */
  byId: ReadonlyMap<string, Cake>
  /** The cheapest first. */
  extras: readonly IndexedCake[]
  /** What orders take of cakes that have days, by their ids. */
  taken: ReadonlyMap<string, TakenPieces>
  /** Cakes that are equal are ordered by id, in descending orders the other way round. */
  ordered: Readonly<Record<CakeSort, readonly IndexedCake[]>>
  choices: FilterChoices
  /** The words of all cakes, each once, as {@link toWords} writes them. */
  vocabulary: string
  /** The words of names and details that look most like a word, if any does. */
  similarWords(word: string): string[]
}

const names = new Intl.Collator('en-IN')
const compareIds = (a: Cake, b: Cake) => (a.id < b.id ? -1 : 1)

export function indexCakes(cakes: readonly SoldCake[]): CakeIndex {
  return arrange(cakes.map(toIndexed))
}

/** The index without the cakes of these ids, and with `cakes`. Sorting what is nearly sorted is fast. */
export function replaceInIndex(
  { ordered, extras }: CakeIndex,
  ids: ReadonlySet<string>,
  cakes: readonly SoldCake[],
): CakeIndex {
  const others = [...ordered['a-z'], ...extras].filter(({ cake }) => !ids.has(cake.id))
  return arrange([...others, ...cakes.map(toIndexed)])
}

function arrange(all: readonly IndexedCake[]): CakeIndex {
  const isBeside = ({ cake }: IndexedCake) => isExtra(cake.category)
  const [extras, indexed] = [all.filter(isBeside), all.filter((one) => !isBeside(one))]
  const sort = (
    compare: (a: IndexedCake, b: IndexedCake) => number,
    some: readonly IndexedCake[] = indexed,
  ) => some.toSorted((a, b) => compare(a, b) || compareIds(a.cake, b.cake))
  const byPrice = (a: IndexedCake, b: IndexedCake) => a.cake.price - b.cake.price
  const lowest = sort(byPrice)
  const alphabetical = sort((a, b) => names.compare(a.cake.name, b.cake.name))
  const rank = ({ sold, cake }: IndexedCake) => 2 * sold + Number(cake.featured)
  const cakes = indexed.map(({ cake }) => cake)
  const words = new Set(indexed.flatMap((one) => one.words.trim().split('\n')))
  const searcher = wordSearcher(words)
  return {
    byId: new Map(sort(() => 0, all).map(({ cake }) => [cake.id, cake])),
    extras: sort(byPrice, extras),
    taken: new Map(indexed.flatMap(({ cake, taken }) => (taken ? [[cake.id, taken]] : []))),
    ordered: {
      lowest,
      highest: lowest.toReversed(),
      'a-z': alphabetical,
      'z-a': alphabetical.toReversed(),
      popular: sort((a, b) => rank(b) - rank(a)),
      new: sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
    },
    choices: {
      categories: sortNames(cakes.map(({ category }) => category)),
      flavours: sortNames(cakes.flatMap(({ flavours }) => flavours)),
      occasions: sortNames(cakes.flatMap(({ occasions }) => occasions)),
      maxRupees: lowest.at(-1)?.cake.price ?? 0,
    },
    vocabulary: `\n${[...words].join('\n')}\n`,
    similarWords(word) {
      const found = searcher.search(word, { returnMatchData: true })
      const likely = found.filter(({ item }) => soundOf(item) === soundOf(word))
      return likely.filter(({ score }) => score === likely[0]?.score).map(({ item }) => item)
    },
  }
}

const sortNames = (all: readonly string[]) => [...new Set(all)].sort(names.compare)

/** How a word begins: nobody mistypes that, but 'k' is 'c' and 'w' is 'v'. */
const soundOf = (word: string) => word.slice(0, 1).replace('k', 'c').replace('w', 'v')

/** Three of four letters must agree: that allows one slip in a short word, two in a long one. */
function wordSearcher(words: ReadonlySet<string>) {
  const searched = [...words].filter((word) => /^\p{L}[\p{L}\p{M}]{2,}$/u.test(word))
  return new Searcher(searched, { threshold: 0.75, useSellers: false })
}

function toIndexed(published: SoldCake): IndexedCake {
  const { name, category, flavours, occasions, egg, ingredients } = published.cake
  return {
    ...published,
    name: name.toLowerCase(),
    nameWords: toWords([name]),
    words: toWords([name, categoryWords(category), ...flavours, ...occasions, egg]),
    ingredients: toWords([ingredients]),
  }
}

/**
 * Each word of some texts on a line, and on another, which ends with '+', what it makes with those after it in its text:
 * 'black forest' is found as 'black', 'forest' and 'blackforest'.
 */
function toWords(texts: readonly string[]): string {
  const lines = comparable(texts.join(','))
    .split(',')
    .flatMap((text) => {
      const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
      return [...words, ...words.slice(1).map((_, place) => `${words.slice(place).join('')}+`)]
    })
  return `\n${[...new Set(lines)].join('\n')}\n`
}
