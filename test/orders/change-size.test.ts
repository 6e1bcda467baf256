import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { deliveryLoads, deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import {
  buy,
  checkOut,
  moveOrder,
  ordersOf,
  payByLink,
  refundOrder,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let owner: { token: string }
let orderId: string
let itemId: string

const slot = { startMinute: 16 * 60, endMinute: 18 * 60 }
const evening = { startMinute: 18 * 60, endMinute: 20 * 60, surchargePaise: 9900 }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({
    ...{ weight: ['0.5', '1', '2'], stock: 3, leadHours: 3, workMinutes: 30, minutesPerKg: 20 },
  })
  asha = await shop.customer()
  owner = await shop.admin()
  await open(300_000)
})

const { id: zoneId } = newZone()

function open(cashLimitPaise: number, more: object = {}) {
  const zones = [newZone({ id: zoneId, takesCash: true, freeFromPaise: null, ...more })]
  const usual = { ...settings().usual, cashLimitPaise, kitchenMinutes: 100 }
  const slots = [...everyDay(slot), ...everyDay(evening)]
  return saveSettings(shop, owner.token, settings({ zones, slots, usual }))
}

afterEach(async () => {
  expect(await wrongPlaces(shop)).toEqual([])
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

async function buyOnline() {
  const bought = await buy(shop, asha.token, { time: '2026-11-21T17:00', amount: 910 })
  orderId = bought.orderId
  itemId = (await itemsOf(shop.context.db, orderId))[0]?.id ?? ''
}

async function buyInCash() {
  await shop.verify(asha.email)
  const cash = { time: '2026-11-21T17:00', amount: 910, cash: true }
  orderId = (await checkOut(shop, asha.token, cash)).body.orderId
  itemId = (await itemsOf(shop.context.db, orderId))[0]?.id ?? ''
}

const resize = (size: object, more: object = {}) =>
  shop.post<{ message: string }>(
    '/orders/changeOrder',
    { orderId, items: [{ id: itemId, ...size }], ...more },
    asha.token,
  )

const orderNow = async () => (await ordersOf(shop, asha))[0]

const payForIt = async () => (await payByLink(shop, payPath(shop.context, orderId))).state

async function totals() {
  const papers = await papersOf(shop.context.db, [orderId])
  return papers.map(({ kind, totalPaise }) => [kind, totalPaise])
}

const kitchenMinutes = async () =>
  (await shop.context.db.select().from(deliveryReservations)).map((row) => row.kitchenMinutes)

describe('a heavier cake', () => {
  it('of an order that is paid online is paid first, on an invoice of its own', async () => {
    await buyOnline()
    expect(await kitchenMinutes()).toEqual([50])
    const { body } = await resize({ wt: '2' })
    expect(body.message).toBe(
      'What is paid first waits for your payment of ₹850, within an hour: see your order.',
    )
    expect((await itemsOf(shop.context.db, orderId))[0]).toMatchObject({ wt: '1', amount: 1 })
    expect(await payForIt()).toBe('placed')
    const after = { wt: '2', amount: 1, unitPaise: 170_000 }
    expect((await itemsOf(shop.context.db, orderId))[0]).toMatchObject(after)
    expect(await orderNow()).toMatchObject({ paidByCard: 1760, dueInCash: 0, refunded: 0 })
    expect(await totals()).toEqual([
      ['invoice', 91_000],
      ['invoice', 85_000],
    ])
    expect(await kitchenMinutes()).toEqual([70])
  })

  it('is had with a dearer time for one payment, and its name at once', async () => {
    await buyOnline()
    const { body } = await resize({ wt: '2', bname: 'Meena' }, { time: '2026-11-21T19:00' })
    expect(body.message).toMatch(/^Your order is changed\. What is paid first waits .* ₹949,/)
    expect((await itemsOf(shop.context.db, orderId))[0]).toMatchObject({ wt: '1', bname: 'Meena' })
    expect(await payForIt()).toBe('placed')
    expect(await orderNow()).toMatchObject({ paidByCard: 1859, shipping: 159 })
  })

  it('comes at today’s price, and back when the order is cancelled', async () => {
    await buyOnline()
    await resize({ wt: '2' })
    await payForIt()
    const cancel = { email: asha.email, orderId }
    expect((await shop.post('/orders/cancelOrders', cancel, asha.token)).status).toBe(200)
    expect(await orderNow()).toMatchObject({ refunded: 1760 })
  })
})

it('one piece more of an order in cash is due at the hand-over', async () => {
  await buyInCash()
  const { body } = await resize({ amount: 2 })
  expect(body.message).toBe('Your order is changed. You pay ₹850 more in cash.')
  expect(await orderNow()).toMatchObject({ dueInCash: 1760 })
  expect(await kitchenMinutes()).toEqual([100])
})

it('a cake whose work was changed since gives back what it took, and takes what it needs today', async () => {
  await buyInCash()
  await shop.editCake({ workMinutes: 5, minutesPerKg: 5 })
  await resize({ amount: 3 })
  expect(await kitchenMinutes()).toEqual([30])
  await shop.editCake({ workMinutes: 90, minutesPerKg: 5 })
  expect((await resize({ amount: 1 })).status).toBe(200)
  expect(await kitchenMinutes()).toEqual([10])
  await resize({ time: undefined }, { time: '2026-11-22T17:00' })
  expect(await kitchenMinutes()).toEqual([10])
  await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
  const loads = await shop.context.db.select().from(deliveryLoads)
  expect(loads.map(({ taken }) => taken)).toEqual(loads.map(() => 0))
})

describe('less of a cake', () => {
  it('of an order that is paid online goes back, with a credit note', async () => {
    await buyOnline()
    const { body } = await resize({ wt: '0.5' })
    expect(body.message).toMatch(/^Your order is changed\. We’ve refunded ₹425/)
    expect(await orderNow()).toMatchObject({ paidByCard: 910, refunded: 425, dueInCash: 0 })
    expect(await totals()).toEqual([
      ['invoice', 91_000],
      ['credit-note', 42_500],
    ])
    expect(await kitchenMinutes()).toEqual([40])
  })

  it('of an order in cash is not due, at the price that was agreed', async () => {
    await buyInCash()
    await resize({ amount: 2 })
    await shop.addCake({ price: 900, stock: 1 })
    expect((await resize({ amount: 1 })).status).toBe(200)
    expect(await orderNow()).toMatchObject({ dueInCash: 910 })
  })

  it('costs the delivery that was free, and more of it frees it', async () => {
    await open(300_000, { freeFromPaise: 80_000 })
    const bought = await buy(shop, asha.token, { time: '2026-11-21T17:00', amount: 850 })
    orderId = bought.orderId
    itemId = (await itemsOf(shop.context.db, orderId))[0]?.id ?? ''
    await resize({ wt: '0.5' })
    expect(await orderNow()).toMatchObject({ shipping: 60, refunded: 365 })
    await resize({ wt: '1' })
    expect(await payForIt()).toBe('placed')
    expect(await orderNow()).toMatchObject({ shipping: 0, paidByCard: 1215, refunded: 365 })
  })

  it('costs no more delivery than anybody pays, also where it became free since', async () => {
    await buyOnline()
    await open(300_000, { freeFromPaise: 80_000 })
    await resize({ wt: '0.5' })
    expect(await orderNow()).toMatchObject({ shipping: 60, refunded: 425 })
  })

  it('is not to be had of what was given back already', async () => {
    await buyOnline()
    expect(
      (await refundOrder(shop, { orderId, amount: 800, token: owner.token, reason: 'Squashed' }))
        .status,
    ).toBe(200)
    const refused = await resize({ wt: '0.5' })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { errors: { items: /given back already/ } },
    ])
  })

  it('is not to be had below the zone’s minimum', async () => {
    await buyOnline()
    await open(300_000, { minimumPaise: 50_000 })
    const refused = await resize({ wt: '0.5' })
    expect([refused.status, refused.body]).toMatchObject([409, { errors: { items: /from ₹500/ } }])
  })
})

