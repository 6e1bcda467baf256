import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cake } from './cake.schema.ts'
import { avoidable, type CakeFilter, defaultCakeSearch, sortOptions } from './cake-search.ts'
import { makeCakeSets } from './cake-sets.server.ts'
import { categoryWords } from './category.ts'
import { allergens, nothingSaid, withEgg } from './food/food-facts.ts'
import { type CakeIndex, indexCakes } from './published-cakes.server.ts'
import { searchCakes } from './search-cakes.server.ts'

const seed = 28
const tastes = ['Mango', 'Alphonso mango', 'Chocolate', 'Rose', 'Éclair', 'Crème fraîche', 'Date']
const kinds = ['Truffle Cake', 'Cream cake', 'Jar', 'Egg Tart', 'Half  and half', 'Ελλάς', 'cakes']
const categories = ['Birthday', 'Fruit', 'Chocolate', 'Indian Fusion', 'pestry']

const someCake = fc.record({
  name: fc
    .tuple(fc.constantFrom(...tastes), fc.constantFrom(...kinds), fc.nat(120))
    .map((words) => words.join(' ')),
  category: fc.constantFrom(...categories),
  flavours: fc.uniqueArray(fc.constantFrom(...tastes, 'Cocoa', 'Pistachio'), {
    minLength: 1,
    maxLength: 3,
  }),
  occasions: fc.subarray(['Anniversary', 'Kids', 'Thank you']),
  egg: fc.constantFrom<Cake['egg']>('Egg', 'Eggless'),
  price: fc.integer({ min: 1, max: 40 }).map((step) => step * 12.5),
  leadHours: fc.constantFrom(0, 3, 6, 7, 24, 25, 336),
  contains: fc.option(fc.subarray(allergens.filter((one) => one !== 'egg')), { freq: 4 }),
  mayContain: fc.subarray([...allergens], { maxLength: 3 }),
})

function catalogue(amount: number): Cake[] {
  return fc.sample(someCake, { seed, numRuns: amount }).map((facts, place) => {
    const id = `cake-${(place * 7) % amount}`
    return {
      ...{ _id: id, id, image: [], weight: ['1'], featured: false, stock: 5, description: '' },
      ...{ stars: 0, reviews: [], earlierPrice: null, workMinutes: 20, minutesPerKg: 15 },
      ...{ ...nothingSaid, pictures: [], ...withEgg(facts) },
    }
  })
}

const texts = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  fc.constantFrom('mango', 'MANGO C', 'ngo', 'o c', 'e', '1', '11', 'cake 1', ' cake', 'jar ', ' '),
  fc.constantFrom('cake mango', 'half half', 'half  and', 'half and', 'cake cake', 'ς', 'λά', 'É'),
  fc.constantFrom(
    'egg',
    'eggless',
    'cocoa',
    'pastries',
    'fusion rose',
    'egg pistachio',
    'cocoa 1',
    'kids mango',
    'anniversary',
  ),
  fc.constantFrom(
    'choclate',
    'mnago',
    'trufle roze',
    'pistacio',
    'bithday jar',
    'fuit',
    'egg mnag',
    'aniversary',
  ),
  fc.constantFrom('pizza', 'no such cake', 'क', '%', 'x\ny', '\0', 'a b c d e f g h i j mango'),
  fc
    .tuple(someCake, fc.nat(12), fc.nat(12))
    .map(([{ name }, from, length]) => name.slice(from, from + length)),
)
const filters = fc.record<CakeFilter>({
  text: texts,
  category: fc.constantFrom('all', 'all', ...categories, 'none'),
  flavour: fc.constantFrom('all', 'all', 'mango', 'C', 'Cocoa', 'e fr', '', 'none'),
  occasion: fc.constantFrom('all', 'all', 'all', 'Kids', 'none'),
  egg: fc.constantFrom('all', 'all', 'Egg', 'Eggless'),
  price: fc.option(fc.integer({ min: 0, max: 42 }).map((step) => step * 12.5)),
  ready: fc.constantFrom('all', 'same-day', 'next-day'),
  without: fc.constantFrom('all', 'all', 'all', ...avoidable),
  sort: fc.constantFrom(...sortOptions.map(({ value }) => value)),
})
/** From the first cake or after one, which need not be among those that are found, nor among the cakes. */
const pages = fc.record({
  limit: fc.integer({ min: 1, max: 24 }),
  after: fc.option(
    fc.nat(310).map((place) => `cake-${place}`),
    { nil: undefined },
  ),
})

