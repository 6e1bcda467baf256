import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { type CakeFinder, createCakeFinder } from '#shop/cakes/cake-finder.server.ts'
import { type CakeSearch, defaultCakeSearch } from '#shop/cakes/cake-search.ts'
import { findCake, listCakesGoingWith } from '#shop/cakes/cakes.store.server.ts'
import { listBestOfEach, listFeatured } from '#shop/cakes/leading-cakes.store.server.ts'
import { allPlansOf } from '../support/explain.ts'
import { openTestDatabase } from '../support/test-database.ts'

const cakesInAll = 100_000
const words = sql`array['Almond','Blueberry','Caramel','Cherry','Chocolate','Coconut','Coffee','Fig','Guava','Hazelnut','Lemon','Litchi','Mango','Orange','Pistachio','Rose','Saffron','Strawberry','Vanilla','Walnut']`
const kinds = sql`array['Truffle','Cream','Velvet','Forest','Fudge','Mousse','Crunch','Delight','Dream','Swirl','Marble','Glaze','Praline','Ripple','Opera','Royal']`
const categories = sql`array['Chocolate','Fruit','pestry','Wedding','Birthday','Classic','Cheesecake','Festive']`

let open: OpenDatabase
let finder: CakeFinder

beforeAll(async () => {
  open = await openTestDatabase()
  await open.db.execute(sql`
    insert into cakes (id, name, price_paise, category, flavours, weights, egg, featured, hidden, stock, description, stars, image)
    select 'cake-' || i, (${words})[1 + (i * 7) % 20] || ' ' || (${kinds})[1 + (i / 20) % 16] || ' Cake ' || i / 320,
      45000 + ((i * 7919::bigint) % 1500) * 100, (${categories})[1 + (i / 3) % 8],
      array[(${words})[1 + (i * 7) % 20], (${words})[1 + (i * 3) % 20]], array['0.5', '1'],
      case when i % 3 = 0 then 'Egg' else 'Eggless' end, i % 400 = 0, i % 50 = 0, 10, repeat('Soft layers. ', 24), (i % 11) / 2.0,
      array['/pictures/some/640.webp']
    from generate_series(1, ${cakesInAll}::int) i`)
  await open.db.execute(sql`vacuum analyze cakes`)
  finder = createCakeFinder(open.db)
  await finder.choices()
  // The words of names are kept as well once one was typed wrong.
  await finder.find({ ...defaultCakeSearch, text: 'vanlla' }, { limit: 1 })
})
afterAll(() => open?.close())

async function plans(work: () => Promise<unknown>) {
  if (!open.pool) throw new Error('plans are read on a server: set TEST_DATABASE_URL')
  return allPlansOf(open.pool, work)
}

/** Nothing is read from end to end, and no more rows than this of the 100,000, index entries counted. */
async function expectReads(mostRows: number, work: () => Promise<unknown>) {
  const all = await plans(work)
  expect(all.length).toBeGreaterThan(0)
  for (const { statement, seqScans, rowsRead } of all) {
    expect(seqScans, statement).toEqual([])
    expect(rowsRead, statement).toBeLessThanOrEqual(mostRows)
  }
}

const twoPages = 60
/** Entries of the order that are walked past rather than planning by values. */
const aTenth = cakesInAll / 10
const aTwentieth = cakesInAll / 20 + 1000
/** Where an order is walked until enough fit, without reading any cake that does not. */
const entriesOfAFewHits = cakesInAll / 5

describe.runIf(process.env.TEST_DATABASE_URL)('with 100,000 cakes', () => {
  test.each<[string, Partial<CakeSearch>, number]>([
    ['everything', {}, twoPages],
    ['everything, dearest first', { sort: 'highest' }, twoPages],
    ['everything by name', { sort: 'a-z' }, twoPages],
    ['everything by name, backwards', { sort: 'z-a' }, twoPages],
    ['a category', { category: 'Fruit' }, twoPages],
    ['a category by name', { category: 'Fruit', sort: 'z-a' }, 1_000],
    ['a category without eggs', { category: 'Fruit', egg: 'Eggless' }, 200],
    ['a frequent word', { text: 'cake' }, 2_000],
    ['a frequent word by name', { text: 'cake', sort: 'a-z' }, 2_000],
    ['a word', { text: 'choc' }, entriesOfAFewHits],
    ['a few words by name', { text: 'saffron opera', sort: 'z-a' }, 2_000],
    ['a rare text', { text: 'cake 77' }, aTenth],
    ['two letters', { text: 'ch' }, aTwentieth],
    ['a word typed wrong', { text: 'choclate' }, entriesOfAFewHits],
    ['a flavour', { flavour: 'mango' }, entriesOfAFewHits],
    ['a flavour of a category', { flavour: 'mango', category: 'Fruit' }, aTwentieth],
    ['a flavour that there is not', { flavour: 'liver' }, 0],
    ['a price', { price: 500 }, 1_200],
    ['a price by name', { price: 500, sort: 'a-z' }, 2_000],
    ['a very low price by name', { price: 455, sort: 'a-z' }, 2_000],
    [
      'all of it',
      { text: 'choc', category: 'Fruit', flavour: 'choc', egg: 'Egg', price: 1200, sort: 'z-a' },
      aTwentieth,
    ],
  ])('%s: %o', async (_, change, most) => {
    const search = { ...defaultCakeSearch, ...change }
    let next: string | null = null
    const find = async (after?: string) => {
      next = (await finder.find(search, { limit: 24, after })).next
    }
    await expectReads(most, find)
    // From now on it is known how many are found.
    const after = next ?? undefined
    if (after === undefined) return
    await expectReads(most, () => find(after))
    await expectReads(most, find)
  })

  test('what comes late in an order is walked to once', async () => {
    const late = { ...defaultCakeSearch, text: 'walnut', sort: 'a-z' as const }
    await finder.find(late, { limit: 24 })
    await expectReads(500, () => finder.find(late, { limit: 23 }))
    await finder.find({ ...late, sort: 'lowest', egg: 'Egg' }, { limit: 24 })
    await expectReads(500, () => finder.find({ ...late, egg: 'Egg' }, { limit: 24 }))
  })

  test('a cake’s page reads the best of its category alone', async () => {
    const cake = await findCake(open.db, 'cake-777')
    if (!cake) throw new Error('there is no such cake')
    expect(await listCakesGoingWith(open.db, cake)).toHaveLength(4)
    await expectReads(20, () => listCakesGoingWith(open.db, cake))
  })

  test('of a category without others it looks at some of its flavours', async () => {
    const cake = await findCake(open.db, 'cake-777')
    if (!cake) throw new Error('there is no such cake')
    const lonely = { ...cake, category: 'Lonely' }
    expect(await listCakesGoingWith(open.db, lonely)).toHaveLength(4)
    const [plan] = await plans(() => listCakesGoingWith(open.db, lonely))
    expect(plan?.rowsRead).toBeLessThanOrEqual(aTwentieth + 6_000)
  })

  test('the home page reads its own cakes alone', async () => {
    const { categories } = await finder.choices()
    await expectReads(300, () => listFeatured(open.db, 24))
    await expectReads(300, () => listBestOfEach(open.db, categories, 8))
  })
})
