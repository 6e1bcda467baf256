import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { pictureSchema } from '#shop/pictures/picture.schema.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { type Cake, cakeSchema } from './cake.schema.ts'
import {
  findCake,
  findCakesForPricing,
  findCakeText,
  insertCake,
  listCakes,
  listCakesGoingWith,
  listCakesPage,
  listCakeTexts,
  type NewCake,
  picturesOnCakes,
} from './cakes.store.server.ts'
import { cakePictures, cakes } from './cakes.tables.server.ts'

let open: OpenDatabase
let db: Database

beforeAll(async () => {
  open = await openTestDatabase()
  db = open.db
})
afterAll(() => open.close())
beforeEach(async () => {
  await db.delete(cakes)
  await db.delete(pictures)
})

function newCake(id: string, change: Partial<NewCake> = {}): NewCake {
  return {
    id,
    name: 'Mango Cream Cake',
    price: 799.5,
    earlierPrice: null,
    category: 'Fruit',
    flavours: ['Mango', 'Vanilla'],
    weight: ['0.5', '1'],
    egg: 'Eggless',
    featured: false,
    stock: 12,
    description: 'Soft sponge, "Alphonso" mango.',
    stars: 4.5,
    reviews: ["Gone in a minute, everyone's favourite."],
    pictures: [],
    ...change,
  }
}

async function picture(id: string) {
  const look = {
    width: 960,
    height: 960,
    colour: '#ffeecc',
    placeholder: 'data:image/webp;base64,',
  }
  await db.insert(pictures).values({ id, ...look })
}

async function insertAll(...all: NewCake[]) {
  for (const cake of all) await insertCake(db, cake)
}

const shown = (id: string, alt = '') => ({ id, alt })

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
const read = (texts: string[]): Cake[] => texts.map((text) => JSON.parse(text))

describe('a cake', () => {
  test('comes back as it was put in, in the shape of the API', async () => {
    await insertAll(newCake('mango', { earlierPrice: 850.05 }))
    const cake = await findCake(db, 'mango')
    const put = newCake('mango', { earlierPrice: 850.05 })
    expect(cake).toEqual({ ...put, _id: 'mango', image: [] })
  })

  test('is text of just what is declared', async () => {
    await picture('a')
    await insertAll(newCake('mango', { pictures: [shown('a')] }), newCake('plain', { stars: 4 }))
    const whole = z.strictObject({ ...cakeSchema.shape, pictures: z.array(pictureSchema.strict()) })
    for (const text of await listCakeTexts(db)) {
      expect(whole.safeParse(JSON.parse(text)).error).toBeUndefined()
    }
    expect((await listCakeTexts(db))[1]).toBe(await findCakeText(db, 'plain'))
  })

  test('shows what its pictures and its name are by now, whoever changed them', async () => {
    for (const id of ['a', 'b']) await picture(id)
    await insertAll(newCake('mango', { pictures: [shown('a', 'Seen'), shown('b')] }))
    await db.update(cakes).set({ name: 'Rose Cake' })
    await db.delete(cakePictures).where(eq(cakePictures.position, 0))
    await db.update(cakePictures).set({ position: 0 })
    const cake = await findCake(db, 'mango')
    expect([cake?.image, cake?.pictures.map(({ alt }) => alt)]).toEqual([
      ['/pictures/b/640.webp'],
      ['Rose Cake'],
    ])
    await db.delete(cakePictures)
    expect((await findCake(db, 'mango'))?.pictures).toEqual([])
  })

  test('is null when there is none of that id', async () => {
    await insertAll(newCake('mango'))
    expect(await findCake(db, 'mang')).toBeNull()
  })

  test('has its pictures in their order, and no other cake’s', async () => {
    for (const id of ['b', 'a', 'c']) await picture(id)
    await insertAll(
      newCake('one', { pictures: [shown('b', 'Picture b'), shown('a')] }),
      newCake('two', { pictures: [shown('c'), shown('b')] }),
    )
    const cake = await findCake(db, 'one')
    expect(cake?.image).toEqual(['/pictures/b/640.webp', '/pictures/a/640.webp'])
    expect(cake?.pictures[0]).toEqual({
      id: 'b',
      alt: 'Picture b',
      width: 960,
      height: 960,
      colour: '#ffeecc',
      placeholder: 'data:image/webp;base64,',
    })
    expect(cake?.pictures[1]?.alt, 'without words of its own').toBe('Mango Cream Cake')
    expect(idsOf((await findCake(db, 'two'))?.pictures ?? [])).toEqual(['c', 'b'])
  })

  test('is not put in by half: an unknown picture leaves no cake behind', async () => {
    await expect(insertCake(db, newCake('half', { pictures: [shown('none')] }))).rejects.toThrow()
    expect(await findCake(db, 'half')).toBeNull()
  })

  test.each<[string, Partial<NewCake>]>([
    ['a price of 0', { price: 0 }],
    ['an earlier price that is no higher', { earlierPrice: 799.5 }],
    ['no flavours', { flavours: [] }],
    ['no weights', { weight: [] }],
    ['stock 0', { stock: 0 }],
    ['an id that is no slug', { id: 'Mango Cake' }],
  ])('with %s is refused by the database', async (_, change) => {
    await expect(insertCake(db, newCake('wrong', change))).rejects.toThrow()
  })
})

