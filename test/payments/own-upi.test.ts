import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { countToDo } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { comparePayments } from '#shop/consistency/check-consistency.server.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { loader } from '#shop/paying/pay.page.tsx'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import {
  checkOut,
  checkoutOf,
  comeBack,
  customLine,
  type Started,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { token: string; email: string }
let owner: { token: string; email: string }
let counter: { token: string }

beforeEach(async () => {
  shop = await openTestShop({ payments: (_, upi) => upi })
  Object.assign(shop.context.shop, { upiId: 'ovenly@okbank' })
  await shop.addCake()
  asha = await shop.customer()
  owner = await shop.admin()
  counter = await shop.staff('counter')
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  const compared = await comparePayments(shop.context, new Date(0))
  expect(compared.violations).toEqual([])
  await shop.close()
})

const reference = '412345678901'
const other = '412345678902'

const begin = (more: object = {}) =>
  checkOut(shop, asha.token, { checkoutId: crypto.randomUUID(), ...more })
const tokenOf = (secret: string | null) => secret ?? ''
const claim = (token: string, typed?: string) =>
  shop.post<{ message: string }>('/payments/claim', { token, reference: typed })
const orderOf = async (orderId: string) => {
  const order = await findOrder(shop.context.db, orderId)
  if (!order) throw new Error('no order')
  return order
}
const paymentOf = async (orderId: string) => {
  const payment = (await orderOf(orderId)).payments.findLast(({ cause }) => cause === 'online')
  if (!payment) throw new Error('no payment')
  return payment
}
const note = (of: { id: string; orderId: string }, noted = reference, token = counter.token) => {
  const body = { orderId: of.orderId, paymentId: of.id, reference: noted }
  return shop.post<{ message: string }>('/orders/upi-reference', body, token)
}
const found = async (orderId: string, noted = reference) => note(await paymentOf(orderId), noted)
const toDo = async () => {
  const { db, clock } = shop.context
  return (await countToDo({ db, now: clock.now() })).upi.orders
}
async function mailsOf(kind: RegExp) {
  await shop.runJobs()
  return [...shop.mails.values()].filter(({ subject }) => kind.test(subject))
}
async function pageOf(token: string) {
  const context = new RouterContextProvider()
  context.set(appContext, shop.context)
  const url = new URL(`/pay/${token}`, 'http://localhost:3000')
  const request = new Request(url)
  const params = { token }
  const { data } = await loader({ request, url, context, params } as never)
  return data
}
async function upload(...rows: string[]) {
  const body = new FormData()
  const heading = 'Txn Date,Description,Ref No.,Debit,Credit,Balance'
  body.set('file', new File([[heading, ...rows].join('\r\n')], 'statement.csv'))
  const headers = { authorization: `Bearer ${owner.token}` }
  const response = await shop.api.request('/money/statement', { method: 'POST', body, headers })
  return (await response.json()) as { message: string; problems: string[] }
}
const credit = (upi: string, rupees: string) =>
  `20/11/2026,UPI/CR/${upi}/Asha/okbank/Cake,,,${rupees},"51,550.00"`

