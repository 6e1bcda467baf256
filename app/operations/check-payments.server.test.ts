import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import type { PaymentProvider } from '#shop/payments/payment-provider.ts'
import { createRazorpayProvider } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import { createStripeProvider } from '#shop/payments/stripe/stripe-provider.server.ts'
import { stripeEvents } from '#shop/payments/stripe/stripe-webhook.server.ts'
import { openRazorpay, type Razorpay } from '../../test/stand-ins/razorpay.ts'
import { openStripe, type StripeStandIn } from '../../test/stand-ins/stripe.ts'
import { checkPayments } from './check-payments.server.ts'

/** A running shop, as far as a provider meets it. */
async function openWebhook(provider: PaymentProvider) {
  const server = createServer(async (request, response) => {
    if (request.url !== `/api/v1/payments/webhook/${provider.name}`) {
      return response.writeHead(404).end()
    }
    const headers = new Headers(request.headers as Record<string, string>)
    const status = await provider.readWebhook(await text(request), headers).then(
      () => 204,
      () => 400,
    )
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

type Settings = Record<string, string>

/** What was found that is not all right, and all that was looked at. */
async function found(settings: Settings) {
  const findings = await checkPayments(settings)
  return {
    all: findings.map(({ about }) => about),
    wrong: findings.filter(({ level }) => level !== 'ok'),
  }
}

const mails = {
  SMTP_URL: 'smtp://localhost',
  SHOP_EMAIL: 'shop@example.in',
  DATA_DIR: '/tmp/cakewala-without-a-shop',
}
// The stand-ins have no certificates.
const notHttps = expect.objectContaining({ level: 'error', about: 'PUBLIC_URL' })
const noShop = expect.objectContaining({ level: 'warning', about: 'test orders' })
const onlyTests = expect.objectContaining({ level: 'warning', about: 'mode' })

test('the sandbox is not for selling', async () => {
  const { wrong } = await found({})
  expect(wrong).toMatchObject([{ level: 'error', about: 'provider' }])
})

test('settings that stop the start are named', async () => {
  const { wrong } = await found({ PAYMENTS: 'razorpay', RAZORPAY_KEY_ID: 'rzp_test_1' })
  expect(wrong).toMatchObject([{ level: 'error', about: 'settings' }])
  expect(wrong[0]?.text).toContain('RAZORPAY_KEY_SECRET is missing')
})

describe('Razorpay', () => {
  const account = {
    keyId: 'rzp_test_doctor',
    keySecret: 'the secret of the key',
    webhookSecret: 'the secret of the webhook',
  }
  let razorpay: Razorpay
  let shop: Awaited<ReturnType<typeof openWebhook>>
  let settings: Settings

  beforeEach(async () => {
    razorpay = await openRazorpay(account)
    const apiBase = razorpay.url
    const provider = createRazorpayProvider({ ...account, apiBase }, { log: createLog('silent') })
    shop = await openWebhook(provider)
    settings = {
      ...mails,
      PAYMENTS: 'razorpay',
      RAZORPAY_KEY_ID: account.keyId,
      RAZORPAY_KEY_SECRET: account.keySecret,
      RAZORPAY_WEBHOOK_SECRET: account.webhookSecret,
      RAZORPAY_API_BASE: apiBase,
      PUBLIC_URL: shop.url,
    }
  })
  afterEach(async () => {
    shop.close()
    await razorpay.close()
  })

  test('all is well but for what a test machine cannot have', async () => {
    const { all, wrong } = await found(settings)
    expect(all).toEqual([
      'provider',
      'mode',
      'webhook secret',
      'capture and currency',
      'keys',
      'methods',
      'PUBLIC_URL',
      'webhook at the shop',
      'mails',
      'SHOP_EMAIL',
      'test orders',
    ])
    expect(wrong).toEqual([onlyTests, expect.objectContaining({ about: 'PUBLIC_URL' }), noShop])
    expect(razorpay.ledger.orders.size).toBe(0)
  })

  test.each<[string, Settings, string, RegExp]>([
    [
      'a provider that is away',
      { RAZORPAY_API_BASE: 'http://127.0.0.1:1' },
      'keys',
      /^Razorpay did not answer/,
    ],
    ['a wrong secret', { RAZORPAY_KEY_SECRET: 'another secret' }, 'keys', /401/],
    [
      'one secret for both',
      { RAZORPAY_WEBHOOK_SECRET: account.keySecret },
      'webhook secret',
      /of its own/,
    ],
    [
      'a shop that runs with an older webhook secret',
      { RAZORPAY_WEBHOOK_SECRET: 'a newer secret' },
      'webhook at the shop',
      /answered 400.*restart/,
    ],
    [
      'a shop that is not there',
      { PUBLIC_URL: 'http://127.0.0.1:1' },
      'webhook at the shop',
      /did not answer/,
    ],
    ['a tunnel', { PUBLIC_URL: 'https://cakes.ngrok.io' }, 'PUBLIC_URL', /refuses cakes\.ngrok/],
    ['this machine', { PUBLIC_URL: 'http://localhost:1' }, 'PUBLIC_URL', /refuses localhost/],
    ['no mail server', { SMTP_URL: '' }, 'mails', /SMTP_URL is not set/],
    ['a made-up mailbox', { SHOP_EMAIL: 'shop@cakewala.test' }, 'SHOP_EMAIL', /made up/],
  ])('%s is found', async (_, change, about, text) => {
    const { wrong } = await found({ ...settings, ...change })
    expect(wrong.find((one) => one.about === about)?.text).toMatch(text)
  })

  test('a redirect of the provider is not followed', async () => {
    const moved = createServer(async ({ url, headers }, response) => {
      const location = `${url}?again`
      if (url === '/v1/methods') return response.writeHead(307, { location }).end()
      const { authorization = '' } = headers
      const sent = await fetch(`${razorpay.url}${url}`, { headers: { authorization } })
      response.writeHead(sent.status).end(await sent.text())
    }).listen(0, '127.0.0.1')
    await once(moved, 'listening')
    const { port } = moved.address() as AddressInfo
    const { wrong } = await found({ ...settings, RAZORPAY_API_BASE: `http://127.0.0.1:${port}` })
    moved.close()
    expect(wrong).toContainEqual(expect.objectContaining({ level: 'warning', about: 'methods' }))
  })

  test('UPI that is not enabled is found', async () => {
    razorpay.ledger.methods.upi = false
    const { wrong } = await found(settings)
    expect(wrong).toContainEqual(expect.objectContaining({ level: 'error', about: 'methods' }))
  })
})

describe('Stripe', () => {
  const account = {
    secretKey: 'sk_test_doctor',
    publishableKey: 'pk_test_doctor',
    webhookSecret: 'whsec_doctor',
  }
  let stripe: StripeStandIn
  let shop: Awaited<ReturnType<typeof openWebhook>>
  let settings: Settings

  async function open(events: readonly string[] = stripeEvents) {
    stripe = await openStripe({ ...account, events })
    shop = await openWebhook(createStripeProvider({ ...account, apiBase: stripe.url }))
    stripe.webhooks.deliverTo(`${shop.url}/api/v1/payments/webhook/stripe`)
    settings = {
      ...mails,
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: account.secretKey,
      STRIPE_PUBLISHABLE_KEY: account.publishableKey,
      STRIPE_WEBHOOK_SECRET: account.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      PUBLIC_URL: shop.url,
    }
  }
  afterEach(async () => {
    shop.close()
    await stripe.close()
  })

  test('all is well but for what a test machine cannot have, and nothing is left to pay', async () => {
    await open()
    const { all, wrong } = await found(settings)
    expect(all.slice(3, 7)).toEqual(['keys', 'account', 'capture', 'webhook at Stripe'])
    expect(wrong).toEqual([onlyTests, notHttps, noShop])
    expect([...stripe.ledger.intents.values()]).toMatchObject([
      { amount: 100, currency: 'inr', status: 'canceled' },
    ])
  })

  test.each<[string, Settings, string, RegExp]>([
    [
      'a provider that is away',
      { STRIPE_API_BASE: 'http://127.0.0.1:1' },
      'keys',
      /^Stripe did not answer/,
    ],
    ['a wrong key', { STRIPE_SECRET_KEY: 'sk_test_other' }, 'keys', /401.*Check/],
    [
      'the key of another account',
      { STRIPE_PUBLISHABLE_KEY: 'pk_test_other' },
      'account',
      /another account/,
    ],
    [
      'a shop at another address',
      { PUBLIC_URL: 'http://127.0.0.1:1' },
      'webhook at Stripe',
      /none with snapshot events/,
    ],
    [
      'another signing secret',
      { STRIPE_WEBHOOK_SECRET: 'whsec_other' },
      'webhook at the shop',
      /answered 400/,
    ],
  ])('%s is found', async (_, change, about, text) => {
    await open()
    const { wrong } = await found({ ...settings, ...change })
    expect(wrong.find((one) => one.about === about)?.text).toMatch(text)
  })

  test('events that are not ticked are found', async () => {
    await open(['payment_intent.succeeded'])
    const { wrong } = await found(settings)
    expect(wrong.find(({ about }) => about === 'webhook at Stripe')?.text).toContain(
      'payment_intent.canceled, refund.created',
    )
  })
})
