import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppContext } from '#app/context.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { type Api, createApi } from '#platform/http/api.server.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import { createLog } from '#platform/log.server.ts'
import { checkPermission, checkRecentPassword } from '#shop/accounts/require-customer.server.ts'
import { shopLimits } from '#shop/values/limits.server.ts'
import {
  type CardBehaviour,
  type Delivery,
  type Paying,
  paymentProviderContract,
} from '../../../../test/contracts/payment-provider.ts'
import { openTestDatabase } from '../../../../test/support/test-database.ts'
import { serveSandbox } from './pay-by-sandbox.server.ts'
import { sandboxCardPayment } from './pay-by-sandbox.tsx'
import type { SandboxBehaviour } from './sandbox-cards.ts'
import { createSandboxProvider } from './sandbox-provider.server.ts'
import {
  deliverSandboxWebhook,
  sandboxWebhookHandler,
  signWebhook,
} from './sandbox-webhook.job.server.ts'

const webhookSecret = 'a secret for the tests'
const now = new Date('2026-06-01T06:30:00Z')
const clock = { now: () => now }

interface Queued {
  job: string
  data: unknown
}

/** The sandbox over a database, its calls for browsers, and the jobs it put in the queue. */
async function openSandbox(failing?: Jobs) {
  const open = await openTestDatabase()
  const queued: Queued[] = []
  const jobs: Jobs = failing ?? {
    async enqueue(_tx, job, data) {
      queued.push({ job: job.name, data })
    },
  }
  const deps = { db: open.db, clock, jobs }
  const api = createApi({
    settings: { publicUrl: 'http://localhost:3000', trustProxy: false },
    log: createLog('silent'),
    limiter: createLimiter(shopLimits),
    authenticate: async () => null,
    checkPermission,
    checkRecentPassword,
  })
  serveSandbox(api, deps as AppContext)
  return { open, queued, api, provider: createSandboxProvider({ ...deps, webhookSecret }) }
}

/** As in a browser: what begins with a slash goes to the page's own server, here without a network. */
function fetchAsBrowser(api: Api): typeof fetch {
  const network = globalThis.fetch
  return async (to, init) => {
    const url = String(to)
    return url.startsWith('/')
      ? api.hono.request(url.replace('/api/v1', ''), init)
      : network(to, init)
  }
}