describe('a payment to the shop’s own UPI id', () => {
  it('holds the order for hours, and is found by staff, once', async () => {
    const { status, body } = await begin()
    expect([status, body]).toMatchObject([200, { placed: false, secondsToPay: 4 * 3600 }])
    const { orderId, client_secret: token } = body
    expect(`/pay/${token}`).toBe(payPath(shop.context, orderId))
    const { number, state } = await orderOf(orderId)
    const { upi } = (await pageOf(tokenOf(token))) as {
      upi: { link: string; claimed: string | null }
    }
    expect(upi.link).toBe(
      `upi://pay?pa=ovenly%40okbank&pn=Cakewala&am=900.00&cu=INR&tn=Order%20${number}&tr=${number}`,
    )
    expect([state, upi.claimed, await toDo()]).toEqual(['awaiting_payment', null, 1])
    expect(await mailsOf(/pay ₹900$/)).toHaveLength(1)

    shop.wait(3 * hourMs)
    await reconcile(shop.context)
    expect((await found(orderId)).body.message).toBe(`Order ${number}: ₹900 found.`)
    expect((await shop.unchanged(() => found(orderId))).status).toBe(200)
    expect((await found(orderId, other)).status).toBe(409)
    expect([(await orderOf(orderId)).state, await toDo()]).toEqual(['placed', 0])
    expect(await paymentOf(orderId)).toMatchObject({ status: 'succeeded', reference, feePaise: 0 })
    expect((await comeBack(shop, asha.token, orderId)).body.state).toBe('placed')
    expect(await mailsOf(/did ₹900 come/)).toEqual([])

    const next = (await begin()).body
    const { body: refusal, status: refused } = await found(next.orderId)
    expect([refused, refusal.errors]).toEqual([
      409,
      { reference: 'This reference was already used for another payment.' },
    ])
  })

  it('is one, however often it is pressed', async () => {
    const cart = { checkoutId: crypto.randomUUID() }
    const [first, second] = await Promise.all([begin(cart), begin(cart)])
    const third = await begin(cart)
    expect([second.body, third.body]).toEqual([first.body, first.body])
    const { payments } = await orderOf(first.body.orderId)
    expect(payments).toHaveLength(1)
  })

  it('is proved by nothing that a customer says', async () => {
    const { orderId, client_secret } = (await begin()).body
    const token = tokenOf(client_secret)
    for (const wrong of ['41234567890', 'paid', '4123456789012'])
      expect((await claim(token, wrong)).status).toBe(422)
    expect((await claim('x.y', reference)).status).toBe(404)
    expect((await claim(token)).status).toBe(200)
    expect((await claim(token, reference)).status).toBe(200)
    await reconcile(shop.context)
    shop.wait(minuteMs)
    await reconcile(shop.context)
    expect((await comeBack(shop, asha.token, orderId)).body.state).toBe('awaiting_payment')
    expect(await paymentOf(orderId)).toMatchObject({ claimed: reference, reference: null })
    const [mail, more] = await mailsOf(/did ₹900 come/)
    expect([mail?.to, more]).toEqual([shop.context.shop.email, undefined])
    expect(mail?.text).toContain(reference)
    const payment = await paymentOf(orderId)
    expect((await note(payment, reference, asha.token)).status).toBe(403)
    expect((await note({ ...payment, id: crypto.randomUUID() })).status).toBe(404)
    const signed = { orderId, signedReturn: { reference } }
    expect((await shop.post('/orders/confirm-payment', signed, asha.token)).status).toBe(400)
  })

  it('ends with a mail once its time is over; money that comes late is sent back by hand', async () => {
    const { orderId, client_secret } = (await begin()).body
    await claim(tokenOf(client_secret), reference)
    shop.wait(4 * hourMs)
    await reconcile(shop.context)
    const { state, number } = await orderOf(orderId)
    expect([state, await toDo()]).toEqual(['expired', 0])
    const [mail] = await mailsOf(/we have not found ₹900$/)
    expect(mail?.to).toBe(asha.email)
    expect((await claim(tokenOf(client_secret), reference)).status).toBe(409)

    shop.wait(hourMs)
    const { body } = await found(orderId)
    expect(body.message).toBe(`Order ${number} could not be had any more. Please send ₹900 back.`)
    const refund = (await orderOf(orderId)).payments.at(-1)
    expect(refund).toMatchObject({ cause: 'refund', status: 'requested', paise: -90_000 })
    expect([await toDo(), (await orderOf(orderId)).state]).toEqual([1, 'expired'])
    expect(await mailsOf(/your payment is refunded$/)).toHaveLength(1)
    shop.wait(9 * hourMs)
    await reconcile(shop.context)
    expect((await orderOf(orderId)).payments.at(-1)?.status).toBe('requested')

    const id = { id: refund?.id ?? '', orderId }
    expect((await note(id, reference)).status).toBe(409)
    expect((await note(id, other)).body.message).toBe('₹900 sent back.')
    expect((await shop.unchanged(() => note(id, other))).status).toBe(200)
    expect((await orderOf(orderId)).payments.at(-1)).toMatchObject({ status: 'succeeded' })
    expect(await toDo()).toBe(0)
  })

  it('goes back by hand with an order that is cancelled, and with what staff refund', async () => {
    const { orderId } = (await begin()).body
    await found(orderId)
    const body = { orderId, amount: 100, reason: 'Dry', key: crypto.randomUUID() }
    expect((await shop.post('/orders/refund', body, owner.token)).status).toBe(200)
    const cancel = { email: asha.email, orderId }
    expect((await shop.post('/orders/cancelOrders', cancel, asha.token)).status).toBe(200)
    const { number } = await orderOf(orderId)
    const detail = await loadOrderDetail(shop.context.db, number)
    expect(detail?.byHand.map(({ paise }) => paise)).toEqual([-10_000, -80_000])
    for (const [index, { id }] of (detail?.byHand ?? []).entries())
      expect((await note({ id, orderId }, `51234567890${index}`)).status).toBe(200)
    expect((await loadOrderDetail(shop.context.db, number))?.byHand).toEqual([])
  })

  it('does not begin in a shop without an own UPI id', async () => {
    Object.assign(shop.context.shop, { upiId: 'cakewala@upi' })
    const { status, body } = await begin()
    expect([status, body]).toMatchObject([
      409,
      { detail: 'We cannot take payments online yet. Please call us.' },
    ])
  })

  it('ends at once where its customer turns to something else', async () => {
    const zone = newZone({ takesCash: true })
    const usual = { ...settings().usual, cashLimitPaise: 200_000 }
    const slots = everyDay({ places: 1 })
    await saveSettings(shop, owner.token, settings({ zones: [zone], slots, usual }))
    const cart = { checkoutId: crypto.randomUUID(), amount: 910 }
    const { orderId } = (await begin(cart)).body
    expect((await begin({ ...cart, cash: true })).body).toMatchObject({ placed: true })
    expect((await orderOf(orderId)).state).toBe('expired')
    expect(await mailsOf(/we have not found/)).toEqual([])
    expect(await wrongPlaces(shop)).toEqual([])
  })

  it('holds its place for hours, but not longer than the slot can be ordered', async () => {
    const time = '2026-11-20T17:30'
    const slots = (cutOffMinutes: number) => everyDay({ places: 1, cutOffMinutes })
    await saveSettings(shop, owner.token, settings({ slots: slots(240) }))
    const { body } = await begin({ time, amount: 910 })
    expect(body).toMatchObject({ secondsToPay: 2 * 3600 })
    const ravi = await shop.customer('ravi@example.in')
    const his = checkoutOf({ time, amount: 910, user: { email: ravi.email } })
    shop.wait(2 * hourMs - minuteMs)
    await reconcile(shop.context)
    const send = () => shop.post('/orders/process-payment', his, ravi.token)
    expect((await send()).status).toBe(409)
    shop.wait(minuteMs)
    await reconcile(shop.context)
    expect((await orderOf(body.orderId)).state).toBe('expired')
    await saveSettings(shop, owner.token, settings({ slots: slots(60) }))
    expect((await send()).status).toBe(200)
    expect(await wrongPlaces(shop)).toEqual([])
  })
})

