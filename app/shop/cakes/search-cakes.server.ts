import { BitSet } from './bit-set.ts'
import type { Cake } from './cake.schema.ts'
import type { CakeFilter } from './cake-search.ts'
import { type CakeSets, countUpTo, numberOf } from './cake-sets.server.ts'
import { categoryWords } from './category.ts'
import type { CakeIndex } from './published-cakes.server.ts'

/** Some cakes, and the id after which the next ones come; null when these are the last. */
interface CakesPage {
  cakes: Cake[]
  next: string | null
}

interface FoundCakes extends CakesPage {
  count: number
  match: TextMatch['match']
  /** What the text was read as: 'chocolate' for 'choclate'; null if it was read as it stands. */
  readAs: string | null
  /** Below the last page of names: at most 12 cakes that have the words in name, category, flavours, occasions or egg. */
  others: Cake[]
  /** Categories that the text names and the search does not filter by. */
  categories: string[]
}

interface PageOptions {
  limit: number
  /** The id of the cake that the page comes after; the first page when left out. */
  after?: string
}

/**
 * A page of the cakes that match a search: the text in the name in any case, the category exactly, a part of a flavour in
 * any case, the occasion exactly, the egg, the price or less, the lead hours or fewer, and not what is avoided. Cakes of one price or
 * name are ordered by id.
 */
export function searchCakes(
  index: CakeIndex,
  filter: CakeFilter,
  { limit, after }: PageOptions,
): FoundCakes {
  const sets = index.sets()
  const { match, readAs, found, categories } = matchText(index, filter.text)
  keepFiltered(sets, found, filter)
  const count = found.count()
  const order = sets.orders[filter.sort]
  const cakes: Cake[] = []
  const maxCakes = Math.min(limit + 1, count)
  for (let place = placeAfter(index, order, after); cakes.length < maxCakes; place += 1) {
    const number = order[place]
    if (number === undefined) break
    const indexed = found.has(number) && sets.byPrice[number]
    if (indexed) cakes.push(indexed.cake)
  }
  const shown = toPage(cakes, limit)
  return {
    ...shown,
    others: match === 'name' && shown.next === null ? firstOthers(sets, filter, found) : [],
    count,
    match,
    readAs,
    categories: categories.filter((category) => category !== filter.category),
  }
}

const maxOthers = 12

/** The first cakes that have all words of the text somewhere, but are not found by their names. */
function firstOthers(sets: CakeSets, filter: CakeFilter, found: BitSet): Cake[] {
  const cakes: Cake[] = []
  if (filter.text === '') return cakes
  const others = withWords(sets, wordsOf(filter.text), inDetails)
  keepFiltered(sets, others, filter)
  for (const number of sets.orders[filter.sort]) {
    const indexed = others.has(number) && !found.has(number) && sets.byPrice[number]
    if (indexed) cakes.push(indexed.cake)
    if (cakes.length === maxOthers) break
  }
  return cakes
}

function keepFiltered(sets: CakeSets, found: BitSet, filter: CakeFilter): void {
  const { category, flavour, occasion, egg, price, ready, without } = filter
  const none = new BitSet(sets.byPrice.length)
  if (category !== 'all') found.and(sets.categories.get(category) ?? none)
  if (occasion !== 'all') found.and(sets.occasions.get(occasion) ?? none)
  if (egg !== 'all') found.and(sets.eggs.get(egg) ?? none)
  if (ready !== 'all') found.and(sets.ready.get(ready) ?? none)
  if (without !== 'all') found.and(sets.without.get(without) ?? none)
  if (price !== null) found.keepBelow(countUpTo(sets, price))
  if (flavour !== 'all') found.and(withFlavour(sets, flavour.toLowerCase()))
}

function withFlavour({ byPrice, flavours }: CakeSets, part: string): BitSet {
  const found = new BitSet(byPrice.length)
  for (const [flavour, set] of flavours) {
    if (flavour.toLowerCase().includes(part)) found.or(set)
  }
  return found
}

/** Where a page begins; the end when the cake that it comes after is gone. */
function placeAfter(index: CakeIndex, order: Uint32Array, after: string | undefined): number {
  if (after === undefined) return 0
  const cake = index.byId.get(after)
  return cake ? order.indexOf(numberOf(index.sets(), cake)) + 1 : order.length
}

export function listCakesPage({ byId }: CakeIndex, { limit, after }: PageOptions): CakesPage {
  const cakes = byId.values().filter(({ id }) => after === undefined || id > after)
  return toPage(cakes.take(limit + 1).toArray(), limit)
}

