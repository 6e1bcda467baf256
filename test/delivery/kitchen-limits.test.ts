import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryOptions } from '#shop/delivery/delivery.schema.ts'
import { nextOpenSlots } from '#shop/delivery/options/choose-delivery.server.ts'
import { begin as beginCheckout, customLine, truffleLine } from '../support/checkout-steps.ts'
import { saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let asha: string

const wedding = {
  id: 'wedding',
  name: 'Wedding Cake',
  category: 'Wedding',
  weight: ['2'],
  stock: 5,
  leadHours: 24,
  workMinutes: 100,
  minutesPerKg: 40,
}
const weddingLine = { ...truffleLine, cakeid: 'wedding', wt: '2' }

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  asha = (await shop.customer()).token
  await shop.addCake({ leadHours: 3, workMinutes: 30, minutesPerKg: 20 })
  await shop.addCake(wedding)
})
afterAll(() => shop.close())

const begin = (more: object) =>
  beginCheckout(shop, asha, { checkoutId: crypto.randomUUID(), amount: 910, ...more })

async function statesOf(lines: string, days = 2) {
  const { body } = await shop.get<DeliveryOptions>(
    `/delivery/options?pincode=560034&lines=${lines}&days=${days}`,
  )
  return body.days.map(({ slots }) => slots[0]?.state)
}

/** Minutes of the kitchen that are taken of a day. */
async function kitchenTaken(day: string) {
  const { rows } = await shop.context.db.execute(
    sql`select taken from delivery_loads where resource = 'kitchen' and day = ${day}`,
  )
  return rows[0]?.taken ?? 0
}

const saved = (kitchenMinutes: number | null) =>
  settings({ usual: { ...settings().usual, kitchenMinutes } })

describe('how long a cake takes', () => {
  beforeAll(async () => {
    expect((await saveSettings(shop, owner, saved(null))).status).toBe(200)
  })

  // The shop's clock is at ten in the morning.
  it('shuts the slots before it, by the longest of the lines', async () => {
    expect(await statesOf('truffle:1:1')).toEqual(['open', 'open'])
    expect(await statesOf('wedding:2:1')).toEqual(['lead', 'open'])
    expect(await statesOf('truffle:1:1,wedding:2:1')).toEqual(['lead', 'open'])
    expect(await statesOf('custom:2:1', 4)).toEqual(['lead', 'open', 'open', 'open'])
  })

  it('is the catalogue’s, whatever a client sends', async () => {
    const order = [{ ...weddingLine, leadHours: 1, workMinutes: 0 }]
    const refused = await begin({ order, time: '2026-11-20T17:00', amount: 1700 })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { time: expect.stringContaining('Your cakes take longer than until') } },
    })
  })

  it('holds for the times that a mail offers', async () => {
    const wanted = { pincode: '560034', count: 1 }
    const [slot] = await nextOpenSlots(shop.context, { ...wanted, lines: [weddingLine] })
    expect(slot?.day).toBe('2026-11-21')
  })

  it('counts from when the baker changed it', async () => {
    const change = (leadHours: number) =>
      shop.post('/cakes/editcake', { id: 'truffle', leadHours }, owner)
    expect((await change(10)).status).toBe(200)
    expect(await statesOf('truffle:1:1')).toEqual(['lead', 'open'])
    await change(3)
    expect(await statesOf('truffle:1:1')).toEqual(['open', 'open'])
  })
})

describe('the kitchen’s minutes of a day', () => {
  beforeEach(async () => {
    await shop.context.db.execute(sql`delete from delivery_loads`)
  })

  it('are taken by weight and amount, and full for a cart that no longer fits in', async () => {
    await saveSettings(shop, owner, saved(250))
    const order = [{ ...truffleLine, amount: 2 }]
    expect((await begin({ order, amount: 1700 })).status).toBe(200)
    expect(await kitchenTaken('2026-11-21')).toBe(100)

    expect(await statesOf('wedding:2:1')).toEqual(['lead', 'full'])
    expect(await statesOf('truffle:1:3')).toEqual(['open', 'open'])
    expect(await statesOf('truffle:1:4')).toEqual(['open', 'full'])
    const refused = await begin({ order: [weddingLine], amount: 1700 })
    expect(refused.status).toBe(409)
    expect(await kitchenTaken('2026-11-21')).toBe(100)
  })

  it('have room for a customised cake, which takes none before its price is agreed', async () => {
    const asked = { order: [customLine], amount: 0, time: '2026-11-22T17:00' }
    await saveSettings(shop, owner, saved(119))
    expect((await begin(asked)).status).toBe(409)
    await saveSettings(shop, owner, saved(120))
    expect((await begin(asked)).status).toBe(200)
    expect(await kitchenTaken('2026-11-22')).toBe(0)
  })
})

it('a shop without zones takes any cake 3 hours ahead, as before there were minutes', async () => {
  await saveSettings(shop, owner, settings({ zones: [], slots: [] }))
  const order = [weddingLine]
  const [soon, later] = ['2026-11-20T12:45', '2026-11-20T13:15']
  expect((await begin({ order, amount: 1750, time: soon })).body.errors?.time).toContain('3 hours')
  expect((await begin({ order, amount: 1750, time: later })).status).toBe(200)
})
