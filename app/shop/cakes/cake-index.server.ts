import { Searcher } from 'fast-fuzzy'
import type { Cake } from './cake.schema.ts'
import type { TakenPieces } from './cake-days.ts'
import { categoryWords, isExtra } from './cake-price.ts'
import type { CakeSort, FilterChoices } from './cake-search.ts'
import type { PublishedCake } from './cakes.store.server.ts'
import { comparable } from './search-text.ts'

/** With how many pieces were sold lately, and what orders take of it if it has days. */
export type SoldCake = PublishedCake & { sold: number; taken?: TakenPieces }

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