/** @param cakes those of a page, and one more when there is a next page */
function toPage(cakes: Cake[], limit: number): CakesPage {
  const page = cakes.slice(0, limit)
  return { cakes: page, next: cakes.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** At most `limit` featured cakes, ordered by id. */
export function listFeatured({ byId }: CakeIndex, limit: number): Cake[] {
  return byId
    .values()
    .filter(({ featured }) => featured)
    .take(limit)
    .toArray()
}

const relatedCakes = 4

/** At most 4 cakes that go with one: of its category first, then those that share a flavour; the best rated first. */
export function listRelated({ ordered }: CakeIndex, { id, category, flavours }: Cake): Cake[] {
  const sameCategory: Cake[] = []
  const sameFlavour: Cake[] = []
  for (const { cake } of ordered.rating) {
    if (cake.id === id) continue
    if (cake.category === category) sameCategory.push(cake)
    else if (
      sameFlavour.length < relatedCakes &&
      cake.flavours.some((one) => flavours.includes(one))
    )
      sameFlavour.push(cake)
    if (sameCategory.length === relatedCakes) break
  }
  return [...sameCategory, ...sameFlavour].slice(0, relatedCakes)
}

interface TextMatch {
  /** 'details' is the category, a flavour, an occasion or the egg; 'near' means that the text was read as similar words. */
  match: 'name' | 'details' | 'near'
  readAs: string | null
  found: BitSet
  /** Categories that have a word of the text in their name. */
  categories: string[]
}

/** Each word of the text, with the words that count as its synonyms. */
type Words = readonly (readonly string[])[]

/** The cakes that have a word. */
type Find = (sets: CakeSets, word: string) => BitSet

/** More words only cost time: each is looked for in all cakes. */
const maxWords = 8

/**
 * How cakes match a text. Names have it as it stands. Only when no name has it, its words are looked for in name, category,
 * flavours, occasions and egg, and only when no cake has them all, the most similar words that cakes have.
 */
function matchText(index: CakeIndex, text: string): TextMatch {
  const sets = index.sets()
  const part = text.toLowerCase()
  const words = wordsOf(text)
  const exact: TextMatch = {
    match: 'name',
    readAs: null,
    found: withNamePart(sets, part, words),
    categories: categoriesNamed(index, words),
  }
  if (part === '' || !exact.found.isEmpty()) return exact
  const detailed = withWords(sets, words, inDetails)
  if (!detailed.isEmpty()) return { ...exact, match: 'details', found: detailed }
  const similar = replaceBySimilar(index, words)
  if (!similar) return exact
  const named = withWords(sets, similar, inName)
  const found = named.isEmpty() ? withWords(sets, similar, inDetails) : named
  if (found.isEmpty()) return exact
  return {
    match: 'near',
    readAs: sentenceOf(similar),
    found,
    categories: categoriesNamed(index, similar),
  }
}

function wordsOf(text: string): Words {
  const words = new Set(text.toLowerCase().split(/\s+/))
  return [...words].slice(0, maxWords).map((word) => [word])
}

/** Names that have the words need not have them in this order: those are read. */
function withNamePart(sets: CakeSets, part: string, words: Words): BitSet {
  const found = withWords(sets, words, inName)
  if (part === words[0]?.[0]) return found
  const named = new BitSet(sets.byPrice.length)
  for (let number = found.next(0); number !== -1; number = found.next(number + 1)) {
    if (sets.byPrice[number]?.name.includes(part)) named.add(number)
  }
  return named
}

function withWords(sets: CakeSets, words: Words, find: Find): BitSet {
  const found = BitSet.full(sets.byPrice.length)
  for (const synonyms of words) {
    const some = new BitSet(sets.byPrice.length)
    for (const word of synonyms) some.or(find(sets, word))
    found.and(some)
    if (found.isEmpty()) break
  }
  return found
}

const inName: Find = ({ names }, word) => names.find(word)

/** 'egg' is no part of 'eggless' here. */
function inDetails({ byPrice, names, details, eggs }: CakeSets, word: string): BitSet {
  if (word === 'egg') return eggs.get('Egg') ?? new BitSet(byPrice.length)
  const found = names.find(word)
  found.or(details.find(word))
  return found
}

const sentenceOf = (words: Words) => words.map((synonyms) => synonyms.join(' or ')).join(' ')

/** Null when a word looks like none that cakes have. */
function replaceBySimilar(index: CakeIndex, words: Words): Words | null {
  const similar: (readonly string[])[] = []
  for (const synonyms of words) {
    const isKnown = !withWords(index.sets(), [synonyms], inDetails).isEmpty()
    const known = isKnown ? synonyms : synonyms.flatMap(index.similarWords)
    if (known.length === 0) return null
    similar.push(known)
  }
  return similar
}

/** A name is made of words of three letters and more. */
function categoriesNamed(index: CakeIndex, words: Words): string[] {
  const sought = words.flat().filter((word) => word.length > 2)
  return index
    .choices()
    .categories.filter((category) => sought.some((word) => categoryWords(category).includes(word)))
}
