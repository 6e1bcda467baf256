import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeFilters,
  avoidable,
  type CakeSearch,
  defaultCakeSearch,
  parseAfter,
  parseCakeSearch,
  sortOptions,
  toSearchParams,
} from './cake-search.ts'

function parse(query: string) {
  return parseCakeSearch(new URLSearchParams(query))
}

const words = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => [...text].length <= 100)
const picks = words.map((word) => word || 'all')
const searches = fc.record<CakeSearch>({
  text: words,
  category: picks,
  flavour: picks,
  occasion: picks,
  egg: fc.constantFrom('all', 'Egg', 'Eggless'),
  price: fc.option(fc.nat(1e8).map((paise) => paise / 100)),
  ready: fc.constantFrom('all', 'same-day', 'next-day'),
  without: fc.constantFrom('all', ...avoidable),
  sort: fc.constantFrom(...sortOptions.map(({ value }) => value)),
  view: fc.constantFrom('grid', 'list'),
})
describe('parseCakeSearch', () => {
  test.each<[string, Partial<CakeSearch>]>([
    ['', {}],
    ['text=choc', { text: 'choc' }],
    ['text=%20%20choc+late%20', { text: 'choc late' }],
    ['category=pestry&flavour=mango', { category: 'pestry', flavour: 'mango' }],
    ['egg=Eggless&sort=z-a&view=list', { egg: 'Eggless', sort: 'z-a', view: 'list' }],
    ['ready=same-day', { ready: 'same-day' }],
    ['without=nuts', { without: 'nuts' }],
    ['price=0', { price: 0 }],
    ['price=850.5', { price: 850.5 }],
    ['text=a&text=b', { text: 'a' }],
  ])('%j', (query, search) => {
    expect(parse(query)).toEqual({ ...defaultCakeSearch, ...search })
  })

  test.each([
    'egg=egg',
    'egg=toString',
    'ready=now',
    'ready=6',
    'ready=toString',
    'without=cream',
    'without=toString',
    'sort=price',
    'sort=__proto__',
    'view=table',
    'price=',
    'price=-1',
    'price=1e3',
    'price=NaN',
    'price=Infinity',
    'price=99999999',
    'price=1.234',
    'price=५',
    'category=&flavour=+&text=+',
    'category=all&flavour=all&egg=all',
    'utm_source=mail',
    '%E0%A4%A&=&&',
  ])('takes %j for the default', (query) => {
    expect(parse(query)).toEqual(defaultCakeSearch)
  })

  test('has at most 100 characters, and never half of one', () => {
    expect(parse(`text=${'a'.repeat(300)}`).text).toBe('a'.repeat(100))
    expect(parse(`text=${'🎂'.repeat(101)}`).text).toBe('🎂'.repeat(100))
    expect(parse(`text=${'a'.repeat(99)}+bc`).text).toBe('a'.repeat(99))
  })
})

describe('toSearchParams', () => {
  test.each<[Partial<CakeSearch>, string]>([
    [{}, ''],
    [{ view: 'list', text: ' choc ' }, 'text=choc&view=list'],
    [
      {
        sort: 'highest',
        ready: 'next-day',
        price: 0,
        egg: 'Egg',
        flavour: 'Mango',
        category: 'pestry',
        text: 'a b',
      },
      'text=a+b&category=pestry&flavour=Mango&egg=Egg&price=0&ready=next-day&sort=highest',
    ],
  ])('%o', (change, query) => {
    expect(toSearchParams({ ...defaultCakeSearch, ...change }).toString()).toBe(query)
  })

  test('an address made from a search reads back as that search', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(parse(toSearchParams(search).toString())).toEqual(search)
      }),
    )
  })

  test('any address has one canonical form', () => {
    const keys = fc.constantFrom(...Object.keys(defaultCakeSearch), 'x')
    const values = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('all', '5', 'Egg', 'same-day', 'z-a', 'list'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, values)), (pairs) => {
        const search = parseCakeSearch(new URLSearchParams(pairs))
        const canonical = toSearchParams(search).toString()
        expect(parse(canonical)).toEqual(search)
        expect(toSearchParams(parse(canonical)).toString()).toBe(canonical)
      }),
    )
  })
})

test.each([
  ['after=mango-cake-2', 'mango-cake-2'],
  ['', undefined],
  ['after=', undefined],
  ['after=Mango', undefined],
  ['after=%27', undefined],
  [`after=${'a'.repeat(65)}`, undefined],
])('parseAfter of %j is %j', (query, after) => {
  const params = new URLSearchParams(query)
  expect(parseAfter(params)).toBe(after)
  const address = toSearchParams(defaultCakeSearch, parseAfter(params)).toString()
  expect(address).toBe(after ? query : '')
})

describe('activeFilters', () => {
  test('of a search that narrows nothing are none', () => {
    expect(activeFilters({ ...defaultCakeSearch, text: '  ', sort: 'z-a', view: 'list' })).toEqual(
      [],
    )
  })

  test('name what they ask for', () => {
    expect(
      activeFilters({
        ...defaultCakeSearch,
        text: ' choc ',
        category: 'pestry',
        flavour: 'Mango',
        egg: 'Eggless',
        price: 1450,
        ready: 'same-day',
        without: 'nuts',
      }),
    ).toEqual([
      { key: 'text', label: '“choc”' },
      { key: 'category', label: 'Pastry' },
      { key: 'flavour', label: 'Mango' },
      { key: 'egg', label: 'Eggless' },
      { key: 'price', label: 'Up to ₹1,450' },
      { key: 'ready', label: 'Ready within 6 hours' },
      { key: 'without', label: 'Without nuts' },
    ])
  })

  test('taken off leave none', () => {
    fc.assert(
      fc.property(searches, (search) => {
        const defaults = activeFilters(search).map(({ key }) => [key, defaultCakeSearch[key]])
        const bare: CakeSearch = { ...search, ...Object.fromEntries(defaults) }
        expect(activeFilters(bare)).toEqual([])
        expect(bare).toEqual({ ...defaultCakeSearch, sort: search.sort, view: search.view })
      }),
    )
  })
})
