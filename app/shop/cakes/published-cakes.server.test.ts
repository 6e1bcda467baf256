import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { createLog } from '#platform/log.server.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { cakes } from './cakes.tables.server.ts'
import { cakeChanged, createPublishedCakes, type PublishedCakes } from './published-cakes.server.ts'

let open: OpenDatabase
let published: PublishedCakes

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open.close())
beforeEach(async () => {
  await open.db.delete(cakes)
  await insert('lime', 'mango')
  published = create(open.db)
  await published.reload('everything')
})
afterEach(() => published.close())

const create = (db: Database) =>
  createPublishedCakes(
    {
      db,
      log: createLog('silent'),
      clock: systemClock,
      readSold: async () => new Map(),
      readTaken: async () => new Map(),
      isOpen: () => true,
      openDaysChanged: 'open-days',
      isSample: true,
    },
    1,
  )

async function insert(...ids: string[]) {
  const plain = { category: 'Fruit', flavours: ['Mango'], weights: ['1'], stock: 5 }
  await open.db
    .insert(cakes)
    .values(
      ids.map(
        (id) => ({ ...plain, id, name: id, pricePaise: 100, egg: 'Egg', description: '' }) as const,
      ),
    )
}

const rename = (id: string, name: string) =>
  open.db.update(cakes).set({ name }).where(eq(cakes.id, id))

const names = () => [...published.current().byId.values()].map(({ name }) => name)

test('a read that fails is tried again until it succeeds; the cakes of before stay meanwhile', async () => {
  const select = vi.spyOn(open.db, 'select')
  for (let time = 0; time < 3; time += 1) {
    select.mockImplementationOnce(() => {
      throw new Error('the database is away')
    })
  }
  await rename('lime', 'Lime Tart')
  const reloaded = published.reload([cakeChanged({ id: 'lime' })])
  expect(names()).toEqual(['lime', 'mango'])
  await reloaded
  expect(names()).toEqual(['Lime Tart', 'mango'])
  select.mockRestore()
})

test('closing ends the tries', async () => {
  const select = vi.spyOn(open.db, 'select').mockImplementation(() => {
    throw new Error('the database is away')
  })
  const reloaded = published.reload('everything')
  published.close()
  await reloaded
  select.mockRestore()
})

test('reads come one after another: an older one never replaces what a newer one has read', async () => {
  const reloads = [published.reload('everything')]
  for (const name of ['One', 'Two', 'Three']) {
    await rename('lime', name)
    reloads.push(published.reload([cakeChanged({ id: 'lime' })]))
  }
  await Promise.all(reloads)
  expect(names()).toEqual(['Three', 'mango'])
})
