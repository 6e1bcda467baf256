import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import type { Egg } from './cake.schema.ts'
import { createCakeFinder } from './cake-finder.server.ts'
import { type CakeFilter, defaultCakeSearch, sortOptions } from './cake-search.ts'
import { cakes } from './cakes.tables.server.ts'
import { findCakes } from './search-cakes.store.server.ts'
import { countedAtMost } from './search-statements.store.server.ts'

let open: OpenDatabase
let db: Database

beforeAll(async () => {
  open = await openTestDatabase()
  db = open.db
})
afterAll(() => open.close())
beforeEach(async () => void (await db.delete(cakes)))

interface Shelved {
  name: string
  category: string
  flavours: string[]
  egg: Egg
  /** Rupees. */
  price: number
  hidden: boolean
}

const idOf = (place: number) => `cake-${String(place).padStart(3, '0')}`

async function shelve(shelf: Partial<Shelved>[]) {
  const plain = { name: 'Cake', category: 'Fruit', flavours: ['Mango'], egg: 'Egg' as const }
  const rest = { weights: ['1'], stock: 5, description: 'Soft.' }
  const rows = shelf.map(({ price = 100, ...cake }, place) => ({
    ...{ ...plain, ...rest, ...cake },
    id: idOf(place),
    pricePaise: toPaise(price),
  }))
  if (rows.length > 0) await db.insert(cakes).values(rows)
  return createCakeFinder(db)
}

/** The rule, in plain words: what fits, sorted; of equal ones the smaller id first, or last where the order goes down. */
function expected(shelf: Shelved[], filter: CakeFilter): string[] {
  const { text, category, flavour, egg, price, sort } = filter
  const names = new Intl.Collator('en-IN')
  const compare = (a: Shelved, b: Shelved) =>
    sort === 'lowest' || sort === 'highest' ? a.price - b.price : names.compare(a.name, b.name)
  const up = shelf
    .map((cake, place) => ({ cake, id: idOf(place) }))
    .filter(
      ({ cake }) =>
        !cake.hidden &&
        cake.name.toLowerCase().includes(text.toLowerCase()) &&
        (category === 'all' || cake.category === category) &&
        (flavour === 'all' ||
          cake.flavours.some((one) => one.toLowerCase().includes(flavour.toLowerCase()))) &&
        (egg === 'all' || cake.egg === egg) &&
        (price === null || cake.price <= price),
    )
    .sort((a, b) => compare(a.cake, b.cake) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
  return sort === 'lowest' || sort === 'a-z' ? up : up.reverse()
}

const names = fc.constantFrom(
  'Mango Cake',
  'mango jar',
  'Éclair',
  'eclair 100%',
  'A_b',
  'ab',
  'Zimt',
  '10 Figs',
)
const categories = fc.constantFrom('Fruit', 'pestry')
const flavours = fc.constantFrom('Mango', 'Alphonso mango', 'Cocoa', 'Cream "thick", fresh')
const eggs = fc.constantFrom<Egg>('Egg', 'Eggless')
const shelves = fc.array(
  fc.record<Shelved>({
    name: names,
    category: categories,
    flavours: fc.uniqueArray(flavours, { minLength: 1 }),
    egg: eggs,
    price: fc.integer({ min: 1, max: 6 }).map((step) => step * 0.5),
    hidden: fc.nat(9).map((one) => one === 0),
  }),
  { maxLength: 40 },
)
const filters = fc.record<CakeFilter>({
  text: fc.constantFrom('', '', 'mango', 'MANGO C', 'an', 'é', '%', '_', 'z', '10', '100%', "'"),
  category: fc.oneof(fc.constant('all'), categories),
  flavour: fc.constantFrom('all', 'all', 'mango', 'C', 'Cocoa', 'alph', '"thick", f', 'none'),
  egg: fc.oneof(fc.constant('all' as const), eggs),
  price: fc.option(fc.integer({ min: 0, max: 7 }).map((step) => step * 0.5)),
  sort: fc.constantFrom(...sortOptions.map(({ value }) => value)),
})

test('finds exactly what fits, in order, page by page, and counts it', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        shelves,
        fc.array(filters, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 15 }),
        async (shelf, searches, limit) => {
          const finder = await shelve(shelf)
          for (const filter of searches) {
            const wanted = expected(shelf, filter)
            const found: string[] = []
            let after: string | undefined
            do {
              const page = await finder.find(filter, { limit, after })
              expect(page.count).toBe(wanted.length)
              expect(page).toMatchObject({ hasMore: false, isNear: false })
              found.push(...page.cakes.map(({ id }) => id))
              after = page.next ?? undefined
            } while (after !== undefined)
            expect(found).toEqual(wanted)
          }
        },
      )
      .beforeEach(async () => void (await db.delete(cakes))),
    { numRuns: 60 },
  )
})

test('finds the same by each plan, and whether or not it is known how many there are and where they begin', async () => {
  const filtersOfAll = fc.record({ filter: filters, limit: fc.integer({ min: 1, max: 15 }) })
  await fc.assert(
    fc
      .asyncProperty(shelves, fc.array(filtersOfAll, { maxLength: 8 }), async (shelf, searches) => {
        await shelve(shelf)
        for (const { filter, limit } of searches) {
          const wanted = { ...filter, ...soughtIn(shelf, filter) }
          const found = await findCakes(db, { ...wanted, among: 1 }, { limit })
          const counted = { count: found.count, hasMore: false }
          const ofText = { ...wanted, ...defaultCakeSearch, sort: filter.sort, flavours: null }
          const begins = (await findCakes(db, { ...ofText, among: 1 }, { limit })).first
          const others = [{ counted }, { among: 100_000 }, { among: 100_000, counted }]
          for (const other of [...others, ...others.map((one) => ({ ...one, begins }))]) {
            expect(await findCakes(db, { ...wanted, among: 1, ...other }, { limit })).toEqual(found)
          }
        }
      })
      .beforeEach(async () => void (await db.delete(cakes))),
    { numRuns: 20 },
  )
})

