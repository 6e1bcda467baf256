import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { couponsWithSales } from '#shop/orders/coupons/coupons.store.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { expireUnpaidOrder } from '#shop/paying/start-payment.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import {
  begin,
  buy,
  checkOut,
  checkoutOf,
  customLine,
  newCard,
  ordersOf,
  pay,
  refundOrder,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let owner: { token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({ weight: ['0.5', '1', '2'] })
  asha = await shop.customer()
  owner = await shop.admin()
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const typed = {
  ...{ code: 'diwali100', off: '100', from: '500', categories: '', isForFirstOrder: 'no' },
  ...{ maxUses: '', maxEach: '', startsOn: '', endsOn: '' },
}
const add = (more: object = {}) => shop.post('/coupons', { ...typed, ...more }, owner.token)
const check = (code: string, token?: string) => shop.get(`/coupons/check?code=${code}`, token)
const coupon = { coupon: 'DIWALI100', amount: 800 }
const again = () => ({ ...coupon, checkoutId: crypto.randomUUID() })
const buyWith = (more: object = {}) => buy(shop, asha.token, { ...again(), ...more })
const chargesOf = async (id: string) =>
  (await findOrder(shop.context.db, id))?.charges.map(({ cause, paise }) => [cause, paise])
const papers = async (id: string) =>
  (await papersOf(shop.context.db, [id])).map(({ kind, content }) => ({
    kind,
    total: content.total.total,
    lines: content.lines.map(({ details, quantity, rate, amount }) => {
      return [details.join(), quantity, rate, amount.taxable, amount.total]
    }),
  }))

it('is a charge below zero, said on the invoice, with the tax on what is paid', async () => {
  await add()
  expect((await check('diwali100')).body).toEqual({
    ...{ code: 'DIWALI100', percent: null, paise: 100_00, fromPaise: 500_00, categories: [] },
  })
  const { orderId } = await buyWith()
  expect(await chargesOf(orderId)).toEqual([
    ['placed', 850_00],
    ['placed', 50_00],
    ['coupon', -100_00],
  ])
  expect(await papers(orderId)).toEqual([
    {
      kind: 'invoice',
      total: 800_00,
      lines: [
        ['Cocoa, 1 kg, Eggless,Coupon: − ₹100', 1, 850_00, 714_28, 750_00],
        ['', null, 50_00, 47_62, 50_00],
      ],
    },
  ])
  expect((await ordersOf(shop, asha))[0]).toMatchObject({
    ...{ subtotal: 850, coupon: { code: 'DIWALI100', off: 100 }, shipping: 50, paidByCard: 800 },
  })
  await shop.runJobs()
  const mail = shop.mails.get(`order-placed-${orderId}`)
  expect(mail?.text).toMatch(/Coupon DIWALI100[\s|:]*− ₹100/)
  expect(await couponsWithSales(shop.context.db)).toMatchObject([
    { coupon: { code: 'DIWALI100' }, orders: 1, offPaise: 100_00, salesPaise: 750_00 },
  ])
})

describe('is refused', () => {
  const refused = (sentence: string) => ({
    status: 409,
    body: { errors: { coupon: sentence } },
  })
  const tryIt = (more: object = {}) => begin(shop, asha.token, { ...again(), ...more })

  it.each([
    ['that is none', {}, 'NOWHERE', 'There is no coupon NOWHERE. Please check how it is written.'],
    [
      'of yesterday',
      { endsOn: '2026-11-19' },
      'DIWALI100',
      'Coupon DIWALI100 is over since 19 Nov 2026.',
    ],
    [
      'of tomorrow',
      { startsOn: '2026-11-21' },
      'DIWALI100',
      'Coupon DIWALI100 begins on 21 Nov 2026.',
    ],
    [
      'for more',
      { from: '851' },
      'DIWALI100',
      'Coupon DIWALI100 is for ready-made cakes from ₹851.',
    ],
  ])('one %s', async (_, more, code, sentence) => {
    await add(more)
    expect(await shop.unchanged(() => tryIt({ coupon: code }))).toMatchObject(refused(sentence))
  })

  it('for other cakes, at another total, and once it is ended', async () => {
    await shop.addCake({ id: 'mango', name: 'Mango Cake', category: 'Fruit' })
    await add({ categories: 'fruit' })
    expect(await tryIt()).toMatchObject(refused('Coupon DIWALI100 is for fruit cakes from ₹500.'))
    const order = [{ ...truffleLine, cakeid: 'mango' }]
    expect(await tryIt({ order, amount: 900 })).toMatchObject({
      ...{ status: 409, body: { errors: { amount: 'The total is now ₹800.' } } },
    })
    expect(await tryIt({ order })).toMatchObject({ status: 200 })
    await shop.post('/coupons/end', { code: 'DIWALI100' }, owner.token)
    const over = refused('Coupon DIWALI100 is over since 20 Nov 2026.')
    expect(await tryIt({ order, bname: 'Ravi' })).toMatchObject(over)
    expect(await check('DIWALI100')).toMatchObject(over)
  })

  it('to who has used it: by account, mobile or mailbox, and guests too', async () => {
    await add({ maxEach: '1', maxUses: '2' })
    const { orderId } = await buyWith()
    const used = refused('You have used coupon DIWALI100 already.')
    expect(await tryIt()).toMatchObject(used)
    expect(await check('DIWALI100', asha.token)).toMatchObject(used)
    const guest = async (email: string, mobileno: string) =>
      (await shop.context.accounts.startGuest({ name: 'Ravi', email, mobileno })).token
    for (const who of [
      await guest('asha+2@example.in', '9800000000'),
      await guest('ravi@example.in', '9876543210'),
    ])
      expect(await begin(shop, who, again())).toMatchObject(used)
    const meera = await guest('meera@example.in', '9800000001')
    expect(await begin(shop, meera, again())).toMatchObject({ status: 200 })
    const last = await guest('last@example.in', '9800000002')
    expect(await begin(shop, last, again())).toMatchObject(refused('Coupon DIWALI100 is used up.'))

    const cancel = { orderId, email: asha.email }
    await shop.post('/orders/cancelOrders', cancel, asha.token)
    expect(await tryIt()).toMatchObject({ status: 200 })
  })

  it('after a first order, unless that was cancelled', async () => {
    await add({ isForFirstOrder: 'yes' })
    const { orderId } = await buy(shop, asha.token)
    expect(await tryIt()).toMatchObject(refused('Coupon DIWALI100 is for your first order.'))
    await shop.post('/orders/cancelOrders', { orderId, email: asha.email }, asha.token)
    expect(await tryIt()).toMatchObject({ status: 200 })
  })
})

describe('is held by an order that waits for its payment', () => {
  it('until it expires, and paying the same again is no second use', async () => {
    await add({ maxUses: '1', maxEach: '1' })
    const ravi = await shop.customer('ravi@example.in')
    const first = again()
    const started = await begin(shop, asha.token, first)
    expect((await begin(shop, asha.token, first)).body.orderId).toBe(started.body.orderId)
    expect(await begin(shop, ravi.token, again())).toMatchObject({ status: 409 })
    await expireUnpaidOrder(shop.context, started.body.orderId)
    expect(await begin(shop, ravi.token, again())).toMatchObject({ status: 200 })
  })

  it('but not from its own customer, whose next try replaces it: what comes late goes back', async () => {
    await add({ maxUses: '1', maxEach: '1' })
    const first = await begin(shop, asha.token, again())
    expect(await check('DIWALI100', asha.token)).toMatchObject({ status: 200 })
    expect(await check('DIWALI100')).toMatchObject({ status: 409 })
    const { orderId } = await buyWith({ time: '2026-11-21T19:30' })
    expect((await pay(shop, first.body)).status).not.toBe(200)
    expect((await findOrder(shop.context.db, first.body.orderId))?.state).toBe('expired')
    expect((await findOrder(shop.context.db, orderId))?.state).toBe('placed')
  })
})

describe('after a change', () => {
  const resize = async (orderId: string, size: object) => {
    const [item] = await itemsOf(shop.context.db, orderId)
    const items = [{ id: item?.id, ...size }]
    return shop.post<{ message: string }>('/orders/changeOrder', { orderId, items }, asha.token)
  }

  it('an amount stays with its share of what remains, and never grows', async () => {
    await add()
    const { orderId } = await buyWith()
    const { body } = await resize(orderId, { wt: '0.5' })
    expect(body.message).toContain('Coupon DIWALI100 takes ₹50 off now.')
    expect(body.message).toContain('We’ve refunded ₹375.')
    expect(await chargesOf(orderId)).toContainEqual(['changed', -375_00])
    expect((await papers(orderId)).map(({ kind, total }) => [kind, total])).toEqual([
      ['invoice', 800_00],
      ['credit-note', 375_00],
    ])
    await shop.runJobs()
    const mail = [...shop.mails.values()].find(({ subject }) => subject.includes('is changed'))
    expect(mail?.text).toMatch(/Coupon:\s*> ₹100 off → ₹50 off/)
    const more = await resize(orderId, { wt: '2' })
    expect(more.body.message).toContain('₹1,225')
  })

  it('a percentage is of what it costs then', async () => {
    await add({ code: 'TEN', off: '10%', from: '' })
    const { orderId } = await buyWith({ coupon: 'TEN', amount: 815 })
    const { body } = await resize(orderId, { wt: '0.5' })
    expect(body.message).toContain('Coupon TEN takes ₹42.50 off now.')
    expect(body.message).toContain('₹382.50')
  })

  it('a cake that is dropped takes its share along, and parts go back to the paisa', async () => {
    await add()
    const order = [truffleLine, { ...truffleLine, wt: '0.5', bname: 'Asha' }]
    const { orderId } = await buyWith({ order, amount: 1225 })
    const [first] = await itemsOf(shop.context.db, orderId)
    expect(first?.couponPaise).toBe(66_67)
    const drop = { orderId, itemId: first?.id, reason: 'No cocoa' }
    await shop.post('/orders/dropItem', drop, owner.token)
    expect((await ordersOf(shop, asha))[0]).toMatchObject({
      ...{ subtotal: 425, coupon: { off: 33.33 }, shipping: 50, refunded: 783.33, dueInCash: 0 },
    })
    await refundOrder(shop, { orderId, amount: 441.67, token: owner.token })
    expect((await ordersOf(shop, asha))[0]).toMatchObject({ refunded: 1225, waived: 441.67 })
  })
})

it('is taken by phone, beside a cake whose price is to follow, and in the file of orders', async () => {
  await add({ code: 'TEN', off: '10%', from: '' })
  const order = [truffleLine, customLine]
  const body = {
    customer: { name: 'Meera', mobileno: '9876500001', email: 'meera@example.in' },
    ...{ paid: { method: 'cash' }, checkout: checkoutOf({ order, coupon: 'ten', amount: 815 }) },
  }
  const taken = await shop.post<Started>('/orders/take', body, owner.token)
  expect(taken.status).toBe(200)
  expect(await chargesOf(taken.body.orderId)).toContainEqual(['coupon', -85_00])
  const headers = { authorization: `Bearer ${owner.token}` }
  const file = await shop.api.request('/orders/export', { headers })
  expect(await file.text()).toMatch(/,850,-85,/)
})

it('is paid in cash, late, and by another card', async () => {
  await add({ maxEach: '1' })
  const first = { ...again(), paymentMethodId: newCard('declined') }
  const started = await checkOut(shop, asha.token, first)
  await pay(shop, started.body)
  const paid = await buy(shop, asha.token, { ...first, paymentMethodId: newCard() })
  expect(paid.orderId).toBe(started.body.orderId)
  shop.wait(dayMs + 8 * hourMs)
  expect(await chargesOf(paid.orderId)).toHaveLength(3)
})

it('has a code once, is for cakes that there are, and takes less than all', async () => {
  expect(await add()).toMatchObject({ status: 200 })
  expect(await add()).toMatchObject({ status: 409, body: { errors: { code: expect.anything() } } })
  for (const [field, text] of [
    ['categories', 'Bread'],
    ['off', '91%'],
    ['off', '0'],
    ['from', '100'],
    ['endsOn', '2026-13-01'],
    ['code', 'a b'],
    ['maxUses', '0'],
  ] as const) {
    const answer = await shop.unchanged(() => add({ code: 'OTHER', [field]: text }))
    expect([field, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      ...[field, 422, [field]],
    ])
  }
})
