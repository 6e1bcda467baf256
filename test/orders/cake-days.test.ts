import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import type { DeliveryOptions, EarliestResponse } from '#shop/delivery/delivery.schema.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { tellSoldOut } from '#shop/orders/sold/take-pieces.server.ts'
import { expireUnpaidOrder } from '#shop/paying/start-payment.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import { begin, buy, checkoutOf, truffleLine } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** Its clock stands at noon on Friday, 20 Nov 2026. */
let shop: TestShop
let asha: { email: string; token: string }
let ravi: { email: string; token: string }
let owner: { token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({ weight: ['0.5', '1'], leadHours: 3, piecesADay: 2 })
  asha = await shop.customer()
  ravi = await shop.customer('ravi@example.in')
  owner = await shop.admin()
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const [today, saturday] = ['2026-11-20T17:30', '2026-11-21T17:30']
const lines = (amount: number) => [{ ...truffleLine, amount }]
const of = (amount: number, time = today, more: object = {}) => ({
  ...{ time, order: lines(amount), amount: 850 * amount + 50 },
  ...{ checkoutId: crypto.randomUUID(), ...more },
})
const shown = async () => (await shop.get<Cake>('/cakes/truffle')).body.availability
/** As the reconciler tells it, every 15 seconds. */
const said = async () => {
  await tellSoldOut(shop.context)
  return shown()
}
const soldOut = { text: 'Sold out today, next: Sat 21 Nov', nextDay: '2026-11-21' }
const whyNot = async (answer: Promise<{ status: number; body: { errors?: object } }>) => {
  const { status, body } = await answer
  return [status, Object.values(body.errors ?? {})[0]]
}

it('is taken by an order, and given back by one that is cancelled or never paid', async () => {
  expect(await said()).toBeUndefined()
  const { orderId } = await buy(shop, asha.token, of(1))
  expect(await whyNot(begin(shop, ravi.token, of(2)))).toEqual([
    409,
    'Only 1 of Truffle Cake can be had on Fri 20 Nov. Please choose another day or cake.',
  ])
  const unpaid = await begin(shop, ravi.token, of(1))
  expect(await said()).toEqual(soldOut)
  expect(await shop.get('/cakes/search?text=truffle')).toMatchObject({
    body: { cakes: [{ availability: soldOut }] },
  })
  // Another day has its own.
  await buy(shop, asha.token, of(2, saturday))
  await expireUnpaidOrder(shop.context, unpaid.body.orderId)
  expect(await said()).toBeUndefined()
  await buy(shop, ravi.token, of(1))
  expect(await said()).toMatchObject({ nextDay: '2026-11-22' })
  await shop.post('/orders/cancelOrders', { orderId, email: asha.email }, asha.token)
  expect(await said()).toBeUndefined()
})

it('is one piece for a customer who comes again with another cart', async () => {
  await begin(shop, asha.token, of(2))
  expect((await begin(shop, asha.token, of(2, '2026-11-20T18:30'))).status).toBe(200)
  expect((await whyNot(begin(shop, ravi.token, of(1))))[0]).toBe(409)
})

it('is counted in all from its first day on, and begins with the day', async () => {
  await shop.editCake({ piecesADay: null, piecesInAll: 3, fromDay: '2026-11-21' })
  expect(await said()).toEqual({ text: 'Next: Sat 21 Nov', nextDay: '2026-11-21' })
  await buy(shop, asha.token, of(2, saturday))
  await buy(shop, asha.token, of(1, '2026-11-22T17:30'))
  expect(await said()).toEqual({ text: 'Sold out', nextDay: null })
  await shop.editCake({ piecesInAll: 4 })
  shop.wait(12 * hourMs)
  expect(await said()).toBeUndefined()
})

describe('a change', () => {
  const change = (orderId: string, changes: object) =>
    shop.post<{ errors?: object }>('/orders/changeOrder', { orderId, ...changes }, asha.token)

  it('takes pieces of the new day, and gives back those of the old', async () => {
    await buy(shop, ravi.token, of(1, saturday))
    const { orderId } = await buy(shop, asha.token, of(2))
    expect(await whyNot(change(orderId, { time: saturday }))).toEqual([
      409,
      'Only 1 of Truffle Cake can be had on Sat 21 Nov. Please choose another day or cake.',
    ])
    // The owner takes fewer now: what was ordered stays, also at another time of its day.
    await shop.editCake({ piecesADay: 1 })
    expect((await change(orderId, { time: '2026-11-20T19:30' })).status).toBe(200)
    expect((await change(orderId, { time: '2026-11-22T17:30' })).status).toBe(409)
    await shop.editCake({ piecesADay: 2 })
    expect((await change(orderId, { time: '2026-11-22T17:30' })).status).toBe(200)
    expect(await said()).toBeUndefined()
  })

  it('takes more of the day', async () => {
    const { orderId } = await buy(shop, asha.token, of(1))
    const order = await findOrder(shop.context.db, orderId)
    const items = (amount: number) => ({ items: [{ id: order?.items[0]?.id, amount }] })
    expect(await whyNot(change(orderId, items(3)))).toEqual([
      409,
      'Only 2 of Truffle Cake can be had on Fri 20 Nov. Please choose another day or cake.',
    ])
  })
})

describe('with zones', () => {
  const zone = newZone()
  const options = async (query: string) =>
    (await shop.get<DeliveryOptions>(`/delivery/options?lines=truffle:1:1&days=3&${query}`)).body
  const earliest = async () =>
    (await shop.get<EarliestResponse>('/delivery/earliest?pincode=560001&lines=truffle:1:1')).body
  beforeEach(() =>
    saveSettings(
      shop,
      owner.token,
      settings({ zones: [zone], slots: [...everyDay(), ...everyDay({ kind: 'pickup' })] }),
    ),
  )
  const inZone = (more: object = {}) =>
    of(2, today, { amount: 1700, time: '2026-11-20T16:00', ...more })

  it('closes the day on which it is sold out, and says the next', async () => {
    await buy(shop, asha.token, inZone())
    await tellSoldOut(shop.context)
    const { days } = await options('pincode=560001')
    expect(days.map(({ soldOut, slots }) => [soldOut, slots.map(({ state }) => state)])).toEqual([
      ['Truffle Cake is sold out on Fri 20 Nov.', ['soldout']],
      [undefined, ['open']],
      [undefined, ['open']],
    ])
    expect((await earliest()).earliest?.start).toBe('2026-11-21T10:30:00.000Z')
    expect((await whyNot(begin(shop, ravi.token, inZone())))[0]).toBe(409)
  })

  it('says no day on which the shop is closed, from the moment it is', async () => {
    await buy(shop, asha.token, inZone())
    expect(await said()).toMatchObject({ nextDay: '2026-11-21' })
    const close = { day: '2026-11-21', closedReason: 'A wedding' }
    expect((await shop.post('/delivery/day', close, owner.token)).status).toBe(200)
    expect(await shown()).toMatchObject({ nextDay: '2026-11-22' })
    const slots = everyDay().filter(({ weekday }) => weekday !== 0)
    await saveSettings(shop, owner.token, settings({ zones: [zone], slots }))
    expect(await shown()).toMatchObject({ text: 'Sold out today, next: Mon 23 Nov' })
  })

  it('travels to its own zones only; what does not is picked up', async () => {
    await shop.editCake({ zones: [] })
    const whyNotThere = 'Truffle Cake is only for pickup.'
    expect(await earliest()).toMatchObject({ whyNot: whyNotThere, earliest: null })
    expect(await options('pincode=560001')).toMatchObject({ whyNot: whyNotThere, days: [] })
    expect(await whyNot(begin(shop, asha.token, inZone()))).toEqual([409, whyNotThere])
    expect((await options('pickup=true')).days[0]?.slots[0]?.state).toBe('open')
    const pickup = { pickup: true, address: undefined }
    await buy(shop, asha.token, inZone(pickup))
    await shop.editCake({ zones: ['Hosur'] })
    expect((await earliest()).whyNot).toBe('Truffle Cake does not travel to Central Bengaluru.')
    const renamed = { ...zone, name: 'Hosur' }
    await saveSettings(shop, owner.token, settings({ zones: [renamed] }))
    expect((await earliest()).whyNot).toBeUndefined()
    // The cake follows its zone.
    await saveSettings(shop, owner.token, settings({ zones: [zone] }))
    expect((await shop.get<Cake>('/cakes/truffle')).body.zones).toEqual([zone.name])
  })
})

it('is written by the owner’s form, and refused where it is wrong', async () => {
  const edit = (changes: object) =>
    shop.post<{ errors?: object }>('/cakes/editcake', { id: 'truffle', ...changes }, owner.token)
  expect((await edit({ weekdays: ['Sun', 'Sat'], piecesADay: null, zones: [] })).status).toBe(200)
  expect((await shop.get<Cake>('/cakes/truffle')).body).toMatchObject({
    ...{ weekdays: ['Sun', 'Sat'], piecesADay: null, zones: [] },
    availability: { text: 'Next: Sat 21 Nov' },
  })
  expect(await whyNot(edit({ piecesADay: 0 }))).toEqual([
    422,
    'The pieces a day must be at least 1, or nothing',
  ])
  const days = { fromDay: '2026-12-05', untilDay: '2026-12-04' }
  expect(await whyNot(edit(days))).toEqual([422, 'Enter a day after the first'])
})

it('is the same rule for an order that staff take', async () => {
  const customer = { name: 'Meera', email: '', mobileno: '9800000001' }
  const take = (amount: number) =>
    shop.post<{ errors?: object }>(
      '/orders/take',
      { customer, paid: { method: 'cash' }, checkout: checkoutOf(of(amount)) },
      owner.token,
    )
  expect((await whyNot(take(3)))[0]).toBe(409)
  expect((await take(2)).status).toBe(200)
})
