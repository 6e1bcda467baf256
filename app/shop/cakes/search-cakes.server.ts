import type { Cake } from './cake.schema.ts'
import { type CakeFilter, defaultCakeSearch, readyHours } from './cake-search.ts'
import { categoryWords, isPricedFlat } from './category.ts'
import { isWithout } from './food/food-facts.ts'
import type { CakeIndex, IndexedCake } from './published-cakes.server.ts'
import { readSearchText, type SearchText, type SearchWord, searchSentence } from './search-text.ts'

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
  const { read, match, readAs, best, elsewhere } = matchText(index, sorted, filter.text)
  const isKept = filterOf(filter)
  const select = (some: readonly IndexedCake[]) => some.map(({ cake }) => cake).filter(isKept)
  const [first, second] = [select(best), select(elsewhere)]
  // A text without words asks for cakes, and for pastries where only those are left.
  const [found, others] = first.length > 0 || read.words.length > 0 ? [first, second] : [second, []]
  const last = after === undefined ? 0 : sorted.findIndex(({ cake }) => cake.id === after)
  const later = new Set(after && last !== -1 ? select(sorted.slice(last + 1)) : [])
  const shown = toPage(after === undefined ? found : found.filter((cake) => later.has(cake)), limit)
  return {
    ...shown,
    others: shown.next === null ? others.slice(0, maxOthers) : [],
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
  elsewhere: IndexedCake[]
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
    const found = rankCakes(cakes, read, [isTyped, hasInName(read.words)])
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
    const similar = near.words.length > 0 && rankCakes(cakes, near, [() => false, isNamed])
    if (similar)
      return { ...similar, elsewhere: [], read: near, match: 'near', readAs: searchSentence(near) }
  }
  return { read: typed, match: 'name', readAs: null, best: [], elsewhere: [] }
}

/**
 * Cakes by where they have what a text asks for: those of ranks 0 and 1 pass the tests, 2 is anywhere, 3 is nowhere. Null
 * if no cake has it.
 */
function rankCakes(
  cakes: readonly IndexedCake[],
  read: SearchText,
  [isTyped, isNamed]: [Has, Has],
) {
  const wanted = read.words.map(finderOf)
  const isAllowed = isFor(read)
  const isWithoutTastes = avoids(read)
  const ranks = cakes.map((one) => {
    if (isTyped(one)) return 0
    if (!read.hasWords || !wanted.every((isIn) => isIn(one.words))) return 3
    if (!isAllowed(one.cake) || !isWithoutTastes(one)) return 3
    return isNamed(one) ? 1 : 2
  })
  const rank = [0, 1, 2].find((each) => ranks.some((one) => one === each))
  if (rank === undefined) return null
  const isElsewhere = (one = 3) => one > rank && one < 3 && (rank > 0 || wanted.length > 0)
  return {
    rank,
    best: cakes.filter((_, place) => ranks[place] === rank),
    elsewhere: cakes.filter((_, place) => isElsewhere(ranks[place])),
  }
}

/** Whether one of the lines begins with the word. A short one is no part of another: 'car' is not 'caramel'. */
function finderOf({ words }: Pick<SearchWord, 'words'>): (lines: string) => boolean {
  const beginning = new RegExp(
    words.map((word) => `\n${word}${word.length > 3 ? '' : '\n'}`).join('|'),
  )
  // Most cakes have it nowhere, which is faster to see.
  return (lines) => words.some((word) => lines.includes(word)) && beginning.test(lines)
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
    if (index.ordered.lowest.some((one) => isIn(one.words))) return word
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
  { ordered }: CakeIndex,
  { egg, without }: CakeFilter,
  read: SearchText,
): Cake[] {
  const isKept = filterOf({ ...defaultCakeSearch, egg, without })
  const isAllowed = isFor({ ...read, kg: null })
  const isWithoutTastes = avoids(read)
  const wanted = read.words.map(finderOf)
  const rankOf = ({ cake, words }: IndexedCake) =>
    100 * wanted.filter((isIn) => isIn(words)).length + 10 * Number(cake.featured) + cake.stars
  return ordered.lowest
    .filter((one) => isKept(one.cake) && isAllowed(one.cake) && isWithoutTastes(one))
    .map((one) => ({ cake: one.cake, rank: rankOf(one) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxNearest)
    .map(({ cake }) => cake)
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

/** At most `limit` featured cakes, ordered by id. */
export function listFeatured({ byId }: CakeIndex, limit: number): Cake[] {
  return [...byId.values()].filter(({ featured }) => featured).slice(0, limit)
}

/** All cakes, the best rated first. */
export function listByRating({ byId }: CakeIndex): Cake[] {
  return [...byId.values()].sort((a, b) => b.stars - a.stars)
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
