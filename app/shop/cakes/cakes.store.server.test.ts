import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { pictureSchema } from '#shop/pictures/picture.schema.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { cakeSchema } from './cake.schema.ts'
import { insertCake, type NewCake, readAllPublished, readPublished } from './cakes.store.server.ts'
import { cakePictures, cakes } from './cakes.tables.server.ts'
import { allergens } from './food/food-facts.ts'

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
    leadHours: 24,
    workMinutes: 90,
    minutesPerKg: 30,
    occasions: [],
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
const findCake = async (id: string) => (await readPublished(db, [id]))[0]?.cake ?? null

describe('a cake', () => {
  test('may contain every allergen', async () => {
    const contains = [...allergens]
    await insertAll(newCake('mango', { egg: 'Egg', contains, mayContain: contains }))
    expect(await findCake('mango')).toMatchObject({ contains, mayContain: contains })
  })

  test('has just the fields that are declared', async () => {
    await picture('a')
    await insertAll(newCake('mango', { pictures: [shown('a')] }), newCake('plain', { stars: 4 }))
    const whole = z.strictObject({ ...cakeSchema.shape, pictures: z.array(pictureSchema.strict()) })
    const all = await readAllPublished(db)
    expect(all).toHaveLength(2)
    for (const { cake } of all) expect(whole.safeParse(cake).error).toBeUndefined()
  })

  test('shows what its pictures and its name are by now, whoever changed them', async () => {
    for (const id of ['a', 'b']) await picture(id)
    await insertAll(newCake('mango', { pictures: [shown('a', 'Seen'), shown('b')] }))
    await db.update(cakes).set({ name: 'Rose Cake' })
    await db.delete(cakePictures).where(eq(cakePictures.position, 0))
    await db.update(cakePictures).set({ position: 0 })
    const cake = await findCake('mango')
    expect([cake?.image, cake?.pictures.map(({ alt }) => alt)]).toEqual([
      ['/pictures/b/640.webp'],
      ['Rose Cake'],
    ])
    await db.delete(cakePictures)
    expect((await findCake('mango'))?.pictures).toEqual([])
  })

  test('is not put in by half: an unknown picture leaves no cake behind', async () => {
    await expect(insertCake(db, newCake('half', { pictures: [shown('none')] }))).rejects.toThrow()
    expect(await findCake('half')).toBeNull()
  })

  test.each<[string, Partial<NewCake>]>([
    ['a price of 0', { price: 0 }],
    ['an earlier price that is no higher', { earlierPrice: 799.5 }],
    ['no flavours', { flavours: [] }],
    ['no weights', { weight: [] }],
    ['stock 0', { stock: 0 }],
    ['an id that is no slug', { id: 'Mango Cake' }],
  ])('with %s is rejected by the database', async (_, change) => {
    await expect(insertCake(db, newCake('wrong', change))).rejects.toThrow()
  })
})
