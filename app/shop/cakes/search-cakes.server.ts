import { type Cake, type CakeSummary, toCakeSummary } from './cake.schema.ts'
import type { CakeIndex, IndexedCake } from './cake-index.server.ts'
import { categoryWords, isExtra, isPricedFlat } from './cake-price.ts'
import { type CakeFilter, defaultCakeSearch, readyHours } from './cake-search.ts'
import { isWithout } from './food/food-facts.ts'
import { readSearchText, type SearchText, type SearchWord, searchSentence } from './search-text.ts'

/** How many cakes a page has when only a cursor is given. */
export const cakesPerPage = 24

/** Some cakes, and the id after which the next ones come; null when these are the last. */
interface CakesPage {
  cakes: Cake[]
  next: string | null
}

interface FoundCakes extends CakesPage, Pick<TextMatch, 'match' | 'readAs'> {
  count: number
  /** Below the last page of names: at most 12 cakes that have the words in name, category, flavours, occasions or egg. */
  others: Cake[]
  /** At most 4 that have the most words, if nothing is found: never with what the search avoids. */
  nearest: Cake[]
  /** Categories that the text names and the search does not filter by. */
  categories: string[]
}

interface PageOptions {
  limit: number
  /** The id of the cake that the page comes after; the first page when left out. */
  after?: string
}

const maxOthers = 12
const maxNearest = 4

/**
 * A page of the cakes that match a search: what the text asks for, the category exactly, a part of a flavour in any case,
 * the occasion exactly, the egg, the price or less, the lead hours or fewer, and not what is avoided. Cakes of one price or
 * name are ordered by id.
 */
export function searchCakes(
  index: CakeIndex,
  filter: CakeFilter,
  { limit, after }: PageOptions,
): FoundCakes {
  const sorted = index.ordered[filter.sort]
  const { read, match, readAs, best, listElsewhere } = matchText(index, sorted, filter.text)
  const isKept = filterOf(filter)
  const select = (some: readonly IndexedCake[]) => some.map(({ cake }) => cake).filter(isKept)
  const matched = select(best)
  // A text without words asks for cakes, and for pastries where only those are left.
  const isOfOthers = matched.length === 0 && read.words.length === 0
  const found = isOfOthers ? select(listElsewhere()) : matched
  const last = after === undefined ? 0 : sorted.findIndex(({ cake }) => cake.id === after)
  const later = new Set(after && last !== -1 ? select(sorted.slice(last + 1)) : [])
  const shown = toPage(after === undefined ? found : found.filter((cake) => later.has(cake)), limit)
  const others = shown.next === null && !isOfOthers ? select(listElsewhere()) : []
  return {
    ...shown,
    others: others.slice(0, maxOthers),
    nearest: found.length + others.length === 0 ? listNearest(index, filter, read) : [],
    count: found.length,
    match,
    readAs,
    categories: categoriesNamed(index, read.words).filter((one) => one !== filter.category),
  }
}

function filterOf(filter: CakeFilter): (cake: Cake) => boolean {
  const { category, occasion, egg, price, ready, without } = filter
  const maxHours = readyHours(ready)
  const flavour = filter.flavour.toLowerCase()
  return (cake) =>
    (category === 'all' || cake.category === category) &&
    (occasion === 'all' || cake.occasions.includes(occasion)) &&
    (egg === 'all' || cake.egg === egg) &&
    (price === null || cake.price <= price) &&
    cake.leadHours <= maxHours &&
    (without === 'all' || isWithout(cake, without)) &&
    (flavour === 'all' || cake.flavours.some((one) => one.toLowerCase().includes(flavour)))
}

interface TextMatch {
  /** With the words that were looked for. */
  read: SearchText
  /** 'details' is the category, a flavour, an occasion or the egg; 'near' means that the text was read as similar words. */
  match: 'name' | 'details' | 'near'
  /** What the text was read as: 'chocolate' for 'choclate'; null if it was read as it stands. */
  readAs: string | null
  best: IndexedCake[]
  /** If the best have the words in their names: those that have them elsewhere. */
  listElsewhere: () => IndexedCake[]
}

type Has = (one: IndexedCake) => boolean

/**
 * How cakes match a text. Names have it as it stands, or its words in a row. Only when no name has them, each is looked for
 * in name, category, flavours, occasions and egg, and only when no cake has them all, the most similar words that cakes
 * have. A weight in which nothing is found is left out.
 */