interface Page {
  limit: number
  after?: string
}

/** A search by its rules, without an index: walk, filter, sort, count. */
function searchPlainly(cakes: readonly Cake[], index: CakeIndex, filter: CakeFilter, page: Page) {
  const { match, readAs, hasText, hasSomewhere, categories } = readText(
    cakes,
    index,
    filter.text.toLowerCase(),
  )
  const maxHours = { all: 1000, 'same-day': 6, 'next-day': 24 }[filter.ready]
  const { compare: compareNames } = new Intl.Collator('en-IN')
  const sorted = cakes.toSorted(
    (a, b) =>
      (['lowest', 'highest'].includes(filter.sort)
        ? a.price - b.price
        : compareNames(a.name, b.name)) || (a.id < b.id ? -1 : 1),
  )
  if (filter.sort === 'highest' || filter.sort === 'z-a') sorted.reverse()
  const isFound = (cake: Cake) => hasText(cake) && isKept(cake)
  const isKept = (cake: Cake) =>
    (filter.category === 'all' || cake.category === filter.category) &&
    (filter.flavour === 'all' ||
      cake.flavours.some((one) => one.toLowerCase().includes(filter.flavour.toLowerCase()))) &&
    (filter.occasion === 'all' || cake.occasions.includes(filter.occasion)) &&
    (filter.egg === 'all' || cake.egg === filter.egg) &&
    (filter.price === null || cake.price <= filter.price) &&
    cake.leadHours <= maxHours &&
    (filter.without === 'all' || avoids(cake, filter.without))
  const cursor = sorted.findIndex(({ id }) => id === page.after)
  const isGone = page.after !== undefined && cursor === -1
  const rest = isGone ? [] : sorted.slice(cursor + 1).filter(isFound)
  const shown = rest.slice(0, page.limit)
  return {
    cakes: shown,
    next: rest.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
    count: sorted.filter(isFound).length,
    match,
    readAs,
    others:
      shown.length < rest.length || hasSomewhere === null
        ? []
        : sorted
            .filter((cake) => hasSomewhere(cake) && isKept(cake) && !hasText(cake))
            .slice(0, 12),
    categories: categories.filter((one) => one !== filter.category),
  }
}

/** Of every cake that is said to have what is avoided, or of which nothing is said, it is false. */
function avoids({ contains, mayContain }: Cake, avoided: string): boolean {
  if (contains === null) return false
  const sought = avoided === 'nuts' ? /nuts$/ : new RegExp(`^${avoided}$`)
  return ![contains, mayContain].flat().some((one) => sought.test(one))
}

type HasText = (cake: Cake) => boolean

