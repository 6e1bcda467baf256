import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { showOrder } from '#shop/orders/shown-order.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import { buy, checkOut, moveOrder, ordersOf, payByLink } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let owner: { token: string }
let orderId: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({ stock: 3, leadHours: 3, workMinutes: 30, minutesPerKg: 20 })
  await shop.addCake({
    ...{ id: 'plum', name: 'Plum Cake', price: 600, flavours: ['Rum'], stock: 2 },
    ...{ leadHours: 24, workMinutes: 10, minutesPerKg: 10, choices: ['Shape: Round, Heart +100'] },
  })
  asha = await shop.customer()
  owner = await shop.admin()
  const zones = [newZone({ takesCash: true, freeFromPaise: 140_000 })]
  const usual = { ...settings().usual, cashLimitPaise: 300_000, kitchenMinutes: 100 }
  const slots = everyDay({ startMinute: 16 * 60, endMinute: 18 * 60 })
  await saveSettings(shop, owner.token, settings({ zones, slots, usual }))
})

afterEach(async () => {
  expect(await wrongPlaces(shop)).toEqual([])
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const inTime = { time: '2026-11-22T17:00', amount: 910 }

async function buyOnline(more: object = {}) {
  orderId = (await buy(shop, asha.token, { ...inTime, ...more })).orderId
}

async function buyInCash() {
  await shop.verify(asha.email)
  orderId = (await checkOut(shop, asha.token, { ...inTime, cash: true })).body.orderId
}

const plum = { cakeid: 'plum', flavour: 'Rum', wt: '1', amount: 1, price: 600 }
const chosen = ['Shape: Heart +100']

const add = (lines: object[], more: object = {}, token = asha.token) =>
  shop.post<{ message: string; detail?: string; errors?: object }>(
    '/orders/changeOrder',
    {
      orderId,
      added: lines.map((line) => ({ id: crypto.randomUUID(), ...plum, chosen, ...line })),
      ...more,
    },
    token,
  )

const orderNow = async () => (await ordersOf(shop, asha))[0]
const cakes = async () =>
  (await itemsOf(shop.context.db, orderId)).map(({ name, unitPaise }) => [name, unitPaise])
const payForIt = async () => (await payByLink(shop, payPath(shop.context, orderId))).state
const waits = async () => {
  const order = await findOrder(shop.context.db, orderId)
  return order && showOrder(order).unpaidChange
}
const kitchenMinutes = async () =>
  (await shop.context.db.select().from(deliveryReservations)).map((row) => row.kitchenMinutes)

it('a cake that is added to an order paid online is paid first, with an invoice of its own and free delivery', async () => {
  await buyOnline()
  const { body } = await add([{ bname: 'Ravi' }])
  // ₹700 for the cake, less ₹60 for a delivery that is free from ₹1,400.
  expect(body.message).toBe(
    'What is paid first waits for your payment of ₹640, within an hour: see your order.',
  )
  expect(await cakes()).toEqual([['Truffle Cake', 85_000]])
  expect(await payForIt()).toBe('placed')
  expect(await cakes()).toEqual([
    ['Truffle Cake', 85_000],
    ['Plum Cake', 70_000],
  ])
  expect(await orderNow()).toMatchObject({
    paidByCard: 1550,
    dueInCash: 0,
    refunded: 0,
    shipping: 0,
  })
  expect(await kitchenMinutes()).toEqual([70])
  const papers = await papersOf(shop.context.db, [orderId])
  expect(
    papers.reduce(
      (sum, { kind, totalPaise }) => sum + (kind === 'invoice' ? totalPaise : -totalPaise),
      0,
    ),
  ).toBe(155_000)
  await shop.runJobs()
  const mail = [...shop.mails.values()].find(({ subject }) => subject.includes('is changed'))
  expect(mail?.text).toContain('none → 1 × Plum Cake, Rum, Heart, 1 kg, Ravi')
})

it('a second cake that is added while the first waits for its payment is paid with it, once, from whichever tab', async () => {
  await buyOnline()
  await add([{ bname: 'Ravi' }])
  const second = { id: crypto.randomUUID() }
  const [{ body }] = await Promise.all([add([second]), add([second])])
  expect(body.message).toBe(
    'What is paid first waits for your payment of ₹1,340, within an hour: see your order. The change that waited already is part of it.',
  )
  expect(await waits()).toMatchObject({ paise: 134_000, what: '2 more items' })
  expect(await cakes()).toEqual([['Truffle Cake', 85_000]])
  expect(await payForIt()).toBe('placed')
  expect(await cakes()).toEqual([
    ['Truffle Cake', 85_000],
    ['Plum Cake', 70_000],
    ['Plum Cake', 70_000],
  ])
  expect(await orderNow()).toMatchObject({ paidByCard: 2250, dueInCash: 0, refunded: 0 })
  expect(await waits()).toBeNull()
})

it('what costs nothing more is made at once, beside a cake that waits for its payment', async () => {
  await buyOnline()
  await add([{}])
  const { body } = await add([], { time: '2026-11-23T17:00' })
  expect(body.message).toBe('Your order is changed.')
  expect(await waits()).toMatchObject({ paise: 64_000, what: '1 more item' })
})

it('a change that waits is dropped by whoever may change the order, but not one that nobody has seen', async () => {
  await buyOnline()
  const drop = async (waiting: unknown, token = asha.token) => {
    const { status, body } = await add([], { added: undefined, drop: waiting }, token)
    return [status, body.message ?? body.detail]
  }
  const line = { id: crypto.randomUUID() }
  await add([line])
  const seen = (await waits())?.id
  await add([{}])
  expect(await drop(seen)).toEqual([409, expect.stringContaining('Another change waits by now')])
  const stranger = await shop.customer('stranger@example.com')
  expect((await drop((await waits())?.id, stranger.token))[0]).toBe(403)
  const now = (await waits())?.id
  expect(await drop(now, owner.token)).toEqual([200, 'The change that waited is dropped.'])
  expect(await drop(now)).toEqual([200, 'Nothing was changed.'])
  expect(await waits()).toBeNull()
  // The same as the one that is dropped with another.
  await add([line])
  expect(await waits()).toMatchObject({ paise: 64_000 })
  expect(await payForIt()).toBe('placed')
  expect(await cakes()).toEqual([
    ['Truffle Cake', 85_000],
    ['Plum Cake', 70_000],
  ])
})

it('if it cannot be had together with what waits, the customer reads why', async () => {
  await buyOnline()
  await add([{ amount: 2 }])
  const { status, body } = await add([{}])
  expect([status, body.detail]).toEqual([
    409,
    'Only 2 can be ordered at once. A change that waits for its payment is counted: pay it or drop it first.',
  ])
})

it('of an order in cash it is due at the hand-over, once, however often it is sent', async () => {
  await buyInCash()
  const id = crypto.randomUUID()
  expect((await add([{ id }])).body.message).toBe(
    'Your order is changed. You pay ₹640 more in cash.',
  )
  expect((await add([{ id }])).body.message).toBe('Nothing was changed.')
  expect(await orderNow()).toMatchObject({ dueInCash: 1550 })
})

it('what cannot be had is refused, and nothing is added', async () => {
  await buyInCash()
  const refused = async (line: object) => {
    const { status, body } = await add([line])
    return [status, body.detail]
  }
  expect(await refused({ cakeid: 'gone' })).toEqual([
    409,
    expect.stringContaining('no longer in our shop'),
  ])
  expect(await refused({ price: 500 })).toEqual([409, expect.stringContaining('is now ₹600')])
  expect(await refused({ flavour: 'Cocoa' })).toEqual([
    409,
    expect.stringContaining('no longer made in'),
  ])
  expect(await refused({ chosen: [] })).toEqual([409, expect.stringContaining('has changed')])
  expect(await refused({ amount: 3 })).toEqual([409, 'Only 2 can be ordered at once'])
  expect(
    await refused({ cakeid: 'truffle', flavour: 'Cocoa', price: 850, chosen: [], amount: 3 }),
  ).toEqual([409, 'Only 3 can be ordered at once.'])
  // 50 of the kitchen's 100 minutes are taken.
  expect(
    await refused({ cakeid: 'truffle', flavour: 'Cocoa', price: 850, chosen: [], amount: 2 }),
  ).toEqual([409, expect.stringContaining('Our kitchen has no more time')])
  const other = (await itemsOf(shop.context.db, orderId))[0]?.id
  await buyOnline({ checkoutId: crypto.randomUUID() })
  expect(await refused({ id: other })).toEqual([409, 'Please add it again.'])
  expect(await cakes()).toEqual([['Truffle Cake', 85_000]])
})

it('an order locks by its longest lead, and its customer adds no cake that needs more time than it has', async () => {
  await buyInCash()
  await add([{}])
  expect(await orderNow()).toMatchObject({ locksAt: '2026-11-21T10:30:00.000Z' })
  await buyOnline({ checkoutId: crypto.randomUUID(), time: '2026-11-23T17:00' })
  shop.wait(new Date('2026-11-22T12:00:00Z').getTime() - shop.context.clock.now().getTime())
  const { status, body } = await add([{}])
  expect([status, body.detail]).toEqual([
    409,
    'This cake needs 24 hours. Please choose a later time first.',
  ])
})

it('staff add one until it leaves, with a reason; an order that was ready is to be finished again', async () => {
  await buyInCash()
  const [item] = await itemsOf(shop.context.db, orderId)
  await moveOrder(shop, { orderId, move: 'bake', token: owner.token })
  await shop.post(
    '/orders/confirmOrder',
    { order: orderId, suborder: item?.id, data: 1 },
    owner.token,
  )
  expect(await add([{}], {}, owner.token)).toMatchObject({ status: 422 })
  const { body } = await add([{}], { reason: 'They asked for one more' }, owner.token)
  expect(body.message).toContain('The order is changed.')
  expect(await orderNow()).toMatchObject({ dueInCash: 1550, fulfilment: 'baking' })
})