describe('lists', () => {
  beforeEach(() =>
    insertAll(
      newCake('d'),
      newCake('b', { featured: true }),
      newCake('a'),
      newCake('e', { featured: true }),
      newCake('c'),
    ),
  )

  test('the catalogue has every cake once, by id', async () => {
    expect(idsOf(await listCakes(db))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('cakes for pricing are those that there are', async () => {
    expect(idsOf(await findCakesForPricing(db, ['e', 'gone', 'a', 'e'])).toSorted()).toEqual([
      'a',
      'e',
    ])
    expect(await findCakesForPricing(db, [])).toEqual([])
  })

  test.each([
    [{ limit: 2 }, ['a', 'b'], 'b'],
    [{ limit: 2, cursor: 'b' }, ['c', 'd'], 'd'],
    [{ limit: 2, cursor: 'd' }, ['e'], null],
    [{ limit: 5 }, ['a', 'b', 'c', 'd', 'e'], null],
    [{ limit: 2, cursor: 'e' }, [], null],
    [{ limit: 1, cursor: 'between' }, ['c'], 'c'],
  ])('the page %o is %o, next %s', async (page, ids, next) => {
    const { cakes: shown, next: then } = await listCakesPage(db, page)
    expect([idsOf(read(shown)), then]).toEqual([ids, next])
  })

  test('pages end to end are the catalogue', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listCakesPage(db, { limit: 2, cursor })
      seen.push(...idsOf(read(page.cakes)))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

test('what is hidden is on no list and on no page', async () => {
  await insertAll(newCake('kept', { hidden: true }), newCake('shown'))
  const shownCake = await findCake(db, 'shown')
  expect(await findCake(db, 'kept')).toBeNull()
  expect(idsOf(await listCakes(db))).toEqual(['shown'])
  expect(idsOf(read((await listCakesPage(db, { limit: 5 })).cakes))).toEqual(['shown'])
  expect(idsOf(await findCakesForPricing(db, ['kept', 'shown']))).toEqual(['shown'])
  expect(shownCake && (await listCakesGoingWith(db, shownCake))).toEqual([])
})

test('an id that is taken stays with the cake that has it', async () => {
  expect(await insertCake(db, newCake('one'))).toBe(true)
  expect(await insertCake(db, newCake('one', { name: 'Another' }))).toBe(false)
  expect((await findCake(db, 'one'))?.name).toBe('Mango Cream Cake')
})

test('pictures on cakes are those that any cake shows, hidden or not', async () => {
  for (const id of ['a', 'b', 'c']) await picture(id)
  await insertAll(
    newCake('one', { pictures: [shown('a')] }),
    newCake('two', { hidden: true, pictures: [shown('a'), shown('b')] }),
  )
  expect((await picturesOnCakes(db, ['a', 'b', 'c', 'none'])).toSorted()).toEqual(['a', 'b'])
})

describe('cakes that go with one', () => {
  const goingWith = async (id: string) => {
    const cake = await findCake(db, id)
    return cake && idsOf(await listCakesGoingWith(db, cake))
  }

  test('are of its category first, then of its flavours, the best rated first', async () => {
    await insertAll(
      newCake('cake', { category: 'Fruit', flavours: ['Mango', 'Lime'] }),
      newCake('far', { category: 'Chocolate', flavours: ['Cocoa'], stars: 5 }),
      newCake('flavour', { category: 'Wedding', flavours: ['Rose', 'Lime'], stars: 5 }),
      newCake('category', { category: 'Fruit', flavours: ['Pineapple'], stars: 3 }),
      newCake('category-best', { category: 'Fruit', flavours: ['Berry'], stars: 4 }),
    )
    expect(await goingWith('cake')).toEqual(['category-best', 'category', 'flavour'])
    expect(await goingWith('far')).toEqual([])
  })

  test('are 4 at the most', async () => {
    await insertAll(...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => newCake(id)))
    expect(await goingWith('b')).toEqual(['a', 'c', 'd', 'e'])
  })
})
