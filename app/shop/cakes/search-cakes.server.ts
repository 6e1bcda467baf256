import type { Cake } from './cake.schema.ts'
import type { CakeIndex, IndexedCake } from './cake-index.server.ts'
import { type CakeFilter, readyHours } from './cake-search.ts'
import { matchText, type TextMatch } from './match-text.server.ts'

/** Some cakes, and the id after which the next ones come; null when these are the last. */
export interface CakesPage {
  cakes: Cake[]
  next: string | null
}

export interface FoundCakes extends CakesPage {
  /** How many cakes match, on all pages. */
  count: number
  /** Where the text was found. */
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
  const mostHours = readyHours(ready)
  const part = flavour.toLowerCase()
  const flavours = new Set(
    index.choices().flavours.filter((one) => one.toLowerCase().includes(part)),
  )
  return ({ cake }: IndexedCake) =>
    (category === 'all' || cake.category === category) &&
    (egg === 'all' || cake.egg === egg) &&
    (price === null || cake.price <= price) &&
    cake.leadHours <= mostHours &&
    (flavour === 'all' || cake.flavours.some((one) => flavours.has(one)))
}

/** A page of all cakes, ordered by id. */
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
