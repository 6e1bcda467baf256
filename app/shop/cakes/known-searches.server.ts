import { LRUCache } from 'lru-cache'
import { type CakeFilter, type CakeSort, defaultCakeSearch } from './cake-search.ts'
import type { Counted } from './search-cakes.store.server.ts'

interface Found {
  counted: Counted
  begins: Partial<Record<CakeSort, string>>
}

/** What searches found, for as long as no cake changes. */
export interface KnownSearches {
  /** How many cakes a search finds, and the id of one before which it finds none; undefined where that is not known. */
  of(parts: string[], search: CakeFilter): { counted?: Counted; begins?: string }
  /** @param first the id of the first cake that was found, in the order of the search */
  note(parts: string[], search: CakeFilter, counted: Counted, first?: string): void
}

/** Knows of so many searches at the most. A filter finds nothing that its text alone does not, and nothing before it. */
export function createKnownSearches(most: number): KnownSearches {
  const found = new LRUCache<string, Found>({ max: most })
  return {
    of(parts, search) {
      const own = found.get(keyOf(parts, search))
      const wider = found.get(keyOf(parts, defaultCakeSearch))
      const none = wider?.counted.count === 0 ? wider.counted : undefined
      return {
        counted: own?.counted ?? none,
        begins: own?.begins[search.sort] ?? wider?.begins[search.sort],
      }
    },
    note(parts, search, { count, hasMore }, first) {
      const begins = { ...found.get(keyOf(parts, search))?.begins }
      if (first !== undefined) begins[search.sort] = first
      found.set(keyOf(parts, search), { counted: { count, hasMore }, begins })
    },
  }
}

const keyOf = (parts: string[], { category, flavour, egg, price }: CakeFilter) =>
  JSON.stringify([parts, category, flavour, egg, price])
