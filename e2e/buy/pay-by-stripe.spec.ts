import type { Page } from '@playwright/test'
import { openStripe, type StripeStandIn } from '../../test/stand-ins/stripe.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import {
  cards,
  cartWith,
  confirmOrder,
  heading,
  ordersOf,
  payButton,
  seeOrderPlaced,
  toast,
  untilListening,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import {
  providerTest,
  readyToConfirm,
  readyToPay,
  rightsOf,
  seeOnePaidOrder,
  watchProvider,
} from '../support/provider-steps.ts'
import { expect } from '../support/shop-test.ts'
import {
  giveStripeCard,
  meetStripe,
  stripeBank,
  stripeField,
} from '../support/stripe-in-browser.ts'

const account = {
  secretKey: 'sk_test_walks',
  publishableKey: 'pk_test_walks',
  webhookSecret: 'whsec_walks',
}

const test = providerTest({
  open: () => openStripe({ ...account, events: ['payment_intent.succeeded'] }),
  settings: ({ url }) => ({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: account.secretKey,
    STRIPE_PUBLISHABLE_KEY: account.publishableKey,
    STRIPE_WEBHOOK_SECRET: account.webhookSecret,
    STRIPE_API_BASE: url,
  }),
  onOpen: (stripe, shop) =>
    stripe.webhooks.deliverTo(`${shop.address}/api/v1/payments/webhook/stripe`),
  meet: (context, stripe) => meetStripe(context, stripe),
})

async function payWith(page: Page, number: string) {
  await giveStripeCard(page, number)
  await payButton(page).click()
}

/** What Stripe charged for the payments that began after there were so many. */
function chargesSince(stripe: StripeStandIn, before: number): number[] {
  const begun = [...stripe.ledger.intents.values()].slice(before)
  return begun.filter(({ status }) => status === 'succeeded').map((one) => one.amount_received)
}

test('a card pays, and no page but that of the payment knows of Stripe', { tag: '@phone' }, async ({
  page,
  shop,
  provider,
}) => {
  const before = provider.ledger.intents.size
  const seen = watchProvider(page, 'stripe.com')
  const customer = await readyToConfirm(page)
  expect(seen.requests()).toEqual([])
  expect(await seen.scripts()).toBe(0)
  await confirmOrder(page)
  await expect(payButton(page)).toBeEnabled()
  expect(await seen.scripts()).toBeGreaterThan(0)
  await seeNoBarrier(page, 'the payment with Stripe')
  const rights = await rightsOf(page, '/order')
  expect(rights.policy).toContain("script-src 'self' https://js.stripe.com")
  expect(rights.permissions).toContain('payment=(self "https://js.stripe.com")')
  expect(rights.windows).toBe('same-origin')
  for (const path of ['/', '/confirmOrder']) {
    expect(JSON.stringify(await rightsOf(page, path))).not.toContain('stripe')
  }

  // Back again by the browser's own button: a page that was left by a link is one document with the next.
  await cartWith(page, 1).click()
  await expect(heading(page, 'Your cart')).toBeVisible()
  await page.reload()
  await untilListening(page)
  await page.goBack()
  await expect(heading(page, 'Pay now')).toBeVisible()

  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
  expect(chargesSince(provider, before)).toEqual([90_000])
  await mailAbout(shop.outbox, customer.email, /is placed$/)
})

