import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import { givenAwayToday } from '#shop/orders/money/given-away.server.ts'
import { givenAway as givenSteps } from '#shop/orders/money/ledger.tables.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import { checkoutOf, customLine, truffleLine } from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

// A manager of the test shop may give away ₹500 of an order.
let shop: TestShop
let owner: string
let manager: string
let does: ReturnType<typeof cashOrders>

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  const customer = (await shop.customer()).token
  owner = (await shop.admin()).token
  manager = (await shop.staff('manager')).token
  does = cashOrders(shop, { customer, owner })
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const beyond = {
  status: 403,
  body: { detail: 'A manager can give away at most ₹500 of an order. Please ask the owner.' },
}

async function orderOf(id: string) {
  const order = await findOrder(shop.context.db, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}
async function givenAway(id: string) {
  const steps = await shop.context.db.select().from(givenSteps).where(eq(givenSteps.orderId, id))
  return steps.reduce((sum, { paise }) => sum + paise, 0)
}
const waive = (order: string, token = manager) =>
  shop.post('/orders/waive-cash', { order, reason: 'Our fault' }, token)
const cancel = (orderId: string, token = manager) =>
  shop.post('/orders/cancelOrders', { email: 'asha@example.in', orderId, reason: 'x' }, token)
const drop = async (orderId: string, position: number, token = manager) => {
  const itemId = (await itemsOf(shop.context.db, orderId))[position]?.id
  return shop.post('/orders/dropItem', { orderId, itemId, reason: 'It fell down' }, token)
}
const refund = (orderId: string, amount: number, token = manager) =>
  shop.post('/orders/refund', { orderId, amount, reason: 'x', key: crypto.randomUUID() }, token)

async function smaller(orderId: string, token: string) {
  const [item] = await itemsOf(shop.context.db, orderId)
  const items = [{ id: item?.id, wt: '1', amount: 1 }]
  return shop.post('/orders/changeOrder', { orderId, items, reason: 'As they wish' }, token)
}

it('money collected in cash is not waived by a manager beyond the limit, at the door or later', async () => {
  const order = await does.out(19_950)
  expect(doorStanding(await orderOf(order)).duePaise).toBe(20_000_00)
  expect(await does.move(order, 'deliver', { waive: 'x' }, manager)).toMatchObject(beyond)
  expect(await waive(order)).toMatchObject(beyond)
  expect(await orderOf(order)).toMatchObject({ fulfilment: 'out_for_delivery' })
  expect(await givenAway(order)).toBe(0)
  expect((await does.move(order, 'deliver', { waive: 'x' }, owner)).status).toBe(200)
  expect(await givenAway(order)).toBe(20_000_00)
})

it('a shortfall within the limit is waived, once', async () => {
  const order = await does.out(1500)
  const short = { money: { method: 'cash', amount: 1100, reason: 'Too little' } }
  expect((await does.move(order, 'deliver', short, manager)).status).toBe(200)
  for (const status of [200, 200]) expect((await waive(order)).status).toBe(status)
  expect(await givenAway(order)).toBe(450_00)
})

it('a shortfall beyond the limit stays open', async () => {
  const order = await does.out(1500)
  const short = { money: { method: 'cash', amount: 1000, reason: 'Too little' } }
  expect((await does.move(order, 'deliver', short, manager)).status).toBe(200)
  expect(await waive(order)).toMatchObject(beyond)
  expect(doorStanding(await orderOf(order))).toMatchObject({ state: 'short', duePaise: 550_00 })
})

it('an order in cash is cancelled by a manager up to the limit, as one that is paid is', async () => {
  const dear = await does.place()
  await does.agree(dear, 1500)
  expect(await cancel(dear)).toMatchObject(beyond)
  const cheap = await does.place()
  await does.agree(cheap, 450)
  expect((await cancel(cheap)).status).toBe(200)
  expect(await givenAway(cheap)).toBe(500_00)
  expect((await cancel(dear, owner)).status).toBe(200)
})

it('a cake due in cash counts with what was refunded before', async () => {
  const order = await does.place([truffleLine, customLine])
  await does.agree(order, 400, 1)
  expect((await refund(order, 300)).status).toBe(200)
  expect(await drop(order, 1)).toMatchObject(beyond)
  expect((await drop(order, 1, owner)).status).toBe(200)
  expect(await givenAway(order)).toBe(700_00)
})

it('what gives nothing away is allowed, however much the owner gave before', async () => {
  const order = await does.place([truffleLine, customLine])
  expect((await refund(order, 600, owner)).status).toBe(200)
  expect((await drop(order, 1)).status).toBe(200)
  expect(await givenAway(order)).toBe(600_00)
})

describe('what only looks like something else', () => {
  const ask = (detail: RegExp) => ({ status: 403, body: { detail: expect.stringMatching(detail) } })
  const dear = () => does.place([{ ...truffleLine, amount: 3 }], { amount: 2600 })

  it('an order that is made smaller', async () => {
    const order = await dear()
    const counter = (await shop.staff('counter')).token
    expect(await smaller(order, counter)).toMatchObject(ask(/^This gives ₹1,700 away\./))
    expect(await smaller(order, manager)).toMatchObject(ask(/at most ₹500 of an order/))
    expect((await orderOf(order)).chargedPaise).toBe(2600_00)
    expect((await smaller(order, owner)).status).toBe(200)
    expect(await givenAway(order)).toBe(1700_00)
  })

  it('an order that is made smaller, and for midnight, so that its rest is paid first', async () => {
    const midnight = { startMinute: 1380, endMinute: 1440, kind: 'midnight' as const }
    const slots = [...everyDay({ startMinute: 960, endMinute: 1080 }), ...everyDay(midnight)]
    await saveSettings(shop, owner, settings({ slots }))
    const counter = (await shop.staff('counter')).token
    const taken = await shop.post<{ orderId: string }>(
      '/orders/take',
      {
        customer: { name: 'Meera', mobileno: '9876500001' },
        paid: null,
        checkout: checkoutOf({
          time: '2026-11-21T16:30',
          order: [{ ...truffleLine, amount: 3 }],
          amount: 2550,
        }),
      },
      counter,
    )
    expect(taken.status).toBe(200)
    const { orderId } = taken.body
    const [item] = await itemsOf(shop.context.db, orderId)
    const change = (token: string) =>
      shop.post(
        '/orders/changeOrder',
        {
          orderId,
          items: [{ id: item?.id, wt: '1', amount: 1 }],
          time: '2026-11-21T23:30',
          reason: 'As they wish',
        },
        token,
      )
    expect(await change(counter)).toMatchObject(ask(/^This gives ₹1,640 away\./))
    expect(await change(manager)).toMatchObject(ask(/at most ₹500 of an order/))
    expect((await orderOf(orderId)).payments).toEqual([])
    expect((await change(owner)).status).toBe(200)
    expect(await givenAway(orderId)).toBe(1640_00)
  })

  it('the last cake of a paid order that is rejected, with what its delivery had cost', async () => {
    const order = await does.place([truffleLine, customLine], { amount: 900 })
    expect((await drop(order, 0, owner)).status).toBe(200)
    const before = await givenAway(order)
    const suborder = (await itemsOf(shop.context.db, order))[1]?.id
    const reject = { order, suborder, data: 2, msg: 'No elephants' }
    expect((await shop.post('/orders/confirmOrder', reject, owner)).status).toBe(200)
    expect((await orderOf(order)).chargedPaise).toBe(0)
    expect((await givenAway(order)) - before).toBe(50_00)
  })

  it('an order that is closed with money due', async () => {
    const order = await does.out(1500)
    const counter = (await shop.staff('counter')).token
    await does.move(order, 'fail', { reason: 'nobody-in' })
    expect(await does.move(order, 'close', {}, counter)).toMatchObject(ask(/^This gives ₹1,550/))
    expect(await does.move(order, 'close', {}, manager)).toMatchObject(ask(/at most ₹500/))
    expect(await orderOf(order)).toMatchObject({ fulfilment: 'failed' })
    expect((await does.move(order, 'close')).status).toBe(200)
  })

  it('money out of the till, which counts once with the order that was made smaller', async () => {
    const checkout = checkoutOf({
      order: [{ ...truffleLine, amount: 3 }],
      amount: 2600,
      checkoutId: crypto.randomUUID(),
    })
    const buyer = { name: 'Ravi', mobileno: '9812345678', email: 'ravi@example.in' }
    const taken = { customer: buyer, checkout, paid: { method: 'cash' } }
    const { body } = await shop.post<{ orderId: string }>('/orders/take', taken, owner)
    expect((await smaller(body.orderId, owner)).status).toBe(200)
    const back = { order: body.orderId, amount: -1700, method: 'cash' }
    const settle = (token: string) => shop.post('/orders/settle-cash', back, token)
    const counter = (await shop.staff('counter')).token
    const byCounter = await settle(counter)
    expect([byCounter.status, (await settle(owner)).status]).toEqual([403, 200])
    expect(await givenAway(body.orderId)).toBe(1700_00)
  })

  it('many orders of one day', async () => {
    // A manager of the test shop may give away ₹2,000 in a day.
    const orders = []
    for (let n = 0; n < 5; n += 1) orders.push(await does.place([truffleLine]))
    const statuses = []
    for (const order of orders) statuses.push((await refund(order, 500)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 403])
    expect((await refund(orders[4] ?? '', 500, owner)).status).toBe(200)
  })
})

it('the panel says what was given away today', async () => {
  const order = await does.place([truffleLine])
  expect((await refund(order, 300)).status).toBe(200)
  const { db, clock } = shop.context
  expect(await givenAwayToday(db, clock.now())).toEqual({ orders: 1, paise: 300_00 })
  await shop.runJobs()
  shop.wait(24 * hourMs)
  expect(await givenAwayToday(db, clock.now())).toEqual({ orders: 0, paise: 0 })
})

it('a password that was typed long ago is asked for again', async () => {
  await shop.close()
  const sessionRules = { maxStaffMs: dayMs, staffIdleMs: dayMs, recentPasswordMs: minuteMs }
  shop = await openTestShop({ sessionRules })
  await shop.addCake()
  const customer = (await shop.customer()).token
  const { token } = await shop.admin()
  does = cashOrders(shop, { customer, owner: token })
  const order = await does.place([{ ...truffleLine, amount: 3 }], { amount: 2600 })
  shop.wait(2 * minuteMs)
  const asked = { status: 403, body: { type: 'password-needed' } }
  expect(await cancel(order, token)).toMatchObject(asked)
  expect(await smaller(order, token)).toMatchObject(asked)
})
