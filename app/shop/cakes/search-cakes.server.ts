import type { Cake } from './cake.schema.ts'
import { type CakeFilter, readyHours } from './cake-search.ts'
import { categoryWords } from './category.ts'
import type { CakeIndex, IndexedCake } from './published-cakes.server.ts'

/** Some cakes, and the id after which the next ones come; null when these are the last. */
interface CakesPage {
  cakes: Cake[]
  next: string | null
}

interface FoundCakes extends CakesPage {
  count: number
  match: TextMatch['match']
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
 * any case, the egg, the price or less, and the lead hours or fewer. Cakes of one price or name are ordered by id.
 */
export function searchCakes(
  index: CakeIndex,
  filter: CakeFilter,
  { limit, after }: PageOptions,
): FoundCakes {
  const { match, hasText, categories } = matchText(index, filter.text)
  const passesFilters = matchFilters(index, filter)
  const cakes: Cake[] = []
  let count = 0
  let isPastCursor = after === undefined
  for (const indexed of index.sorted[filter.sort]) {
    if (passesFilters(indexed) && hasText(indexed)) {
      count += 1
      if (isPastCursor && cakes.length <= limit) cakes.push(indexed.cake)
    }
    if (indexed.cake.id === after) isPastCursor = true
  }
  return {
    ...toPage(cakes, limit),
    count,
    match,
    categories: categories.filter((category) => category !== filter.category),
  }
}

function matchFilters(index: CakeIndex, { category, flavour, egg, price, ready }: CakeFilter) {
  const maxHours = readyHours(ready)
  const part = flavour.toLowerCase()
  const flavours = new Set(
    index.choices().flavours.filter((one) => one.toLowerCase().includes(part)),
  )
  return ({ cake }: IndexedCake) =>
    (category === 'all' || cake.category === category) &&
    (egg === 'all' || cake.egg === egg) &&
    (price === null || cake.price <= price) &&
    cake.leadHours <= maxHours &&
    (flavour === 'all' || cake.flavours.some((one) => flavours.has(one)))
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
  /** 'details' is the category, a flavour or the egg; 'near' means that the text was read as similar words. */
  match: 'name' | 'details' | 'near'
  hasText(cake: IndexedCake): boolean
  /** Categories that have a word of the text in their name. */
  categories: string[]
}

type Matcher = TextMatch['hasText']

/** Each word of the text, with the words that count as its synonyms. */
type Words = readonly (readonly string[])[]

/** More words only cost time: each is looked for in all cakes. */
const maxWords = 8

/**
 * How cakes match a text. Names have it as it stands. Only when no name has it, its words are looked for in name, category,
 * flavours and egg, and only when no cake has them all, the most similar words that cakes have.
 */
function matchText(index: CakeIndex, text: string): TextMatch {
  const part = text.toLowerCase()
  const words = [...new Set(part.split(/\s+/))].slice(0, maxWords).map((word) => [word])
  const hasPart: Matcher = ({ name }) => name.includes(part)
  const exact: TextMatch = {
    match: 'name',
    hasText: hasPart,
    categories: categoriesNamed(index, words),
  }
  if (part === '' || isFound(index, hasPart)) return exact
  const hasWords = inDetails(words)
  if (isFound(index, hasWords)) return { ...exact, match: 'details', hasText: hasWords }
  const similar = replaceBySimilar(index, words)
  if (!similar) return exact
  const hasSimilar = [inName(similar), inDetails(similar)].find((has) => isFound(index, has))
  if (!hasSimilar) return exact
  return { match: 'near', hasText: hasSimilar, categories: categoriesNamed(index, similar) }
}

const isFound = ({ sorted }: CakeIndex, matches: Matcher) => sorted.lowest.some(matches)

const inName =
  (words: Words): Matcher =>
  ({ name }) =>
    words.every((synonyms) => synonyms.some((word) => name.includes(word)))

const inDetails =
  (words: Words): Matcher =>
  (cake) =>
    words.every((synonyms) => synonyms.some((word) => hasDetail(cake, word)))

/** 'egg' is no part of 'eggless' here. */
const hasDetail = ({ cake, details }: IndexedCake, word: string) =>
  word === 'egg' ? cake.egg === 'Egg' : details.includes(word)

/** Null when a word looks like none that cakes have. */
function replaceBySimilar(index: CakeIndex, words: Words): Words | null {
  const similar: (readonly string[])[] = []
  for (const synonyms of words) {
    const known = isFound(index, inDetails([synonyms]))
      ? synonyms
      : synonyms.flatMap(index.similarWords)
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