test('a refused card leaves the cart, and another card pays once', async ({
  page,
  provider,
  trouble,
}) => {
  const before = provider.ledger.intents.size
  const customer = await readyToPay(page)
  await page.getByLabel('Cardholder name').fill('')
  await payButton(page).click()
  await expect(page.getByText('Cardholder name is required')).toBeVisible()
  await giveStripeCard(page, '4242 4242 4242 4241')
  await expect(page.getByText('Your card number is invalid.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()

  trouble.expect(402, '/confirm')
  await payWith(page, '4000 0000 0000 9995')
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await expect(cartWith(page, 1)).toBeVisible()
  await payWith(page, cards.declined)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(stripeField(page).getByLabel('Card number')).toBeFocused()
  await seeNoBarrier(page, 'a card that Stripe refused')
  expect(await ordersOf(page, customer)).toEqual([])

  await giveStripeCard(page, cards.succeeds)
  await expect(page.getByText('Your card was declined.')).toBeHidden()
  await payButton(page).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
  expect(chargesSince(provider, before)).toEqual([90_000])
})

test('the bank asks: refusing orders nothing, approving pays', async ({ page, provider }) => {
  const before = provider.ledger.intents.size
  const customer = await readyToPay(page)
  await payWith(page, cards.secondFactor)
  await stripeBank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('We are unable to authenticate')).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  await payButton(page).click()
  await stripeBank(page).getByRole('button', { name: 'Complete' }).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
  expect(chargesSince(provider, before)).toEqual([90_000])
})

test('what a browser paid that was never seen again is ordered by the webhook', async ({
  page,
  provider,
}) => {
  const before = provider.ledger.intents.size
  const customer = await readyToPay(page)
  await page.route('**/orders/confirm-payment', (route) => route.abort('internetdisconnected'))
  await payWith(page, cards.succeeds)
  await expect.poll(() => chargesSince(provider, before)).toEqual([90_000])
  await page.close({ runBeforeUnload: false })

  const later = await page.context().newPage()
  await seeOnePaidOrder(later, customer)
  await later.goto('/yourorder')
  await expect(later.getByRole('article')).toContainText('Chocolate Truffle Cake')
})

test('when Stripe cannot be reached nothing is lost, and another try pays', async ({
  page,
  provider,
  trouble,
}) => {
  const before = provider.ledger.intents.size
  const blocked = 'https://js.stripe.com/*/stripe.js'
  await page.route(blocked, (route) => route.abort('internetdisconnected'))
  const customer = await readyToPay(page)
  await expect(page.getByRole('alert')).toContainText('could not be reached')
  await expect(payButton(page)).toBeDisabled()
  await seeNoBarrier(page, 'Stripe is not to be had')
  await page.unroute(blocked)
  await page.getByRole('button', { name: 'Try again' }).click()

  trouble.expect(503, '/orders/process-payment')
  provider.breakBy((request) => (request === 'POST /v1/payment_intents' ? 'fails' : null))
  await payWith(page, cards.succeeds)
  await expect(toast(page, /is not responding/)).toBeVisible()
  await expect(cartWith(page, 1)).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  provider.breakBy(() => null)
  await payButton(page).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
  expect(chargesSince(provider, before)).toEqual([90_000])
})

test('a bank that takes its time: the customer is told, checks again, and pays once', async ({
  page,
  provider,
}) => {
  const before = provider.ledger.intents.size
  const customer = await readyToPay(page)
  const confirm = 'https://api.stripe.com/v1/payment_intents/*/confirm'
  await page.route(confirm, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { object: 'payment_intent', status: 'processing' },
    }),
  )
  await payWith(page, cards.succeeds)
  await expect(page.getByText('We are confirming your payment.')).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: 'Your bank is still working' })
  await expect(notice).toBeFocused({ timeout: 30_000 })
  await expect(notice).toContainText('Please do not pay again.')
  await seeNoBarrier(page, 'a payment that the bank works on')
  await expect(cartWith(page, 1)).toBeVisible()
  expect(await ordersOf(page, customer)).toEqual([])

  const [intent] = [...provider.ledger.intents.values()].slice(before)
  const { publishableKey } = account
  await page.request.post(`${provider.url}/v1/payment_intents/${intent?.id}/confirm`, {
    form: { key: publishableKey, client_secret: intent?.client_secret ?? '' },
  })
  await notice.getByRole('button', { name: 'Check again' }).click()
  await seeOrderPlaced(page)
  await seeOnePaidOrder(page, customer)
  expect(chargesSince(provider, before)).toEqual([90_000])
})
