import { afterEach, beforeEach, expect, it } from 'vitest'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { bodyOf } from '../stand-ins/stripe-webhooks.ts'
import { checkoutOf, comeBack, type Started } from '../support/checkout-steps.ts'
import { openStripeShop } from '../support/stripe-shop.ts'

let opened: Awaited<ReturnType<typeof openStripeShop>>
let token: string
beforeEach(async () => {
  opened = await openStripeShop()
  await opened.shop.addCake()
  token = (await opened.shop.customer()).token
  opened.stripe.ledger.areBanksSlow = true
})
afterEach(() => opened.close())

async function start() {
  const paymentMethodId = await opened.browser.enterCard()
  const checkout = checkoutOf({ paymentMethodId })
  const { body } = await opened.shop.post<Started>('/orders/process-payment', checkout, token)
  return { ...body, paymentId: body.client_secret?.split('_secret')[0] ?? '' }
}

/** The customer has confirmed, and the bank takes its time. */
async function confirmed() {
  const started = await start()
  await opened.browser.confirm(started.client_secret ?? '')
  expect(opened.stripe.ledger.intents.get(started.paymentId)?.status).toBe('processing')
  return started
}

const stateOf = async () => (await opened.shop.context.db.select().from(orders))[0]?.state

async function deliver(type: string) {
  const { shop, stripe } = opened
  const event = stripe.webhooks.events.findLast((one) => one.type === type)
  if (!event) throw new Error(`no event ${type}`)
  const body = bodyOf(event)
  const headers = stripe.webhooks.headersOf(body, 0)
  return shop.api.request('/payments/webhook/stripe', { method: 'POST', body, headers })
}

it('an order whose bank takes its time is neither placed nor ended, paying again is no second charge, and the webhook places it when the bank has paid', async () => {
  const { orderId, paymentId } = await confirmed()
  expect((await comeBack(opened.shop, token, orderId)).body.state).toBe('awaiting_payment')
  expect(await start()).toMatchObject({ orderId, paymentId, placed: false })
  expect(opened.stripe.ledger.intents.size).toBe(1)
  opened.shop.wait(2 * unpaidOrderLifetimeMs)
  await reconcile(opened.shop.context)
  expect(await stateOf()).toBe('awaiting_payment')
  opened.stripe.endProcessing(paymentId, true)
  expect((await deliver('payment_intent.succeeded')).status).toBe(204)
  expect(await stateOf()).toBe('placed')
})

it('a bank that declines in the end leaves the order for another card, and it expires as any other', async () => {
  const { orderId, paymentId } = await confirmed()
  opened.stripe.endProcessing(paymentId, false)
  opened.stripe.ledger.areBanksSlow = false
  const again = await start()
  expect(again).toMatchObject({ orderId, paymentId })
  opened.shop.wait(unpaidOrderLifetimeMs)
  await reconcile(opened.shop.context)
  expect(await stateOf()).toBe('expired')
})
