import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doorMoneyWithin } from '#shop/accounting/month/month.store.server.ts'
import { boundsOfMonth } from '#shop/accounting/month/month.ts'
import { refundLate } from '#shop/handling/late/decide-late.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import {
  checkoutOf,
  customLine,
  ordersOf,
  payQuote,
  refundOrder,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { storedRefunds } from '../support/ledger.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const cakeLine = { ...truffleLine, price: 450 }

// What is due is one sum of an order, whichever way its money came.
let shop: TestShop
let owner: string
let customer: string
let does: ReturnType<typeof cashOrders>

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({ price: 450 })
  customer = (await shop.customer()).token
  owner = (await shop.admin()).token
  does = cashOrders(shop, { customer, owner })
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const cash = (amount: number) => ({ money: { method: 'cash', amount } })

async function orderOf(id: string) {
  const order = await findOrder(shop.context.db, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

const dueOf = async (order: string) =>
  (await shop.get<{ due: number }>(`/orders/door-money?order=${order}`, owner)).body.due

/** Quotes a cake, and the customer accepts by paying the deposit, or all. */
async function acceptOnline(order: string, rupees: number, position = 0, more: object = {}) {
  await does.quote(order, rupees, position)
  const item = (await itemsOf(shop.context.db, order))[position]?.id
  const quotes = await quotesOfOrder(shop.context.db, order)
  const open = quotes.find(({ itemId, status }) => itemId === item && status === 'open')
  return payQuote(shop, open?.id ?? '', more)
}

const shown = async (id: string) =>
  (await ordersOf(shop, { email: 'asha@example.in', token: customer })).find(
    (order) => order.id === id,
  )

const refund = (orderId: string, amount: number, more: object = {}) =>
  refundOrder(shop, { orderId, amount, token: owner, reason: 'Squashed', ...more })

const refunds = async () =>
  (await storedRefunds(shop.context.db)).map(({ amountPaise }) => amountPaise / 100)

it('a late delivery of an order that is partly paid online arrives, and its money goes back', async () => {
  const rules = settings({ zones: [newZone({ feePaise: 5000 })], slots: everyDay() })
  await saveSettings(shop, owner, rules)
  const order = await does.place([customLine, customLine], { time: '2026-11-21T16:00' })
  expect(await acceptOnline(order, 2400, 0, { all: true })).toBe('placed')
  await does.agree(order, 400, 1)
  for (const position of [0, 1]) await does.prepare(order, position)
  await does.move(order, 'dispatch')
  shop.wait(new Date('2026-11-21T13:45:00Z').getTime() - shop.context.clock.now().getTime())
  expect(await dueOf(order)).toBe(400)
  expect((await does.move(order, 'deliver', cash(400))).status).toBe(200)
  await refundLate(shop.context)
  // 20 % of ₹2,850.
  expect(await refunds()).toEqual([570])
  expect(await shown(order)).toMatchObject({ dueInCash: 0, refunded: 570, waived: 570 })
})

describe('a refund by staff of an order with a deposit', () => {
  const deposit = () => Object.assign(shop.context.shop, { depositPercent: 30 })

  it.each([600, 800])('of ₹%i reaches the card as it is told', async (rupees) => {
    deposit()
    const order = await does.place([cakeLine, customLine], { amount: 500 })
    await acceptOnline(order, 1000, 1)
    const { body } = await refund(order, rupees)
    expect(body.message).toContain(`₹${rupees} refunded.`)
    expect((await refunds()).reduce((sum, one) => sum + one, 0)).toBe(rupees)
    expect([await dueOf(order), await does.invoiced(order)]).toEqual([700, 1500 - rupees])
  })

  it('of a customised cake alone reaches the card', async () => {
    deposit()
    const order = await does.place([customLine], { amount: 0 })
    await acceptOnline(order, 1000)
    expect((await refund(order, 300)).status).toBe(200)
    expect(await refunds()).toEqual([300])
    // What is left of the price, and the delivery.
    expect([await dueOf(order), await does.invoiced(order)]).toEqual([750, 750])
  })
})

describe('what a rider was to collect, in the month', () => {
  const riders = () => doorMoneyWithin(shop.context.db, boundsOfMonth('2026-11'))

  it('is nothing of what was paid online', async () => {
    const order = await does.place([customLine], { amount: 0 })
    Object.assign(shop.context.shop, { depositPercent: 100 })
    await acceptOnline(order, 5000)
    await does.prepare(order)
    await does.move(order, 'dispatch')
    await does.move(order, 'deliver')
    expect(await riders()).toEqual([])
  })

  it('is all that was due at the door, whatever the shop gave back later', async () => {
    const order = await does.out(850)
    await does.move(order, 'deliver', cash(900))
    expect((await refund(order, 300, { method: 'cash' })).status).toBe(200)
    expect(await riders()).toMatchObject([
      { askedPaise: 900_00, cashTakenPaise: 900_00, duePaise: 0 },
    ])
  })
})

it('a cake that is dropped lowers what is due, be it paid or not, and goes back beyond that', async () => {
  const order = await does.place([cakeLine, customLine], { amount: 500 })
  await does.agree(order, 300, 1)
  expect(await dueOf(order)).toBe(300)
  await does.drop(order)
  expect([await dueOf(order), await refunds()]).toEqual([0, [150]])
  await shop.runJobs()
  const [, mail] = [...shop.mails].find(([id]) => id.startsWith('item-dropped')) ?? []
  const text = mail?.text.replace(/\s+/g, ' ')
  expect(text).toContain('We’ve refunded ₹150.')
  expect(text).toContain('You pay ₹300 less in cash.')
})

describe('what was paid in person', () => {
  it('at the door is due no more', async () => {
    const order = await does.out(850)
    await does.move(order, 'deliver', cash(900))
    expect(await shown(order)).toMatchObject({ dueInCash: 0 })
  })

  it('at the counter is given back when the order is cancelled, as its mail says', async () => {
    const checkout = checkoutOf({
      order: [cakeLine],
      amount: 500,
      checkoutId: crypto.randomUUID(),
    })
    const buyer = { name: 'Ravi', mobileno: '9812345678', email: 'ravi@example.in' }
    const paid = { method: 'upi', reference: '123456789012' }
    const taken = { customer: buyer, checkout, paid }
    const { body } = await shop.post<{ orderId: string }>('/orders/take', taken, owner)
    const cancelled = await shop.post<{ message: string }>(
      '/orders/cancelOrders',
      { email: buyer.email, orderId: body.orderId, reason: 'No flour' },
      owner,
    )
    expect(cancelled.body.message).toContain('We owe them ₹500, paid in person.')
    await shop.runJobs()
    const text = shop.mails.get(`order-cancelled-${body.orderId}`)?.text.replace(/\s+/g, ' ')
    expect(text).toContain('We owe you ₹500 and give it back.')
    expect(text).not.toContain('nothing to refund')
    const back = { order: body.orderId, amount: -500, method: 'cash' }
    const settled = await shop.post<{ message: string }>('/orders/settle-cash', back, owner)
    expect(settled.body.message).toBe('₹500 is given back.')
    expect((await orderOf(body.orderId)).paidPaise).toBe(0)
  })
})

it('an order that was paid online by its quote is found as such, and not among those in cash', async () => {
  Object.assign(shop.context.shop, { depositPercent: 100 })
  const order = await does.place([customLine], { amount: 0 })
  await acceptOnline(order, 1000)
  const found = async (payment: string) =>
    (await shop.get<ApiOrder[]>(`/orders/adminOrders?payment=${payment}`, owner)).body.map(
      ({ id }) => id,
    )
  expect([await found('card'), await found('cash')]).toEqual([[order], []])
})

it('a refund of two payments is the same refund by its whole amount, not by a part of it', async () => {
  const order = await does.place([customLine, customLine])
  await acceptOnline(order, 800, 0, { all: true })
  await acceptOnline(order, 200, 1, { all: true })
  const key = crypto.randomUUID()
  const made = await refund(order, 600, { key })
  expect(made.body.message).toMatch(/^₹600 refunded/)
  expect(await refund(order, 600, { key })).toMatchObject({ status: 200, body: made.body })
  expect((await refund(order, 200, { key })).status).toBe(409)
  expect((await refunds()).toSorted()).toEqual([200, 400])
})