function matchText(index: CakeIndex, cakes: readonly IndexedCake[], text: string): TextMatch {
  const typed = readSearchText(text)
  const part = text.toLowerCase()
  const isSafe = isFor({ ...typed, egg: typed.egg === 'Egg' ? null : typed.egg, kg: null })
  const isTyped: Has = ({ name, cake }) => name.includes(part) && isSafe(cake)
  for (const kg of new Set([typed.kg, null])) {
    const read = { ...typed, kg }
    const found = rankCakes(index, cakes, read, [isTyped, hasInName(read.words)])
    if (found) {
      const sentence = searchSentence(read)
      const isAsTyped =
        found.rank === 0 || sentence === '' || (sentence === typed.phrase && kg === typed.kg)
      const match = found.rank === 2 ? 'details' : 'name'
      return { ...found, read, match, readAs: isAsTyped ? null : sentence }
    }
    const near = { ...read, words: replaceBySimilar(index, read.words) }
    const named = near.words.map(finderOf)
    const isNamed: Has = ({ nameWords }) => named.every((isIn) => isIn(nameWords))
    const similar = near.words.length > 0 && rankCakes(index, cakes, near, [() => false, isNamed])
    if (similar) {
      const readAs = searchSentence(near)
      return { best: similar.best, listElsewhere: () => [], read: near, match: 'near', readAs }
    }
  }
  return { read: typed, match: 'name', readAs: null, best: [], listElsewhere: () => [] }
}

/**
 * Cakes by where they have what a text asks for: rank 0 passes `isTyped`, 1 passes `isNamed` as well as having all of it, 2
 * has it anywhere. Null if no cake has it.
 */
function rankCakes(
  { vocabulary }: CakeIndex,
  cakes: readonly IndexedCake[],
  read: SearchText,
  [isTyped, isNamed]: [Has, Has],
): { rank: number; best: IndexedCake[]; listElsewhere: () => IndexedCake[] } | null {
  const wanted = read.words.map(finderOf)
  const isAllowed = isFor(read)
  const isWithoutTastes = avoids(read)
  const hasAll: Has = (one) =>
    wanted.every((isIn) => isIn(one.words)) && isAllowed(one.cake) && isWithoutTastes(one)
  const typed = cakes.filter(isTyped)
  if (typed.length > 0) {
    const listElsewhere = () => cakes.filter((one) => !isTyped(one) && hasAll(one))
    return { rank: 0, best: typed, listElsewhere: wanted.length > 0 ? listElsewhere : () => [] }
  }
  if (!read.hasWords || !wanted.every((isIn) => isIn(vocabulary))) return null
  const all = cakes.filter(hasAll)
  if (all.length === 0) return null
  const named = all.filter(isNamed)
  return named.length > 0
    ? { rank: 1, best: named, listElsewhere: () => all.filter((one) => !isNamed(one)) }
    : { rank: 2, best: all, listElsewhere: () => [] }
}

/** Whether one of the lines begins with the word. A short one is no part of another: 'car' is not 'caramel'. */
function finderOf({ words }: Pick<SearchWord, 'words'>): (lines: string) => boolean {
  const beginning = new RegExp(
    `\n(?:${words.map((word) => (word.length > 3 ? word : `${word}\n`)).join('|')})`,
  )
  return (lines) => beginning.test(lines)
}

/** Whether a name has the words in a row, joined or not. Without words it is of a cake: pastries are priced by the piece. */
function hasInName(words: readonly SearchWord[]): Has {
  const phrase = words.map(({ typed }) => typed).join(' ')
  const isJoinedIn = finderOf({ words: [phrase.replaceAll(' ', '')] })
  if (phrase === '') return ({ cake }) => !isPricedFlat(cake.category)
  return (one) => (phrase.length > 3 && one.name.includes(phrase)) || isJoinedIn(one.nameWords)
}

function avoids({ avoided }: SearchText): Has {
  const finders = avoided.map(finderOf)
  return (one) => !finders.some((isIn) => isIn(one.words) || isIn(one.ingredients))
}