it.each([
  ['no piece', { amount: 0 }, 422],
  ['a weight that it does not come in', { wt: '1.5' }, 422],
  ['more than its stock', { amount: 4 }, 409],
  ['more than the kitchen has time for', { amount: 3 }, 409],
])('%s is not to be had, and nothing changes', async (_, size, status) => {
  await buyInCash()
  const before = await tableContents(shop.context.db)
  expect((await resize(size)).status).toBe(status)
  expect(await tableContents(shop.context.db)).toEqual(before)
})

it('is paid online first where cash is not taken for so much', async () => {
  await buyInCash()
  await open(150_000)
  const { body } = await resize({ wt: '2' })
  expect(body.message).toContain('waits for your payment of ₹850')
  expect(await payForIt()).toBe('placed')
  expect(await orderNow()).toMatchObject({ paidByCard: 850, dueInCash: 910 })
})

describe('staff', () => {
  const change = (token: string, more: object) =>
    shop.post<{ message: string }>('/orders/changeOrder', { orderId, ...more }, token)
  const mailOf = async (words: string) => {
    await shop.runJobs()
    const mails = [...shop.mails.values()].filter(({ subject }) => subject.includes(words))
    return mails.map(({ to, text }) => [to, text.replace(/\s+/g, ' ')])
  }

  it('change an order for its customer, from the lock on with a reason that the customer reads', async () => {
    await buyOnline()
    const counter = await shop.staff('counter')
    expect((await change(counter.token, { giftFrom: 'Asha' })).body.message).toBe(
      'The order is changed.',
    )
    shop.wait(30 * hourMs)
    const late = { items: [{ id: itemId, bname: 'Meena' }] }
    const refused = await change(counter.token, late)
    expect([refused.status, Object.keys(refused.body)]).toMatchObject([422, expect.anything()])
    expect((await change(asha.token, late)).status).toBe(409)
    const done = await change(counter.token, { ...late, reason: 'You called us' })
    expect(done.body.message).toBe('The order is changed.')
    expect(await mailOf('is changed')).toContainEqual([
      asha.email,
      expect.stringMatching(/we have changed the cakes .* You called us/),
    ])
  })

  it('mail the link that pays for what is dearer; it is changed once it is paid, also after the lock', async () => {
    await buyOnline()
    const counter = await shop.staff('counter')
    shop.wait(30 * hourMs)
    const dearer = { items: [{ id: itemId, wt: '2' }], reason: 'You called us' }
    expect((await change(counter.token, dearer)).body.message).toBe(
      'What is paid first waits for the customer’s payment of ₹850: we’ve mailed them the link, for an hour.',
    )
    const [[to, text] = []] = await mailOf('₹850 for your change')
    expect([to, text]).toEqual([asha.email, expect.stringMatching(/\/pay\/\S+/)])
    expect(await payForIt()).toBe('placed')
    expect((await itemsOf(shop.context.db, orderId))[0]).toMatchObject({ wt: '2' })
  })

  it('see the times that it can be had at, and nobody else does', async () => {
    await buyOnline()
    const [counter, kitchen] = [await shop.staff('counter'), await shop.staff('kitchen')]
    const ravi = await shop.customer('ravi@example.in')
    const slots = (token: string) => shop.get(`/orders/slots?orderId=${orderId}&days=3`, token)
    expect((await slots(counter.token)).status).toBe(200)
    for (const { token } of [kitchen, ravi]) {
      expect((await slots(token)).status).toBe(403)
      expect((await change(token, { giftFrom: 'Ravi' })).status).toBe(403)
    }
  })

  it('change nothing once it has left', async () => {
    await buyOnline()
    const manager = await shop.staff('manager')
    const data = { order: orderId, suborder: itemId, data: '', msg: '' }
    await shop.post('/orders/confirmOrder', data, manager.token)
    const moved = await moveOrder(shop, { orderId, move: 'dispatch', token: manager.token })
    expect(moved.status).toBe(200)
    const late = { items: [{ id: itemId, bname: 'Meena' }], reason: 'You called us' }
    expect((await change(manager.token, late)).status).toBe(409)
  })
})
