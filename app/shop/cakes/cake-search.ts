import { formatInr, toPaise } from '#shop/values/money.ts'
import type { Egg } from './cake.schema.ts'

export type CakeSort = 'lowest' | 'highest' | 'a-z' | 'z-a'
export type CakeView = 'grid' | 'list'

/** What a visitor looks for in the catalogue; it lives in the page's address. */
export interface CakeSearch {
  text: string
  /** 'all' or a category. */
  category: string
  /** 'all' or part of a flavour. */
  flavour: string
  egg: 'all' | Egg
  /** Rupees at most; null is the slider at its maximum. */
  price: number | null
  sort: CakeSort
  view: CakeView
}

/** What the search looks at in a cake. */
export interface Searchable {
  name: string
  category: string
  flavours: string[]
  egg: Egg
  price: number
}

export type FilterKey = 'text' | 'category' | 'flavour' | 'egg' | 'price'

export const defaultCakeSearch: CakeSearch = {
  text: '',
  category: 'all',
  flavour: 'all',
  egg: 'all',
  price: null,
  sort: 'lowest',
  view: 'grid',
}

export const sortOptions: readonly { value: CakeSort; label: string }[] = [
  { value: 'lowest', label: 'Price(lowest)' },
  { value: 'highest', label: 'Price(highest)' },
  { value: 'a-z', label: 'Price(a-z)' },
  { value: 'z-a', label: 'Price(z-a)' },
]

const longestText = 100
const eggs = ['all', 'Egg', 'Eggless'] as const
const sorts = sortOptions.map(({ value }) => value)
const views = ['grid', 'list'] as const
const byName = new Intl.Collator('en-IN')

const orders: Record<CakeSort, (a: Searchable, b: Searchable) => number> = {
  lowest: (a, b) => a.price - b.price,
  highest: (a, b) => b.price - a.price,
  'a-z': (a, b) => byName.compare(a.name, b.name),
  'z-a': (a, b) => byName.compare(b.name, a.name),
}

/** Reads the address of the catalogue; whatever makes no sense there is the default. */
export function parseCakeSearch(params: URLSearchParams): CakeSearch {
  return {
    text: tidy(params.get('text')),
    category: tidy(params.get('category')) || 'all',
    flavour: tidy(params.get('flavour')) || 'all',
    egg: oneOf(eggs, params.get('egg'), 'all'),
    price: rupees(params.get('price')),
    sort: oneOf(sorts, params.get('sort'), 'lowest'),
    view: oneOf(views, params.get('view'), 'grid'),
  }
}

/** The one address of a search: fixed order, defaults left out, so that equal searches share a cached page. */
export function toSearchParams(search: CakeSearch): URLSearchParams {
  const params = new URLSearchParams()
  for (const key of ['text', 'category', 'flavour', 'egg', 'price', 'sort', 'view'] as const) {
    const value = tidy(String(search[key] ?? ''))
    if (value && value !== defaultCakeSearch[key]) params.set(key, value)
  }
  return params
}

/** The cakes that a search finds, sorted; equal ones keep their order. */
export function searchCakes<T extends Searchable>(cakes: readonly T[], search: CakeSearch): T[] {
  const text = tidy(search.text).toLowerCase()
  const flavour = search.flavour.toLowerCase()
  const found = cakes.filter(
    (cake) =>
      cake.name.toLowerCase().includes(text) &&
      (search.category === 'all' || cake.category === search.category) &&
      (flavour === 'all' || cake.flavours.some((one) => one.toLowerCase().includes(flavour))) &&
      (search.egg === 'all' || cake.egg === search.egg) &&
      (search.price === null || cake.price <= search.price),
  )
  return found.sort(orders[search.sort])
}

/** The highest price in rupees, the slider's end; 0 without cakes. */
export function maxPrice(cakes: readonly Pick<Searchable, 'price'>[]): number {
  return cakes.reduce((highest, { price }) => Math.max(highest, price), 0)
}

export function categoriesOf(cakes: readonly Pick<Searchable, 'category'>[]): string[] {
  return distinct(cakes.map(({ category }) => category))
}

export function flavoursOf(cakes: readonly Pick<Searchable, 'flavours'>[]): string[] {
  return distinct(cakes.flatMap(({ flavours }) => flavours))
}

/** The filters that narrow a search, for chips; `defaultCakeSearch[key]` takes one off. Sort and view are none. */
export function activeFilters(search: CakeSearch): { key: FilterKey; label: string }[] {
  const labels: Record<FilterKey, string> = {
    text: `“${tidy(search.text)}”`,
    category: search.category,
    flavour: search.flavour,
    egg: search.egg,
    price: search.price === null ? '' : `Up to ${formatInr(toPaise(search.price))}`,
  }
  const params = toSearchParams(search)
  return (Object.keys(labels) as FilterKey[])
    .filter((key) => params.has(key))
    .map((key) => ({ key, label: labels[key] }))
}

function distinct(words: string[]): string[] {
  return [...new Set(words)].sort(byName.compare)
}

// By code points, so that the cut never halves a character.
function tidy(text: string | null): string {
  return [...(text ?? '').trim()].slice(0, longestText).join('').trim()
}

function oneOf<T extends string>(known: readonly T[], value: string | null, fallback: T): T {
  return known.find((one) => one === value) ?? fallback
}

function rupees(text: string | null): number | null {
  return text && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : null
}