/** Whether a cake is to be had in the weight, and by those who eat no egg or avoid something. */
function isFor({ egg, without, kg }: SearchText): (cake: Cake) => boolean {
  return (cake) =>
    (egg === null || cake.egg === egg) &&
    !(egg === 'Eggless' && [...(cake.contains ?? []), ...cake.mayContain].includes('egg')) &&
    without.every((food) => isWithout(cake, food)) &&
    (kg === null || cake.weight.some((wt) => Number(wt) === kg))
}

/** None when all words are known, or one looks like none that cakes have. */
function replaceBySimilar(index: CakeIndex, words: readonly SearchWord[]): SearchWord[] {
  const similar = words.map((word) => {
    const isIn = finderOf(word)
    if (isIn(index.vocabulary)) return word
    const found = index.similarWords(word.typed)
    return { typed: word.typed, readAs: found.join(' or '), words: found }
  })
  const isChanged = similar.some((word, place) => word !== words[place])
  return isChanged && similar.every((word) => word.words.length > 0) ? similar : []
}

/** A name is made of words of three letters and more. */
function categoriesNamed({ choices }: CakeIndex, words: readonly SearchWord[]): string[] {
  const sought = words.flatMap((one) => one.words).filter((word) => word.length > 2)
  return choices.categories.filter((category) =>
    sought.some((word) => categoryWords(category).includes(word)),
  )
}

/** The cakes that have the most words of a text, then the featured, then the best rated. */
function listNearest(
  { ordered, vocabulary }: CakeIndex,
  { egg, without }: CakeFilter,
  read: SearchText,
): Cake[] {
  const isKept = filterOf({ ...defaultCakeSearch, egg, without })
  const isAllowed = isFor({ ...read, kg: null })
  const isWithoutTastes = avoids(read)
  const wanted = read.words.map(finderOf).filter((isIn) => isIn(vocabulary))
  const nearest: { cake: Cake; rank: number }[] = []
  for (const one of ordered.lowest) {
    if (!isKept(one.cake) || !isAllowed(one.cake) || !isWithoutTastes(one)) continue
    const { cake } = one
    const had = wanted.filter((isIn) => isIn(one.words)).length
    const rank = 100 * had + 10 * Number(cake.featured) + cake.stars
    if (rank <= (nearest[maxNearest - 1]?.rank ?? -1)) continue
    nearest.push({ cake, rank })
    nearest.sort((a, b) => b.rank - a.rank)
    nearest.length = Math.min(nearest.length, maxNearest)
  }
  return nearest.map(({ cake }) => cake)
}

export function listCakesPage({ byId }: CakeIndex, { limit, after = '' }: PageOptions): CakesPage {
  return toPage(
    [...byId.values()].filter(({ id }) => id > after),
    limit,
  )
}

/** @param cakes those of a page and after it */
function toPage(cakes: readonly Cake[], limit: number): CakesPage {
  const page = cakes.slice(0, limit)
  return { cakes: page, next: cakes.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const maxInvited = 4

/** The most popular, for who has looked for something that is not there. */
export function listInvited({ ordered }: CakeIndex): CakeSummary[] {
  return ordered.popular.slice(0, maxInvited).map(({ cake }) => toCakeSummary(cake))
}

/** At most `limit` featured cakes, ordered by id. */
export function listFeatured(index: CakeIndex, limit: number): Cake[] {
  return withoutExtras(index)
    .filter(({ featured }) => featured)
    .slice(0, limit)
}

function withoutExtras({ byId }: CakeIndex): Cake[] {
  return [...byId.values()].filter(({ category }) => !isExtra(category))
}

/** All cakes, the best rated first. */
export function listByRating(index: CakeIndex): Cake[] {
  return withoutExtras(index).sort((a, b) => b.stars - a.stars)
}

const maxRelated = 4

/** At most 4 cakes that go with one: of its category first, then those that share a flavour; the best rated first. */
export function listRelated(index: CakeIndex, { id, category, flavours }: Cake): Cake[] {
  const others = listByRating(index).filter((cake) => cake.id !== id)
  const isSameKind = (cake: Cake) => cake.category === category
  const sharesFlavour = (cake: Cake) => cake.flavours.some((one) => flavours.includes(one))
  const related = others.filter((cake) => !isSameKind(cake) && sharesFlavour(cake))
  return [...others.filter(isSameKind), ...related].slice(0, maxRelated)
}
