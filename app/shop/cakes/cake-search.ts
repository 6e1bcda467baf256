import { formatInr, toPaise } from '#shop/values/money.ts'
import type { Egg } from './cake.schema.ts'
import { categoryLabel } from './cake-price.ts'

export type CakeSort = 'lowest' | 'highest' | 'a-z' | 'z-a' | 'popular' | 'new'
export type CakeView = 'grid' | 'list'

/** How soon after the order a cake can leave: at any time, or on the same or the next day. */
export const readyOptions = [
  { value: 'all', label: 'All', hours: Number.POSITIVE_INFINITY },
  { value: 'same-day', label: 'Same day', hours: 6 },
  { value: 'next-day', label: 'Next day', hours: 24 },
] as const
export type Ready = (typeof readyOptions)[number]['value']

/**
 * The lead hours that a cake may have at most. They go by the cake and not by the clock, so that a page that is cached
 * stays right.
 */
export function readyHours(ready: Ready): number {
  return readyOptions.find(({ value }) => value === ready)?.hours ?? Number.POSITIVE_INFINITY
}

/** What customers with an allergy avoid; 'nuts' are peanuts and tree nuts. */
export const avoidable = ['gluten', 'milk', 'egg', 'nuts', 'soy'] as const

export interface CakeFilter {
  text: string
  category: string
  /** 'all' or part of a flavour. */
  flavour: string
  /** 'all', or an occasion as the cakes have it. */
  occasion: string
  egg: 'all' | Egg
  /** Rupees at most; null is the slider at its maximum. */
  price: number | null
  ready: Ready
  /** 'all', or what no cake may contain, not even in traces. */
  without: 'all' | (typeof avoidable)[number]
  sort: CakeSort
}

/** What a visitor looks for in the catalogue; it lives in the page's address. */
export interface CakeSearch extends CakeFilter {
  view: CakeView
}

export interface FilterChoices {
  categories: string[]
  flavours: string[]
  occasions: string[]
  /** Rupees: the end of the price slider. */
  maxRupees: number
}

type FilterKey = Exclude<keyof CakeFilter, 'sort'>

export const defaultCakeSearch: CakeSearch = {
  text: '',
  category: 'all',
  flavour: 'all',
  occasion: 'all',
  egg: 'all',
  price: null,
  ready: 'all',
  without: 'all',
  sort: 'lowest',
  view: 'grid',
}

export const sortOptions: readonly { value: CakeSort; label: string }[] = [
  { value: 'lowest', label: 'Price(lowest)' },
  { value: 'highest', label: 'Price(highest)' },
  { value: 'a-z', label: 'Price(a-z)' },
  { value: 'z-a', label: 'Price(z-a)' },
  { value: 'popular', label: 'Popular' },
  { value: 'new', label: 'New' },
]

const maxTextLength = 100
const eggs = ['all', 'Egg', 'Eggless'] as const
const sorts = sortOptions.map(({ value }) => value)
const readies = readyOptions.map(({ value }) => value)
const views = ['grid', 'list'] as const
const withouts = ['all', ...avoidable] as const

/** Reads the address of the catalogue; whatever makes no sense there is the default. */
export function parseCakeSearch(params: URLSearchParams): CakeSearch {
  return {
    text: tidy(params.get('text')),
    category: tidy(params.get('category')) || 'all',
    flavour: tidy(params.get('flavour')) || 'all',
    occasion: tidy(params.get('occasion')) || 'all',
    egg: oneOf(eggs, params.get('egg'), 'all'),
    price: rupees(params.get('price')),
    ready: oneOf(readies, params.get('ready'), 'all'),
    without: oneOf(withouts, params.get('without'), 'all'),
    sort: oneOf(sorts, params.get('sort'), 'lowest'),
    view: oneOf(views, params.get('view'), 'grid'),
  }
}

const keys = Object.keys(defaultCakeSearch) as (keyof CakeSearch)[]

/** The one address of a search: fixed order, defaults left out, so that equal searches share a cached page. */
export function toSearchParams(search: CakeSearch, after?: string): URLSearchParams {
  const params = new URLSearchParams()
  for (const key of keys) {
    const value = tidy(String(search[key] ?? ''))
    if (value && value !== defaultCakeSearch[key]) params.set(key, value)
  }
  if (after) params.set('after', after)
  return params
}

/** The query of a search: '?flavour=Mango', '' for the whole catalogue. @param after the id of the cake before the page */
export function queryOf(search: CakeSearch, after?: string): string {
  const params = toSearchParams(search, after).toString()
  return params && `?${params}`
}

/** The id of the cake after which a page of the catalogue begins, from its address; undefined for the first page. */
export function parseAfter(params: URLSearchParams): string | undefined {
  const after = params.get('after')
  return after && /^[a-z0-9-]{1,64}$/.test(after) ? after : undefined
}

/** The filters that narrow a search, for chips; `defaultCakeSearch[key]` takes one off. Sort and view are none. */
export function activeFilters(search: CakeSearch): { key: FilterKey; label: string }[] {
  const labels: Record<FilterKey, string> = {
    text: `“${tidy(search.text)}”`,
    category: categoryLabel(search.category),
    flavour: search.flavour,
    occasion: search.occasion,
    egg: search.egg,
    price: search.price === null ? '' : `Up to ${formatInr(toPaise(search.price))}`,
    ready: `Ready within ${readyHours(search.ready)} hours`,
    without: `Without ${search.without}`,
  }
  const params = toSearchParams(search)
  return (Object.keys(labels) as FilterKey[])
    .filter((key) => params.has(key))
    .map((key) => ({ key, label: labels[key] }))
}

// By code points, so that the cut never halves a character. A code point is two units at most.
function tidy(text: string | null): string {
  return [...(text ?? '').trim().slice(0, 2 * maxTextLength)]
    .slice(0, maxTextLength)
    .join('')
    .trim()
}

function oneOf<T extends string>(known: readonly T[], value: string | null, fallback: T): T {
  return known.find((one) => one === value) ?? fallback
}

function rupees(text: string | null): number | null {
  return text && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : null
}
