import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldChanges } from '#shop/audit-log/audit-log.page.tsx'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

interface Options {
  hasZones: boolean
  zone: { name: string; fee: number; freeFrom: number | null; minimum: number } | null
  days: {
    day: string
    closedReason: string | null
    slots: { start: string; state: string; fee: number; total: number; placesLeft: number | null }[]
  }[]
}

let shop: TestShop
let owner: string

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  await shop.addCake()
})
afterAll(() => shop.close())

const options = (query: string) => shop.get<Options>(`/delivery/options?${query}`)

it('a shop without zones says that it delivers everywhere, at any time of its hours', async () => {
  const { status, body } = await options('pincode=744101')
  expect(status).toBe(200)
  expect(body).toEqual({ hasZones: false, zone: null, days: [] })
})

describe('settings', () => {
  const zone = newZone()
  const [slot] = everyDay()

  it.each([
    ['a pincode in two zones', { zones: [zone, newZone({ name: 'B' })] }, 'zones.1.pincodes'],
    ['a slot that ends first', { slots: everyDay({ endMinute: 10 }) }, 'slots.0.endMinute'],
    ['overlapping slots', { slots: [...everyDay(), ...everyDay()] }, 'slots.7.startMinute'],
  ])('with %s are refused by row, and nothing is saved', async (_, wrong, field) => {
    const { status, body } = await saveSettings(shop, owner, settings(wrong))
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {})).toContain(field)
    expect(shop.context.deliveryPlan.current().version).toBe(0)
  })

  it('may have two kinds of slot at the same time', async () => {
    const fixed = everyDay({ kind: 'fixed', surchargePaise: 9900 })
    const saved = settings({ slots: [...everyDay(), ...fixed] })
    expect((await saveSettings(shop, owner, saved)).status).toBe(200)
  })

  it('are read as they were saved', async () => {
    const saved = settings({ zones: [zone], slots: slot ? [slot] : [] })
    await saveSettings(shop, owner, saved)
    const { body } = await shop.get<object>('/delivery/settings', owner)
    expect(body).toEqual({ ...saved, version: 2 })
  })

  it('that change are told by the zone and the slot, in words', async () => {
    const slots = everyDay({ places: 5 })
    await saveSettings(shop, owner, settings({ zones: [zone], slots }))
    const changed = slots.map((one) => (one.weekday === 1 ? { ...one, places: 6 } : one))
    const dearer = { ...zone, feePaise: 75_00 }
    await saveSettings(shop, owner, settings({ zones: [dearer], slots: changed }))
    const [entry] = await listAuditLog(shop.context.db, { action: 'save-delivery', limit: 1 })
    const changes = fieldChanges(entry?.before, entry?.after)
    expect(changes.map(({ field }) => field)).toEqual([
      'slots.mon 4 to 6 pm (standard)',
      `zones.${zone.name.toLowerCase()}.fee (Rs.)`,
    ])
    expect(changes[0]).toMatchObject({
      before: expect.stringMatching(/^5 places, /),
      after: expect.stringMatching(/^6 places, /),
    })
  })

  it('that say nothing of cash take none', async () => {
    const { takesCash: _, ...unsaid } = zone
    const { cashLimitPaise: __, ...usual } = settings().usual
    const { version } = shop.context.deliveryPlan.current()
    const saved = { usual, zones: [unsaid], slots: [], version }
    expect((await shop.post('/delivery/settings', saved, owner)).status).toBe(200)
    const plan = shop.context.deliveryPlan.current()
    expect([plan.usual.cashLimitPaise, plan.zones[0]?.takesCash]).toEqual([null, false])
  })

  it('of an owner who has not seen a change are refused', async () => {
    const stale = { ...settings(), version: 1 }
    const { status } = await shop.post('/delivery/settings', stale, owner)
    expect(status).toBe(409)
  })
})

describe('options', () => {
  beforeAll(async () => {
    await saveSettings(shop, owner, settings({ slots: everyDay({ places: 3 }) }))
  })

  it('name the zone and each slot with its price', async () => {
    const { body } = await options('pincode=560034&lines=truffle:1:1&days=2')
    expect(body.zone).toEqual({
      name: 'Central Bengaluru',
      fee: 60,
      freeFrom: 1500,
      minimum: 0,
    })
    expect(body.days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
    expect(body.days[0]?.slots[0]).toMatchObject({
      start: '2026-11-20T10:30:00.000Z',
      state: 'open',
      fee: 60,
      total: 910,
      placesLeft: 3,
    })
  })

  it.each([
    ['५६००३४', 'Central Bengaluru'],
    ['560 034', 'Central Bengaluru'],
    ['744101', undefined],
  ])('understand the pincode %s', async (pincode, name) => {
    const { body } = await options(`pincode=${encodeURIComponent(pincode)}`)
    expect(body.zone?.name).toBe(name)
  })

  it.each(['truffle', 'truffle:1', 'truffle:x:1', 'truffle:1:0.5', ':1:1'])(
    'refuse the line %s',
    async (line) => {
      expect((await options(`pincode=560034&lines=${line}`)).status).toBe(422)
    },
  )

  it('count cakes that are gone, or not sold in a weight, as nothing', async () => {
    const { body } = await options('pincode=560034&lines=gone:1:1,truffle:0:1&days=1')
    expect(body.days[0]?.slots[0]?.total).toBe(60)
  })

  it('wait for a customised cake', async () => {
    const { body } = await options('pincode=560034&lines=custom:1:1&days=3')
    expect(body.days.map(({ slots }) => slots[0]?.state)).toEqual(['lead', 'open', 'open'])
  })

  it('say why a day is closed', async () => {
    const diwali = { day: '2026-11-21', closedReason: 'Diwali', kitchenMinutes: null, places: {} }
    expect((await shop.post('/delivery/day', diwali, owner)).status).toBe(200)
    const { body } = await options('pincode=560034&days=2')
    expect(body.days[1]).toMatchObject({ closedReason: 'Diwali', slots: [{ state: 'closed' }] })
  })
})
