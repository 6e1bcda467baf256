import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { removeCake } from '#shop/admin-cakes/admin-cakes.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { insertCake } from '#shop/cakes/cakes.store.server.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { seedSampleCatalogue } from './seed.server.ts'

const files = {
  put: () => Promise.reject(new Error('nothing is to be loaded')),
  get: async () => null,
  remove: async () => {},
}

test('a catalogue that is somebody’s is left alone: with hidden cakes only, and when all were deleted', async () => {
  const { db, close } = await openTestDatabase()
  const seed = () => seedSampleCatalogue({ db, files, clock: systemClock })
  await insertCake(db, {
    id: 'own',
    name: 'Our own',
    price: 500,
    earlierPrice: null,
    category: 'Fruit',
    flavours: ['Lime'],
    weight: ['1'],
    egg: 'Egg',
    featured: false,
    hidden: true,
    stock: 5,
    description: '',
    stars: 0,
    reviews: [],
    pictures: [],
  })
  expect(await seed()).toBe(0)
  const at = new Date()
  await removeCake(db, 'own')
  await recordAudit(db, {
    at,
    by: 'shop',
    action: 'delete-cake',
    subject: 'cake',
    subjectId: 'own',
  })
  expect(await seed()).toBe(0)
  await close()
})
