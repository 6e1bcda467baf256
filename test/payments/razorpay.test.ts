import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import {
  reconcile,
  reconcilePaymentsHandler,
  refundRetriesMs,
} from '#shop/paying/reconcile-payments.job.server.ts'
import { createRazorpayProvider } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import { openRazorpay, type Razorpay } from '../stand-ins/razorpay.ts'
import type { Event } from '../stand-ins/razorpay-ledger.ts'
import { checkoutOf, type Started } from '../support/checkout-steps.ts'
import { storedRefunds } from '../support/ledger.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const account = {
  keyId: 'rzp_test_4xYz',
  keySecret: 'the secret of the key',
  webhookSecret: 'the secret of the webhooks',
}

const log = createLog('silent')
let razorpay: Razorpay
let shop: TestShop
let asha: { email: string; token: string }
beforeEach(async () => {
  razorpay = await openRazorpay(account)
  shop = await openTestShop({
    payments: () => createRazorpayProvider({ ...account, apiBase: razorpay.url }, { log }),
  })
  await shop.addCake()
  asha = await shop.customer()
})
afterEach(async () => {
  await shop.close()
  await razorpay.close()
})

async function begin() {
  const { body } = await shop.post<Started>('/orders/process-payment', checkoutOf(), asha.token)
  return { orderId: body.orderId, paymentId: body.client_secret ?? '' }
}

const comeBack = (orderId: string, signedReturn: Record<string, string> | null) =>
  shop.post<{ state: string }>('/orders/confirm-payment', { orderId, signedReturn }, asha.token)

const deliver = async (event: Event) =>
  shop.api.request('/payments/webhook/razorpay', {
    method: 'POST',
    body: event.body,
    headers: razorpay.headersOf(event),
  })

const stateOf = async (orderId: string) =>
  (await shop.context.db.select().from(orders)).find(({ id }) => id === orderId)?.state

it('an order is paid in Razorpay, placed by what the browser brings, and cancelled with its money back', async () => {
  const { orderId, paymentId } = await begin()
  const signedReturn = razorpay.pay(paymentId, { method: 'upi' })
  expect((await comeBack(orderId, signedReturn)).body.state).toBe('placed')
  await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
  await shop.runJobs()
  const [paid] = razorpay.ledger.paymentsOf(paymentId)
  expect(paid).toMatchObject({ status: 'refunded', amount_refunded: 90_000 })
  const [refund] = await storedRefunds(shop.context.db)
  expect(razorpay.ledger.refunds.get(refund?.providerId ?? '')).toMatchObject({
    amount: 90_000,
    notes: { key: refund?.key },
  })
})

it('a refund that Razorpay answers with "invalid request sent" is made once the balance is there', async () => {
  const { orderId, paymentId } = await begin()
  await comeBack(orderId, razorpay.pay(paymentId))
  razorpay.ledger.refusal = 'invalid request sent'
  await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
  for (const run of [1, 2, 3]) {
    await reconcileAfterRetries()
    expect(await storedRefunds(shop.context.db)).toMatchObject([
      { status: 'requested', attempts: run },
    ])
  }
  await shop.runJobs().catch(() => {})
  const told = [...shop.mails.values()].find(({ subject }) => /^A refund is waiting/.test(subject))
  expect(told?.text).toContain('invalid request sent')
  razorpay.ledger.refusal = null
  await reconcileAfterRetries()
  expect(await storedRefunds(shop.context.db)).toMatchObject([{ status: 'succeeded' }])
})

async function reconcileAfterRetries() {
  shop.wait(refundRetriesMs + 1)
  await reconcile(shop.context)
}

it("another order's signature places nothing", async () => {
  const { orderId } = await begin()
  const { id } = await beginElsewhere()
  expect((await comeBack(orderId, razorpay.pay(id))).status).toBe(400)
  expect(await stateOf(orderId)).toBe('awaiting_payment')
})

it('every webhook three times, in any order, is the same as once', async () => {
  const { orderId, paymentId } = await begin()
  razorpay.pay(paymentId, { outcome: 'failed' })
  razorpay.pay(paymentId)
  const [first] = razorpay.ledger.events.filter(({ name }) => name === 'payment.captured')
  if (!first) throw new Error('no webhook')
  expect((await deliver(first)).status).toBe(204)
  await shop.runJobs()
  expect(await stateOf(orderId)).toBe('placed')

  const before = await tableContents(shop.context.db)
  for (const event of shuffledThrice(razorpay.ledger.events)) {
    expect((await deliver(event)).status).toBe(204)
  }
  expect(await tableContents(shop.context.db)).toEqual(before)
})

it('money that Razorpay takes for an order that is over goes back', async () => {
  const { orderId, paymentId } = await begin()
  shop.wait(unpaidOrderLifetimeMs)
  await reconcilePaymentsHandler(shop.context).run({})
  expect(await stateOf(orderId)).toBe('expired')
  razorpay.pay(paymentId)
  for (const event of razorpay.ledger.events) await deliver(event)
  await shop.runJobs()
  expect(await stateOf(orderId)).toBe('expired')
  const [paid] = razorpay.ledger.paymentsOf(paymentId)
  expect(paid).toMatchObject({ status: 'refunded', amount_refunded: 90_000 })
})

it('an order whose beginning was lost on the way is begun once', async () => {
  razorpay.breakNext('POST /v1/orders', 'fails after')
  const lost = await shop.post('/orders/process-payment', checkoutOf(), asha.token)
  expect(lost.status).toBe(503)
  const { paymentId } = await begin()
  expect([...razorpay.ledger.orders.values()]).toMatchObject([{ id: paymentId }])
})

/** An order the account takes money for, but not this shop. */
function beginElsewhere() {
  return shop.context.payments.active.startPayment({
    key: 'elsewhere',
    paymentId: null,
    paymentMethodId: null,
    amountPaise: 90_000,
    currency: 'INR',
    orderNumber: 1042,
    reference: 'elsewhere',
    customer: { name: 'Asha Rao', email: asha.email },
    address: '12 Church Street,560001,Bengaluru',
  })
}

/** Each three times, and every one before and after every other. */
function shuffledThrice(events: Event[]): Event[] {
  const backwards = events.toReversed()
  return [...backwards, ...events, ...backwards]
}