function soughtIn(shelf: Shelved[], { text, flavour }: CakeFilter) {
  const known = shelf.flatMap((cake) => cake.flavours)
  const wanted = known.filter((one) => one.toLowerCase().includes(flavour.toLowerCase()))
  return {
    parts: text ? [text.toLowerCase()] : [],
    flavours: flavour === 'all' ? null : [...new Set(wanted)],
  }
}

const all: CakeFilter = defaultCakeSearch
const some = { limit: 24 }

describe('a text that no name has', () => {
  const menu = ['Chocolate Truffle Cake', 'Mango Cream Cake', 'Mango Jar', 'Dark Chocolate Tart']

  test.each([
    ['choclate', ['Chocolate Truffle Cake', 'Dark Chocolate Tart']],
    ['CHOCLATE trufle', ['Chocolate Truffle Cake']],
    ['cake mango', ['Mango Cream Cake']],
    ['mang oo', []],
    ['pizza', []],
    ['no such cake', []],
  ])('%j finds what comes near', async (text, found) => {
    const finder = await shelve(menu.map((name) => ({ name })))
    const page = await finder.find({ ...all, text }, some)
    expect(page.cakes.map(({ name }) => name)).toEqual(found)
    expect(page).toMatchObject({ count: found.length, isNear: found.length > 0 })
  })

  test('is found near within the other filters, and page by page', async () => {
    const finder = await shelve(
      menu.map((name, place) => ({ name, egg: place < 3 ? 'Egg' : 'Eggless' })),
    )
    const near = await finder.find({ ...all, text: 'mnago', egg: 'Egg' }, { limit: 1 })
    expect(near).toMatchObject({ count: 2, isNear: true, next: idOf(1) })
    const second = await finder.find(
      { ...all, text: 'mnago', egg: 'Egg' },
      { limit: 1, after: idOf(1) },
    )
    expect(second).toMatchObject({
      count: 2,
      isNear: true,
      next: null,
      cakes: [{ name: 'Mango Jar' }],
    })
    expect(await finder.find({ ...all, text: 'choclate', price: 1 }, some)).toMatchObject({
      count: 0,
      isNear: false,
    })
  })
})

test(`more than ${countedAtMost} are counted only where that costs nothing`, async () => {
  const finder = await shelve(Array.from({ length: countedAtMost + 1 }, () => ({})))
  expect(await finder.find(all, some)).toMatchObject({ count: countedAtMost + 1, hasMore: false })
  expect(await finder.find({ ...all, category: 'Fruit' }, some)).toMatchObject({
    count: countedAtMost + 1,
    hasMore: false,
  })
  expect(await finder.find({ ...all, text: 'cake' }, some)).toMatchObject({
    count: countedAtMost,
    hasMore: true,
  })
})

test('how many a search finds is kept for every order and page until a change is told of', async () => {
  const finder = await shelve([{ name: 'Mango Jar' }, { name: 'Mango Cake' }])
  const counts = async () => {
    const found = [
      await finder.find({ ...all, text: 'mango' }, some),
      await finder.find({ ...all, text: 'mango', sort: 'z-a' }, { limit: 1, after: idOf(0) }),
      await finder.find({ ...all, text: 'cherry' }, some),
    ]
    return found.map(({ count }) => count)
  }
  expect(await counts()).toEqual([2, 2, 0])
  await db.delete(cakes)
  await shelve([{ name: 'Mango Jar' }, { name: 'Cherry Cake' }])
  expect(await counts()).toEqual([2, 2, 0])
  finder.forget()
  expect(await counts()).toEqual([1, 1, 1])
})

test('a card has its first picture alone, and its description where it is wanted', async () => {
  const finder = await shelve([{}])
  const [bare] = (await finder.find(all, some)).cakes
  expect(bare).toEqual({
    id: idOf(0),
    name: 'Cake',
    category: 'Fruit',
    price: 100,
    weight: ['1'],
    egg: 'Egg',
    stars: 0,
    description: '',
    pictures: [],
  })
  const [described] = (await finder.find(all, { ...some, described: true })).cakes
  expect(described?.description).toBe('Soft.')
})

test('a cake that is gone ends the pages after it, and the count stays right', async () => {
  const finder = await shelve([{}, {}, {}])
  await db.delete(cakes)
  await shelve([{}, {}])
  expect(await finder.find(all, { limit: 1, after: 'gone' })).toMatchObject({
    cakes: [],
    next: null,
  })
})

test('what there is to choose from is kept until a change is told of', async () => {
  const finder = await shelve([
    { category: 'pestry', flavours: ['Mango', 'éclair'], price: 90.5 },
    { category: 'Éclair', flavours: ['Zimt', 'Mango'], price: 80 },
    { category: 'Secret', flavours: ['Secret'], price: 999, hidden: true },
  ])
  const before = {
    categories: ['Éclair', 'pestry'],
    flavours: ['éclair', 'Mango', 'Zimt'],
    mostRupees: 90.5,
  }
  expect(await finder.choices()).toEqual(before)
  await db.delete(cakes)
  expect(await finder.choices()).toEqual(before)
  finder.forget()
  expect(await finder.choices()).toEqual({ categories: [], flavours: [], mostRupees: 0 })
})
