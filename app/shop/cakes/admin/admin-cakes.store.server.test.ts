import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { openTestDatabase } from '../../../../test/support/test-database.ts'
import { insertCake } from '../cakes.store.server.ts'
import { listCategories, loadCakesSection } from './admin-cakes.store.server.ts'

let open: OpenDatabase
let db: Database

const cake = {
  price: 800,
  earlierPrice: null,
  flavours: ['Mango'],
  weight: ['1'],
  egg: 'Eggless' as const,
  featured: false,
  stock: 5,
  description: '',
  stars: 4,
  reviews: [],
  pictures: [],
}

beforeAll(async () => {
  open = await openTestDatabase()
  db = open.db
  for (let number = 10; number < 55; number += 1) {
    const kind = number < 32 ? { name: `Rose ${number}`, category: 'Floral' } : {}
    const category = number === 54 ? 'pestry' : 'Tea'
    await insertCake(db, {
      id: `cake-${number}`,
      name: `Plain ${number}`,
      category,
      ...cake,
      ...kind,
    })
  }
})
afterAll(() => open.close())

const load = (query: string) => loadCakesSection({ db }, new URLSearchParams(query))

/** Follows 'Next cakes' to the end. */
async function pagesOf(query: string): Promise<string[][]> {
  const { cakes, next } = await load(query)
  const ids = cakes.map(({ id }) => id)
  const search = new URLSearchParams(query)
  if (next !== null) search.set('cakesAfter', next)
  return next === null ? [ids] : [ids, ...(await pagesOf(`${search}`))]
}

it('shows every cake once, page after page, and says how many there are', async () => {
  const pages = await pagesOf('')
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(new Set(pages.flat()).size).toBe(45)
  expect(await load('')).toMatchObject({ total: 45, matching: 45, first: true, open: false })
})

it('searches names and categories in any case, and counts what is found', async () => {
  expect((await pagesOf('cakes=ROSE')).flat()).toHaveLength(22)
  expect(await load('cakes=floral')).toMatchObject({ total: 45, matching: 22, open: true })
  expect(await load('cakes=+Rose+15+')).toMatchObject({ cakes: [{ id: 'cake-15' }], next: null })
  expect(await load('cakes=Pastries')).toMatchObject({ cakes: [{ id: 'cake-54' }] })
  expect(await load('cakes=%25')).toMatchObject({ matching: 0, cakes: [] })
})

it('is open when the query says so, and starts at the first page when its cursor is no cake', async () => {
  expect(await load('cakes=')).toMatchObject({ open: true, text: '' })
  expect(await load('cakesAfter=cake-20')).toMatchObject({ open: true, first: false })
  expect(await load('cakesAfter=%00')).toMatchObject({ open: false, first: true })
})

it('a category has the choices that all of its cakes have, hidden ones too', async () => {
  const choices = ['Shape: Round, Heart +100', 'Filling: Cream, Almond (tree nuts)']
  const add = (id: string, category: string, more: object) =>
    insertCake(db, { id, name: id, ...cake, category, ...more })
  await add('lily', 'Alike', { choices })
  await add('iris', 'Alike', { choices, hidden: true })
  await add('plum', 'Mixed', { choices })
  await add('pear', 'Mixed', {})
  const found = await listCategories(db)
  const had = new Map(found.map((one) => [one.category, one.choices]))
  expect(['Alike', 'Mixed', 'Tea'].map((category) => had.get(category))).toEqual([choices, [], []])
})
