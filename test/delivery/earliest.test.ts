import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

interface Earliest {
  hasZones: boolean
  zone: { name: string; fee: number; freeFrom: number | null; minimum: number } | null
  earliest: { start: string; end: string } | null
}

let shop: TestShop
let owner: string

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  await shop.addCake()
})
afterAll(() => shop.close())

const earliest = (query: string) => shop.get<Earliest>(`/delivery/earliest?${query}`)

it('a shop without zones says so, and promises nothing', async () => {
  const { status, body } = await earliest('pincode=744101')
  expect(status).toBe(200)
  expect(body).toEqual({ hasZones: false, hasPickup: false, zone: null, earliest: null })
})

describe('with a zone and a slot from 4 to 6 pm', () => {
  beforeAll(() => saveSettings(shop, owner, settings()))

  it('the earliest delivery is today, with what it costs', async () => {
    const { body } = await earliest('pincode=560034')
    expect(body).toEqual({
      hasZones: true,
      hasPickup: false,
      zone: { name: 'Central Bengaluru', fee: 60, freeFrom: 1500, minimum: 0 },
      earliest: { start: '2026-11-20T10:30:00.000Z', end: '2026-11-20T12:30:00.000Z' },
    })
  })

  it('a customised cake comes a day later', async () => {
    const { body } = await earliest('pincode=560034&lines=custom:2:1,truffle:1:1')
    expect(body.earliest?.start).toBe('2026-11-21T10:30:00.000Z')
  })

  it('a pincode elsewhere has no zone', async () => {
    const { body } = await earliest('pincode=744101')
    expect(body).toEqual({ hasZones: true, hasPickup: false, zone: null, earliest: null })
  })

  it('closed days are passed over', async () => {
    const today = { day: '2026-11-20', closedReason: 'Diwali', kitchenMinutes: null, places: {} }
    await shop.post('/delivery/day', today, owner)
    const { body } = await earliest('pincode=560034')
    expect(body.earliest?.start).toBe('2026-11-21T10:30:00.000Z')
  })

  it('without any open slot there is none', async () => {
    await saveSettings(shop, owner, settings({ slots: everyDay({ places: 0 }) }))
    const { body } = await earliest('pincode=560034')
    expect(body).toMatchObject({ zone: { fee: 60 }, earliest: null })
  })

  it('slots of pickup say that no minimum need hold', async () => {
    const slots = [...everyDay(), ...everyDay({ kind: 'pickup', startMinute: 600, endMinute: 720 })]
    await saveSettings(shop, owner, settings({ slots }))
    const { body } = await earliest('pincode=560034')
    expect(body).toMatchObject({ hasPickup: true, zone: { fee: 60 } })
  })

  it('an inactive zone is not served', async () => {
    await saveSettings(shop, owner, settings({ zones: [newZone({ active: false })] }))
    expect((await earliest('pincode=560034')).body.zone).toBeNull()
  })
})