/** A shop that stores the webhooks it receives and sends a status. */
async function listen(status = 200) {
  const received: (Delivery & { url: string | undefined })[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = new Headers(request.headers as Record<string, string>)
    received.push({ body: Buffer.concat(chunks).toString(), headers, url: request.url })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, shopUrl: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const behaviours = {
  succeeds: 'succeeds',
  'is declined': 'declined',
  'asks the bank': 'second_factor',
} as const

const noChallenge = () => Promise.reject(new Error('the challenge was shown'))

paymentProviderContract('the sandbox', openContractSandbox, { disputes: true, slowBanks: true })

async function openContractSandbox() {
  const { open, queued, api, provider } = await openSandbox()
  const shop = await listen()
  const { run } = sandboxWebhookHandler({ shopUrl: shop.shopUrl, webhookSecret, clock })
  vi.stubGlobal('fetch', fetchAsBrowser(api))
  return {
    provider,
    customer: {
      enterCard: async (behaves: CardBehaviour) => {
        const card = { behaviour: behaviours[behaves], last4: '4242' }
        const details = { cardholder: 'Asha Rao', address: 'Hill Road,400050,Mumbai' }
        return (await sandboxCardPayment(noChallenge).createPaymentMethod(card, details)).id
      },
      confirm: (clientSecret: string, { approves }: Paying) =>
        sandboxCardPayment(async () => approves).confirm(clientSecret),
    },
    async deliveriesAbout(paymentId: string) {
      shop.received.length = 0
      const about = queued.filter(
        ({ data }) => (data as { intentId: string }).intentId === paymentId,
      )
      for (const { data } of about) await run(data)
      return shop.received.slice()
    },
    sign(body: string, secondsAgo: number) {
      const at = new Date(now.getTime() - secondsAgo * 1000)
      return new Headers({ 'sandbox-signature': signWebhook(body, webhookSecret, at) })
    },
    async close() {
      vi.unstubAllGlobals()
      shop.close()
      await open.close()
    },
  }
}

describe('the sandbox alone', () => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>
  let orders = 0
  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterAll(() => (sandbox.open as OpenDatabase).close())
  beforeEach(() => {
    sandbox.queued.length = 0
  })

  const post = (path: string, body: unknown) =>
    sandbox.api.hono.request(`/sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function enter(behaviour: SandboxBehaviour = 'succeeds'): Promise<string> {
    const response = await post('/payment_methods', { behaviour, last4: '4242' })
    return ((await response.json()) as { id: string }).id
  }

  function start(paymentMethodId: string, order = `alone-${++orders}`, amountPaise = 50_000) {
    return sandbox.provider.startPayment({
      key: order,
      paymentId: null,
      paymentMethodId,
      customer: { name: 'Asha Rao', email: 'asha@example.in' },
      address: '12 Church Street,560001,Bengaluru',
      amountPaise,
      currency: 'INR',
      orderNumber: 1042,
      reference: order,
    })
  }

  const step = async (
    payment: { id: string; clientSecret: string },
    path: 'confirm' | 'authenticate',
    more = {},
  ) => {
    const body = { client_secret: payment.clientSecret, ...more }
    const response = await post(`/payment_intents/${payment.id}/${path}`, body)
    return { status: response.status, body: await response.json() }
  }

  test.each([
    ['succeeds', { status: 'succeeded' }],
    [
      'declined',
      {
        status: 'requires_method',
        error: {
          code: 'card_declined',
          message: 'Your card was declined. Please use another card.',
        },
      },
    ],
    [
      'insufficient_funds',
      {
        status: 'requires_method',
        error: {
          code: 'insufficient_funds',
          message: 'Your card has insufficient funds. Please use another card.',
        },
      },
    ],
    ['second_factor', { status: 'requires_action' }],
  ] as const)('confirming with a card that is %s, and again', async (behaviour, body) => {
    const payment = await start(await enter(behaviour))
    expect(await step(payment, 'confirm')).toEqual({ status: 200, body })
    expect(await step(payment, 'confirm')).toEqual({ status: 200, body })
    expect(sandbox.queued).toHaveLength(behaviour === 'succeeds' ? 1 : 0)
  })

  test("approving the bank's challenge, and again", async () => {
    const payment = await start(await enter('second_factor'))
    await step(payment, 'confirm')
    const paid = { status: 200, body: { status: 'succeeded' } }
    expect(await step(payment, 'authenticate', { approve: true })).toEqual(paid)
    expect(await step(payment, 'authenticate', { approve: false })).toEqual(paid)
    expect(sandbox.queued).toHaveLength(1)
  })

  test('an approval without a challenge changes nothing', async () => {
    const payment = await start(await enter('second_factor'))
    expect((await step(payment, 'authenticate', { approve: true })).status).toBe(409)
    expect((await sandbox.provider.getPayment(payment.id)).status).toBe('open')
  })

  test('a cancelled payment sends 409', async () => {
    const payment = await start(await enter())
    await sandbox.provider.cancelPayment(payment.id)
    expect((await step(payment, 'confirm')).status).toBe(409)
  })

  test.each(['confirm', 'authenticate'] as const)('%s: a wrong secret sends 404', async (path) => {
    const payment = await start(await enter())
    const other = await start(await enter())
    const more = path === 'confirm' ? {} : { approve: true }
    for (const clientSecret of ['x', `${payment.clientSecret}0`, other.clientSecret]) {
      expect((await step({ id: payment.id, clientSecret }, path, more)).status).toBe(404)
    }
    const unknown = { id: 'pi_000000000000000000000000', clientSecret: payment.clientSecret }
    expect((await step(unknown, path, more)).status).toBe(404)
    expect(sandbox.queued).toEqual([])
  })

  test.each([
    ['an unknown behaviour', { behaviour: 'free', last4: '4242' }],
    ['no digits', { behaviour: 'succeeds', last4: '42x2' }],
    ['a card number for its last digits', { behaviour: 'succeeds', last4: '4242424242424242' }],
    ['a card number beside them', { behaviour: 'succeeds', last4: '4242', number: '4242' }],
    ['nothing', {}],
  ])('a payment method of %s sends 422', async (_, body) => {
    expect((await post('/payment_methods', body)).status).toBe(422)
  })

  test.each([
    ['/payment_intents/pi_000000000000000000000000/confirm', {}],
    ['/payment_intents/pi_000000000000000000000000/authenticate', { client_secret: 'x' }],
    [
      '/payment_intents/pi_000000000000000000000000/authenticate',
      { client_secret: 'x', approve: 'yes' },
    ],
    ['/payment_intents/1/confirm', { client_secret: 'x' }],
    ['/payment_intents/pi_000000000000000000000000/confirm', { client_secret: 'x'.repeat(201) }],
  ])('%s with %j sends 422', async (path, body) => {
    expect((await post(path, body)).status).toBe(422)
  })

  test('a card that was tried is not taken again, here or for another order', async () => {
    const card = await enter('declined')
    const payment = await start(card, 'tried')
    await step(payment, 'confirm')
    await expect(start(card, 'tried')).rejects.toMatchObject({ code: 'conflict' })
    await expect(start(card)).rejects.toMatchObject({ code: 'conflict' })
    await start(await enter(), 'tried')
    await expect(start(card, 'tried')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('the same card again during its challenge changes nothing', async () => {
    const card = await enter('second_factor')
    const payment = await start(card, 'challenge')
    await step(payment, 'confirm')
    await start(card, 'challenge')
    expect((await step(payment, 'authenticate', { approve: true })).body).toEqual({
      status: 'succeeded',
    })
  })

  test('a key is for one order and one amount', async () => {
    const card = await enter()
    await start(card, 'one', 50_000)
    await expect(start(card, 'one', 50_001)).rejects.toMatchObject({ code: 'conflict' })
  })

  test("a refund's key is for one payment and one amount", async () => {
    const [one, other] = [await start(await enter()), await start(await enter())]
    await step(one, 'confirm')
    await step(other, 'confirm')
    const refund = { key: 'back', attempts: 0, paymentId: one.id, amountPaise: 100 }
    await sandbox.provider.refund(refund)
    const conflict = { code: 'conflict' }
    await expect(sandbox.provider.refund({ ...refund, amountPaise: 101 })).rejects.toMatchObject(
      conflict,
    )
    await expect(sandbox.provider.refund({ ...refund, paymentId: other.id })).rejects.toMatchObject(
      conflict,
    )
  })

  test('events of a kind the shop does not know are other events', async () => {
    const body = JSON.stringify({ id: 'evt_1', type: 'constructor', payment_intent: 'pi_1' })
    const headers = new Headers({ 'sandbox-signature': signWebhook(body, webhookSecret, now) })
    expect(await sandbox.provider.readWebhook(body, headers)).toEqual({
      id: 'evt_1',
      type: 'other',
      paymentId: 'pi_1',
      refundId: null,
    })
  })

  test.each(['', 'null', '{"id":"evt_1"}', 'not JSON'])(
    "a signed '%s' is rejected",
    async (body) => {
      const headers = new Headers({ 'sandbox-signature': signWebhook(body, webhookSecret, now) })
      await expect(sandbox.provider.readWebhook(body, headers)).rejects.toMatchObject({
        code: 'malformed',
      })
    },
  )
})

describe('a change and its webhook', () => {
  test('are one transaction: where the job cannot be queued, nothing was paid or cancelled', async () => {
    const failing: Jobs = { enqueue: () => Promise.reject(new Error('the queue is full')) }
    const { open, api, provider } = await openSandbox(failing)
    const { insertMethod } = await import('./sandbox.store.server.ts')
    await insertMethod(open.db, {
      id: 'pm_1',
      behaviour: 'succeeds',
      last4: '4242',
      createdAt: now,
    })
    const payment = await provider.startPayment({
      key: 'k',
      paymentId: null,
      customer: { name: 'Asha Rao', email: 'asha@example.in' },
      address: '12 Church Street,560001,Bengaluru',
      paymentMethodId: 'pm_1',
      amountPaise: 100,
      currency: 'INR',
      orderNumber: 1042,
      reference: 'r',
    })
    const confirmed = await api.hono.request(`/sandbox/payment_intents/${payment.id}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: payment.clientSecret }),
    })
    expect(confirmed.status).toBe(500)
    await expect(provider.cancelPayment(payment.id)).rejects.toThrow('the queue is full')
    expect(await provider.getPayment(payment.id)).toEqual(payment)
    await open.close()
  })
})

