import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { removeCake } from '#shop/cakes/admin/admin-cakes.store.server.ts'
import { insertCake, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import { deliverySettingsSchema } from '#shop/delivery/delivery.schema.ts'
import {
  lockVersion,
  readDeliveryPlan,
  replaceSettings,
} from '#shop/delivery/delivery.store.server.ts'
import { emptyPlan, findZone } from '#shop/delivery/delivery-plan.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { sampleDelivery, seedSampleCatalogue } from './seed.server.ts'

const noFiles: FileStore = {
  put: () => Promise.reject(new Error('nothing is to be loaded')),
  get: async () => null,
  remove: async () => {},
}
const anyFiles: FileStore = { ...noFiles, put: async () => {} }

const ownCake: NewCake = {
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
}

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const seed = (files: FileStore, withDelivery = true) =>
  seedSampleCatalogue({ db: database.db, files, clock: systemClock }, { withDelivery })
const plan = () => readDeliveryPlan(database.db, '2026-11-20')

describe('the sample catalogue', () => {
  it('leaves one that is somebody’s alone: with hidden cakes only, and when all were deleted', async () => {
    const { db } = database
    await insertCake(db, ownCake)
    expect(await seed(noFiles)).toBe(0)
    await removeCake(db, 'own')
    await recordAudit(db, {
      at: new Date(),
      by: 'shop',
      action: 'delete-cake',
      subject: 'cake',
      subjectId: 'own',
    })
    expect(await seed(noFiles)).toBe(0)
    expect((await plan()).zones).toEqual([])
  })

  it('comes with its zones, once: those that the owner deletes stay deleted', async () => {
    const { db } = database
    expect(await seed(anyFiles)).toBe(30)
    const { zones, slots, version } = await plan()
    expect([zones.length, slots.length, version]).toEqual([4, 49, 1])
    const { rows } = await db.execute(sql`select id from cakes where lead_hours = 24 order by id`)
    expect(rows.map(({ id }) => id)).toEqual(['three-tier-wedding-cake', 'two-tier-rose-cake'])
    await db.transaction((tx) =>
      replaceSettings(tx, { usual: emptyPlan.usual, zones: [], slots: [], version: 2 }),
    )
    expect(await seed(noFiles)).toBe(0)
    expect(await plan()).toMatchObject({ zones: [], slots: [], version: 2 })
  })

  it('comes without zones where they are not wanted', async () => {
    expect(await seed(anyFiles, false)).toBe(30)
    expect((await plan()).version).toBe(0)
  })

  it('changes no delivery settings that were saved before', async () => {
    const { db } = database
    await db.transaction(async (tx) => {
      await lockVersion(tx)
      await replaceSettings(tx, { usual: emptyPlan.usual, zones: [], slots: [], version: 1 })
    })
    expect(await seed(anyFiles)).toBe(30)
    expect(await plan()).toMatchObject({ zones: [], version: 1 })
  })
})

describe('the sample’s delivery', () => {
  const sample = sampleDelivery()

  it('is what the page of delivery settings would accept', () => {
    expect(deliverySettingsSchema.parse(sample)).toEqual(sample)
  })

  it('costs ₹50 from 560001 to 560103', () => {
    const city = Array.from({ length: 103 }, (_, n) => findZone(sample, String(560_001 + n)))
    expect(new Set(city.map((zone) => zone?.feePaise))).toEqual(new Set([5000]))
    expect(new Set(city.map((zone) => zone?.name))).toEqual(new Set(['Bengaluru']))
  })

  it('costs ₹50 everywhere', () => {
    expect(sample.zones.map(({ feePaise }) => feePaise)).toEqual([5000, 5000, 5000, 5000])
  })

  it.each([
    ['560104', 'Outer Bengaluru'],
    ['562110', 'Bengaluru Rural'],
    ['400050', 'Rest of India'],
    ['794101', 'Rest of India'],
    ['900001', undefined],
  ])('reaches %s: %s', (pincode, name) => {
    expect(findZone(sample, pincode)?.name).toBe(name)
  })

  it('limits the places of the midnight slots alone', () => {
    const limited = sample.slots.filter(({ places }) => places !== null)
    expect(limited.map(({ kind, weekday }) => `${kind} ${weekday}`)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((weekday) => `midnight ${weekday}`),
    )
    expect(sample.usual.kitchenMinutes).toBeNull()
  })
})
