import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeFilters,
  type CakeSearch,
  categoriesOf,
  defaultCakeSearch,
  flavoursOf,
  maxPrice,
  parseCakeSearch,
  type Searchable,
  searchCakes,
  sortOptions,
  toSearchParams,
} from './cake-search.ts'

const cakes: Searchable[] = [
  {
    name: 'Mango Cream Cake',
    category: 'Fruit',
    flavours: ['Mango', 'Cream'],
    egg: 'Eggless',
    price: 780,
  },
  {
    name: 'Chocolate Truffle Cake',
    category: 'Chocolate',
    flavours: ['Dark chocolate'],
    egg: 'Egg',
    price: 850,
  },
  {
    name: 'chocolate Eclair',
    category: 'pestry',
    flavours: ['Cocoa', 'Cream'],
    egg: 'Egg',
    price: 90,
  },
  {
    name: 'Mango Jar',
    category: 'pestry',
    flavours: ['Alphonso mango'],
    egg: 'Eggless',
    price: 90,
  },
]
const [mango, truffle, eclair, jar] = cakes as [Searchable, Searchable, Searchable, Searchable]

function find(change: Partial<CakeSearch>) {
  return searchCakes(cakes, { ...defaultCakeSearch, ...change })
}

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
  egg: fc.constantFrom('all', 'Egg', 'Eggless'),
  price: fc.option(fc.nat(1e8).map((paise) => paise / 100)),
  sort: fc.constantFrom(...sortOptions.map(({ value }) => value)),
  view: fc.constantFrom('grid', 'list'),
})
const catalogues = fc.array(
  fc.record<Searchable>({
    name: fc.string({ maxLength: 4 }),
    category: fc.constantFrom('Fruit', 'pestry'),
    flavours: fc.uniqueArray(fc.constantFrom('Mango', 'Cocoa', 'Cream')),
    egg: fc.constantFrom('Egg', 'Eggless'),
    price: fc.nat(5),
  }),
)

describe('parseCakeSearch', () => {
  test.each<[string, Partial<CakeSearch>]>([
    ['', {}],
    ['text=choc', { text: 'choc' }],
    ['text=%20%20choc+late%20', { text: 'choc late' }],
    ['category=pestry&flavour=mango', { category: 'pestry', flavour: 'mango' }],
    ['egg=Eggless&sort=z-a&view=list', { egg: 'Eggless', sort: 'z-a', view: 'list' }],
    ['price=0', { price: 0 }],
    ['price=850.5', { price: 850.5 }],
    ['text=a&text=b', { text: 'a' }],
  ])('%j', (query, search) => {
    expect(parse(query)).toEqual({ ...defaultCakeSearch, ...search })
  })

  test.each([
    'egg=egg',
    'egg=toString',
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

  test('keeps 100 characters at most, and never half a one', () => {
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
      { sort: 'highest', price: 0, egg: 'Egg', flavour: 'Mango', category: 'pestry', text: 'a b' },
      'text=a+b&category=pestry&flavour=Mango&egg=Egg&price=0&sort=highest',
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
    const keys = fc.constantFrom('text', 'category', 'flavour', 'egg', 'price', 'sort', 'view', 'x')
    const values = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('all', '5', 'Egg', 'z-a', 'list'),
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

describe('searchCakes', () => {
  test.each<[Partial<CakeSearch>, Searchable[]]>([
    [{}, [eclair, jar, mango, truffle]],
    [{ sort: 'highest' }, [truffle, mango, eclair, jar]],
    [{ sort: 'a-z' }, [eclair, truffle, mango, jar]],
    [{ sort: 'z-a' }, [jar, mango, truffle, eclair]],
    [{ text: 'CHOC' }, [eclair, truffle]],
    [{ text: ' jar ' }, [jar]],
    [{ text: 'cake' }, [mango, truffle]],
    [{ text: '.*' }, []],
    [{ category: 'pestry' }, [eclair, jar]],
    [{ category: 'Pest' }, []],
    [{ flavour: 'Mango' }, [jar, mango]],
    [{ flavour: 'dark' }, [truffle]],
    [{ egg: 'Egg' }, [eclair, truffle]],
    [{ egg: 'Eggless' }, [jar, mango]],
    [{ price: 780 }, [eclair, jar, mango]],
    [{ price: 779.99 }, [eclair, jar]],
    [{ price: 0 }, []],
    [{ text: 'mango', egg: 'Eggless', price: 100 }, [jar]],
  ])('%o', (change, found) => {
    expect(find(change)).toEqual(found)
  })

  test('finds exactly the cakes that fit, stably sorted, and leaves the catalogue alone', () => {
    fc.assert(
      fc.property(catalogues, searches, fc.constantFrom('all', 'Mango'), (shelf, wild, flavour) => {
        const search = { ...wild, text: '', category: 'all', flavour }
        const before = [...shelf]
        const found = searchCakes(shelf, search)
        const fits = ({ egg, price, flavours }: Searchable) =>
          [egg, 'all'].includes(search.egg) &&
          price <= (search.price ?? 5) &&
          (flavour === 'all' || flavours.includes('Mango'))
        expect(new Set(found)).toEqual(new Set(shelf.filter(fits)))
        expect(found).toHaveLength(shelf.filter(fits).length)
        expect(shelf).toEqual(before)
      }),
    )
  })

  test('a sort by price goes one way, and equal prices keep their order', () => {
    fc.assert(
      fc.property(catalogues, fc.constantFrom('lowest', 'highest'), (shelf, sort) => {
        const found = searchCakes(shelf, { ...defaultCakeSearch, sort })
        found.slice(1).forEach((cake, index) => {
          const before = found[index] as Searchable
          const step = (cake.price - before.price) * (sort === 'lowest' ? 1 : -1)
          expect(step).toBeGreaterThanOrEqual(0)
          if (step === 0) expect(shelf.indexOf(cake)).toBeGreaterThan(shelf.indexOf(before))
        })
      }),
    )
  })
})

describe('what the filters offer', () => {
  test('the highest price', () => {
    expect(maxPrice(cakes)).toBe(850)
    expect(maxPrice([])).toBe(0)
  })

  test('categories and flavours once each, sorted', () => {
    expect(categoriesOf(cakes)).toEqual(['Chocolate', 'Fruit', 'pestry'])
    expect(flavoursOf(cakes)).toEqual([
      'Alphonso mango',
      'Cocoa',
      'Cream',
      'Dark chocolate',
      'Mango',
    ])
    expect([categoriesOf([]), flavoursOf([])]).toEqual([[], []])
  })

  test('every category and flavour of the sample catalogue finds a cake', () => {
    const sample: Searchable[] = JSON.parse(readFileSync('db/sample/cakes.json', 'utf8'))
    for (const category of categoriesOf(sample)) {
      expect(searchCakes(sample, { ...defaultCakeSearch, category })).not.toEqual([])
    }
    for (const flavour of flavoursOf(sample)) {
      expect(searchCakes(sample, { ...defaultCakeSearch, flavour })).not.toEqual([])
    }
  })

  test('the sort labels', () => {
    expect(sortOptions.map(({ label }) => label)).toEqual([
      'Price(lowest)',
      'Price(highest)',
      'Price(a-z)',
      'Price(z-a)',
    ])
  })
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
      }),
    ).toEqual([
      { key: 'text', label: '“choc”' },
      { key: 'category', label: 'pestry' },
      { key: 'flavour', label: 'Mango' },
      { key: 'egg', label: 'Eggless' },
      { key: 'price', label: 'Up to ₹1,450' },
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
