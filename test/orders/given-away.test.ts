import { afterEach, beforeEach, expect, it } from 'vitest'
import { doorStanding } from '#shop/orders/door/door-money.ts'
import { givenAwayPaise } from '#shop/orders/money/ledger.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import { customLine, truffleLine } from '../support/checkout-steps.ts'
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
  body: { detail: 'A manager can refund at most ₹500 of an order. Please ask the owner.' },
}

async function orderOf(id: string) {
  const order = await findOrder(shop.context.db, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}
const givenAway = async (id: string) => givenAwayPaise(await orderOf(id))
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