function readText(cakes: readonly Cake[], index: CakeIndex, text: string) {
  const words = [...new Set(text.split(/\s+/))].slice(0, 8).map((word) => [word])
  const nameHas = (cake: Cake, word: string) => cake.name.toLowerCase().includes(word)
  const hasDetail = (cake: Cake, word: string) =>
    word === 'egg'
      ? cake.egg === 'Egg'
      : [
          cake.name,
          categoryWords(cake.category),
          ...cake.flavours,
          ...cake.occasions,
          cake.egg,
        ].some((one) => one.toLowerCase().includes(word))
  const hasAll =
    (sought: string[][], has: (cake: Cake, word: string) => boolean): HasText =>
    (cake) =>
      sought.every((synonyms) => synonyms.some((word) => has(cake, word)))
  const categoriesOf = (sought: string[][]) =>
    index
      .choices()
      .categories.filter((one) =>
        sought.flat().some((word) => word.length > 2 && categoryWords(one).includes(word)),
      )
  const similar = words.map((synonyms) =>
    cakes.some(hasAll([synonyms], hasDetail)) ? synonyms : synonyms.flatMap(index.similarWords),
  )
  const ways: { match: string; hasText: HasText; sought: string[][] }[] = [
    { match: 'name', hasText: (cake) => nameHas(cake, text), sought: words },
    { match: 'details', hasText: hasAll(words, hasDetail), sought: words },
    { match: 'near', hasText: hasAll(similar, nameHas), sought: similar },
    { match: 'near', hasText: hasAll(similar, hasDetail), sought: similar },
  ]
  const way = ways.find(({ hasText }) => cakes.some(hasText))
  const { match, hasText, sought } = way ?? { match: 'name', hasText: () => false, sought: words }
  const readAs = match === 'near' ? sought.map((synonyms) => synonyms.join(' or ')).join(' ') : null
  const hasSomewhere = way && match === 'name' && text !== '' ? hasAll(words, hasDetail) : null
  return { match, readAs, hasText, hasSomewhere, categories: categoriesOf(sought) }
}

test('600 random searches find what a plain walk through all cakes finds', () => {
  const cakes = catalogue(300)
  const index = indexCakes(cakes)
  const matches: Record<string, number> = { name: 0, details: 0, near: 0 }
  fc.assert(
    fc.property(filters, pages, (filter, page) => {
      const found = searchCakes(index, filter, page)
      expect(found).toEqual(searchPlainly(cakes, index, filter, page))
      if (found.cakes.length > 0) matches[found.match] = (matches[found.match] ?? 0) + 1
    }),
    { seed, numRuns: 600 },
  )
  expect(Math.min(...Object.values(matches))).toBeGreaterThan(10)
})

describe('a page of 24 among 10,000 cakes reads', () => {
  const whole = indexCakes(catalogue(10_000))
  const read = new Set<unknown>()
  const byPrice = new Proxy(whole.ordered.price, {
    get(list, key) {
      if (/^\d+$/.test(String(key))) read.add(key)
      return Reflect.get(list, key)
    },
  })
  const sets = makeCakeSets(byPrice, whole.ordered.name)
  const index = { ...whole, ordered: { ...whole.ordered, price: byPrice }, sets: () => sets }
  /** Halving 10,000 cakes until one is left. */
  const halvings = 14

  test.each<[string, Partial<CakeFilter>, string | undefined, number]>([
    ['its cakes and one more', {}, undefined, 25],
    ['its cakes and one more in any order', { sort: 'z-a', ready: 'same-day' }, undefined, 25],
    ['its cakes and one more of a word', { text: 'mango', egg: 'Eggless' }, undefined, 25],
    ['its cakes and one more of details', { text: 'cocoa pastry' }, undefined, 25],
    ['its cakes and one more of similar words', { text: 'choclate' }, undefined, 25],
    [
      'and looks for a price',
      { price: 300, flavour: 'o', sort: 'highest' },
      undefined,
      25 + halvings,
    ],
    ['and looks for the cake it comes after', { sort: 'a-z' }, 'cake-5000', 25 + halvings],
    ['no cake when a letter is nowhere', { text: 'क' }, undefined, 0],
  ])('%s', (_, change, after, maxReads) => {
    read.clear()
    const found = searchCakes(index, { ...defaultCakeSearch, ...change }, { limit: 24, after })
    expect(found.cakes).toHaveLength(maxReads === 0 ? 0 : 24)
    expect(read.size).toBeLessThanOrEqual(maxReads)
  })
})