describe('a statement of the bank', () => {
  it('finds what has the reference that the customer gave, with exactly its amount', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()]
    await claim(tokenOf(one.body.client_secret), reference)
    await claim(tokenOf(two.body.client_secret), other)
    const { number } = await orderOf(two.body.orderId)
    const { message, problems } = await upload(credit(reference, '900.00'), credit(other, '90.00'))
    expect([message, problems]).toEqual([
      '1 more UPI payment is in the account.',
      [`Order ${number}: ₹900 was noted, the statement has no ₹900 beside ${other}.`],
    ])
    const states = [one, two, three].map(async ({ body }) => (await orderOf(body.orderId)).state)
    expect(await Promise.all(states)).toEqual(['placed', 'awaiting_payment', 'awaiting_payment'])
    expect(await upload(credit(reference, '900.00'))).toMatchObject({ problems: [] })
  })

  it('finds nothing by a reference that two say, or that another payment has', async () => {
    const [one, two] = [await begin(), await begin()]
    for (const { body } of [one, two]) await claim(tokenOf(body.client_secret), reference)
    expect((await upload(credit(reference, '900.00'))).message).toMatch(/^No more/)
    await found(one.body.orderId)
    const again = await upload(credit(reference, '900.00'))
    expect(again.message).toBe('1 more UPI payment is in the account.')
    expect((await orderOf(two.body.orderId)).state).toBe('awaiting_payment')
  })
})

it('a customised cake is accepted by it, within its hours and after', async () => {
  Object.assign(shop.context.shop, { depositPercent: 100 })
  const wanted = { order: [customLine], amount: 0, time: '2026-11-25T17:30' }
  const { orderId } = (await begin(wanted)).body
  const [item] = (await orderOf(orderId)).items
  const price = { order: orderId, suborder: item?.id, data: 1, msg: 5000 }
  expect((await shop.post('/orders/confirmOrder', price, owner.token)).status).toBe(200)
  const [quote] = await quotesOfOrder(shop.context.db, orderId)
  const token = shop.context.payTokens.sign(quote?.id ?? '')
  expect((await claim(token)).status).toBe(409)
  const started = await shop.post<Started>('/payments/start', { token })
  expect(started.status).toBe(200)
  const { upi } = (await pageOf(token)) as { upi: { paise: number; link: string } }
  const { number } = await orderOf(orderId)
  expect(upi.link).toMatch(new RegExp(`&tr=${number}[0-9a-f]{6}$`))
  shop.wait(5 * hourMs)
  await reconcile(shop.context)
  expect((await found(orderId)).body.message).toContain('found.')
  expect((await orderOf(orderId)).items[0]?.status).toBe('accepted')
})
