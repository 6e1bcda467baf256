import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStripe, type StripeStandIn } from './stripe.ts'

/** The stand-in is only worth something as far as it is as strict as Stripe. */
const account = {
  secretKey: 'sk_test_stand-in',
  publishableKey: 'pk_test_stand-in',
  webhookSecret: 'whsec_stand-in',
  events: ['payment_intent.succeeded', 'payment_intent.canceled'],
  tries: { atMost: 3, everyMs: 1 },
}
const card = {
  type: 'card',
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '40',
  'card[cvc]': '123',
}
const newIntent = {
  amount: '50000',
  currency: 'inr',
  description: 'Order one',
  'metadata[order]': 'one',
  'shipping[name]': 'Asha Rao',
  'shipping[address][line1]': '12 Church Street',
}

interface Answer {
  status: number
  headers: Headers
  body: {
    id: string
    status: string
    client_secret: string
    error?: { type: string; code?: string; param?: string; decline_code?: string }
  }
}

interface Asking {
  params?: Record<string, string>
  headers?: Record<string, string>
}

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await openStripe(account)
})
afterAll(() => stripe.close())

async function ask(call: string, { params, headers }: Asking): Promise<Answer> {
  const [method, path] = call.split(' ')
  const body = params && new URLSearchParams(params)
  const answer = await fetch(stripe.url + path, { method, headers, body })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const asServer = (call: string, { params, headers }: Asking = {}) =>
  ask(call, {
    params,
    headers: {
      authorization: `Bearer ${account.secretKey}`,
      'stripe-version': '2026-10-28.endive',
      ...headers,
    },
  })

const asBrowser = (call: string, params: Record<string, string>) =>
  ask(call, { params: { key: account.publishableKey, ...params } })

const begin = async () => (await asServer('POST /v1/payment_intents', { params: newIntent })).body

async function beginWith(number: string) {
  const { id, client_secret } = await begin()
  const method = await asBrowser('POST /v1/payment_methods', { ...card, 'card[number]': number })
  const params = { payment_method: method.body.id }
  await asServer(`POST /v1/payment_intents/${id}`, { params })
  const confirm = () => asBrowser(`POST /v1/payment_intents/${id}/confirm`, { client_secret })
  return { id, confirm }
}

describe('called by a server', () => {
  const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`

  test.each([
    ['no key', { authorization: '' }, 401],
    ['another key', { authorization: 'Bearer sk_test_another' }, 401],
    ['the key for browsers', { authorization: `Bearer ${account.publishableKey}` }, 401],
    ['the key by Basic', { authorization: basic(account.secretKey) }, 200],
    ['no version', { 'stripe-version': '' }, 400],
    ['another version', { 'stripe-version': '2020-08-27' }, 400],
    ['JSON', { 'content-type': 'application/json' }, 400],
  ])('with %s', async (_, headers, status) => {
    const answer = await asServer('POST /v1/payment_intents', { params: newIntent, headers })
    expect(answer.status).toBe(status)
  })

  test.each([
    ['amount', { amount: undefined }, 'parameter_missing'],
    ['amount', { amount: '1.5' }, 'parameter_invalid_integer'],
    ['amount', { amount: '49' }, 'amount_too_small'],
    ['amount', { amount: '100000000' }, 'amount_too_large'],
    ['currency', { currency: 'xyz' }, undefined],
    ['receipt_email', { receipt_email: 'asha' }, 'email_invalid'],
    ['colour', { colour: 'red' }, 'parameter_unknown'],
    [
      'payment_method_types',
      { 'payment_method_types[0]': 'card' },
      'payment_method_types_no_longer_supported',
    ],
  ])('refuses a wrong %s: %j', async (param, wrong, code) => {
    const given = Object.entries({ ...newIntent, ...wrong }).filter(([, value]) => value)
    const params = Object.fromEntries(given) as Record<string, string>
    const { status, body } = await asServer('POST /v1/payment_intents', { params })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param })
    expect(body.error?.code).toBe(code)
  })

  test('answers a key once, the same again with what it answered, another with 400', async () => {
    const headers = { 'idempotency-key': 'a key' }
    const first = await asServer('POST /v1/payment_intents', { params: newIntent, headers })
    const again = await asServer('POST /v1/payment_intents', { params: newIntent, headers })
    expect(again.body).toEqual(first.body)
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const params = { ...newIntent, amount: '50001' }
    const other = await asServer('POST /v1/payment_intents', { params, headers })
    expect(other.status).toBe(400)
    expect(other.body.error?.type).toBe('idempotency_error')
  })

  test('keeps no answer to what it could not read', async () => {
    const headers = { 'idempotency-key': 'read' }
    const wrong = await asServer('POST /v1/refunds', { params: {}, headers })
    expect(wrong.status).toBe(400)
    const right = await asServer('POST /v1/payment_intents', { params: newIntent, headers })
    expect(right.status).toBe(200)
  })

  test('does what is written twice without a key twice', async () => {
    const before = stripe.ledger.intents.size
    stripe.breakNext('POST /v1/payment_intents', 'is done twice')
    await begin()
    expect(stripe.ledger.intents.size).toBe(before + 2)
  })
})

describe('called by a browser', () => {
  test('from any page', async () => {
    const answer = await fetch(`${stripe.url}/v1/payment_methods`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['card_declined', { 'card[number]': '5555555555554444' }],
    ['expired_card', { 'card[exp_year]': '20' }],
  ])('refuses a card: %s', async (code, wrong) => {
    const { status, body } = await asBrowser('POST /v1/payment_methods', { ...card, ...wrong })
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code })
  })

  test.each(['/cancel', ''])('may not do what is for the server: %s', async (path) => {
    const { id } = await begin()
    const { status, body } = await asBrowser(`POST /v1/payment_intents/${id}${path}`, {})
    expect(status).toBe(401)
    expect(body.error?.code).toBe('secret_key_required')
  })

  test.each([
    ['4000000000000002', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
  ])('%s is declined, and another card is required', async (number, decline_code) => {
    const { id, confirm } = await beginWith(number)
    const { status, body } = await confirm()
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code })
    const intent = await asServer(`GET /v1/payment_intents/${id}`)
    expect(intent.body).toMatchObject({ status: 'requires_payment_method', payment_method: null })
  })
})

describe('webhooks', () => {
  /** A shop that answers what it is told to, and keeps the types of the events it got. */
  async function listen(statuses: number[] = []) {
    const got: string[] = []
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      got.push(JSON.parse(Buffer.concat(chunks).toString()).type)
      response.writeHead(statuses.shift() ?? 200).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    stripe.webhooks.deliverTo(`http://127.0.0.1:${port}/`)
    return { got, close: () => server.close() }
  }

  test('come once, and only what was subscribed to', async () => {
    const shop = await listen()
    await (await beginWith('4242424242424242')).confirm()
    await stripe.webhooks.settled()
    expect(shop.got).toEqual(['payment_intent.succeeded'])
    shop.close()
  })

  test('come again until they are taken', async () => {
    const shop = await listen([500, 503])
    await (await beginWith('4242424242424242')).confirm()
    await stripe.webhooks.settled()
    expect(shop.got).toHaveLength(3)
    expect(stripe.webhooks.delivered.slice(-3).map(({ status }) => status)).toEqual([500, 503, 200])
    shop.close()
  })

  test('come several times, late and in another order when they are told to', async () => {
    const shop = await listen()
    const [succeeded, canceled] = account.events
    const hasCancelled = Promise.withResolvers<void>()
    stripe.webhooks.faults.copies = 2
    stripe.webhooks.faults.delay = ({ type }) =>
      type === succeeded ? hasCancelled.promise : Promise.resolve()
    await (await beginWith('4242424242424242')).confirm()
    await asServer(`POST /v1/payment_intents/${(await begin()).id}/cancel`)
    await expect.poll(() => shop.got).toEqual([canceled, canceled])
    hasCancelled.resolve()
    await stripe.webhooks.settled()
    expect(shop.got).toEqual([canceled, canceled, succeeded, succeeded])
    shop.close()
  })
})