describe('delivering a webhook', () => {
  const data = {
    eventId: 'evt_1',
    type: 'payment_intent.succeeded',
    intentId: 'pi_1',
    createdAt: now.toISOString(),
  }

  test("posts it to the shop's webhook, signed, the same event at every try", async () => {
    const shop = await listen()
    const { job, run } = sandboxWebhookHandler({ shopUrl: shop.shopUrl, webhookSecret, clock })
    expect(job).toBe(deliverSandboxWebhook)
    await run(data)
    await run(data)
    shop.close()
    const [first, again] = shop.received
    expect(first?.url).toBe('/api/v1/payments/webhook/sandbox')
    expect(first?.headers.get('content-type')).toBe('application/json')
    expect(first?.headers.get('sandbox-signature')).toMatch(/^t=1780295400,v1=[0-9a-f]{64}$/)
    expect(JSON.parse(first?.body ?? '')).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      created: 1780295400,
      payment_intent: 'pi_1',
    })
    expect(again?.body).toBe(first?.body)
  })

  test.each([400, 429, 500])('fails when the shop sends %i, to be tried again', async (status) => {
    const shop = await listen(status)
    const { run } = sandboxWebhookHandler({ shopUrl: shop.shopUrl, webhookSecret, clock })
    await expect(run(data)).rejects.toThrow(`The shop sent status ${status} for event evt_1`)
    shop.close()
  })

  test('fails when the shop is not there', async () => {
    const shop = await listen()
    shop.close()
    const { run } = sandboxWebhookHandler({ shopUrl: shop.shopUrl, webhookSecret, clock })
    await expect(run(data)).rejects.toThrow()
  })
})
