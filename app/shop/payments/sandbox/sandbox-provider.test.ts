import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Api, createApi } from '#platform/http/api.server.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import { createLog } from '#platform/log.server.ts'
import { checkPermission, checkRecentPassword } from '#shop/accounts/require-customer.server.ts'
import { shopLimits } from '#shop/values/limits.server.ts'
import {
  type CardBehaviour,
  type Paying,
  paymentProviderContract,
} from '../../../../test/contracts/payment-provider.ts'
import { openTestDatabase } from '../../../../test/support/test-database.ts'
import { settleEventJob } from '../payment-provider.ts'
import { serveSandbox } from './pay-by-sandbox.server.ts'
import { sandboxPayment } from './pay-by-sandbox.tsx'
import { createSandboxProvider } from './sandbox-provider.server.ts'
import type { SandboxBehaviour } from './test-methods.ts'

type Queued = ReturnType<typeof settleEventJob.data.parse> & { after: number }

/** The sandbox over a database, its calls for browsers, and what it put in the queue. */
async function openSandbox() {
  const open = await openTestDatabase()
  const queued: Queued[] = []
  const time = { now: new Date('2026-06-01T06:30:00Z') }
  const jobs: Jobs = {
    async enqueue(_tx, job, data, options) {
      expect(job).toBe(settleEventJob)
      queued.push({ ...settleEventJob.data.parse(data), after: options?.startAfterSeconds ?? 0 })
    },
  }
  const deps = { db: open.db, clock: { now: () => time.now }, jobs }
  const api = createApi({
    settings: { publicUrl: 'http://localhost:3000', trustProxy: 0 },
    log: createLog('silent'),
    limiter: createLimiter(shopLimits),
    authenticate: async () => null,
    checkPermission,
    checkRecentPassword,
  })
  serveSandbox(api, deps)
  const wait = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1000)
  }
  return { open, queued, jobs, wait, api, provider: createSandboxProvider(deps) }
}

/** As in a browser: what begins with a slash goes to the page's own server, here without a network. */
function fetchAsBrowser(api: Api): typeof fetch {
  return async (to, init) => api.hono.request(String(to).replace('/api/v1', ''), init)
}

const behaviours = {
  succeeds: 'succeeds',
  'is declined': 'declined',
  'asks the bank': 'second_factor',
} as const

const details = { cardholder: 'Asha Rao', address: 'Hill Road,400050,Mumbai' }
const noChallenge = () => Promise.reject(new Error('the challenge was shown'))
const inBrowser = sandboxPayment(noChallenge)

paymentProviderContract('the sandbox', openContractSandbox, { disputes: true, webhooks: true })

async function openContractSandbox() {
  const { open, queued, wait, api, provider } = await openSandbox()
  let isSlow = false
  vi.stubGlobal('fetch', fetchAsBrowser(api))
  return {
    provider,
    customer: {
      enterCard: async (behaves: CardBehaviour) => {
        const behaviour = isSlow ? 'upi_pending' : behaviours[behaves]
        return (await inBrowser.createPaymentMethod(behaviour, details)).id
      },
      confirm: (clientSecret: string, { approves }: Paying) =>
        sandboxPayment(async () => approves).confirm(clientSecret),
    },
    bank: {
      becomeSlow() {
        isSlow = true
      },
      payAtLast() {
        isSlow = false
        wait(5)
      },
    },
    deliveriesAbout: async (paymentId: string) =>
      queued
        .filter((event) => event.paymentId === paymentId)
        .map((event) => ({ body: JSON.stringify(event), headers: new Headers() })),
    async close() {
      vi.unstubAllGlobals()
      await open.close()
    },
  }
}

describe('the sandbox alone', () => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>
  let orders = 0
  beforeAll(async () => {
    sandbox = await openSandbox()
    vi.stubGlobal('fetch', fetchAsBrowser(sandbox.api))
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await sandbox.open.close()
  })
  beforeEach(() => {
    sandbox.queued.length = 0
  })

  async function enter(behaviour: SandboxBehaviour = 'succeeds'): Promise<string> {
    return (await inBrowser.createPaymentMethod(behaviour, details)).id
  }

  function start(paymentMethodId: string, order = `alone-${++orders}`) {
    return sandbox.provider.startPayment({
      key: order,
      paymentId: null,
      paymentMethodId,
      customer: { name: 'Asha Rao', email: 'asha@example.in' },
      address: '12 Church Street,560001,Bengaluru',
      amountPaise: 50_000,
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
    const response = await sandbox.api.hono.request(
      `/sandbox/payment_intents/${payment.id}/${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_secret: payment.clientSecret, ...more }),
      },
    )
    return { status: response.status, body: await response.json() }
  }

  test.each([
    ['succeeds', { status: 'succeeded' }, 1],
    [
      'declined',
      {
        status: 'requires_method',
        error: {
          code: 'card_declined',
          message: 'Your card was declined. Please use another card.',
        },
      },
      0,
    ],
    ['second_factor', { status: 'requires_action' }, 0],
    ['upi_succeeds', { status: 'succeeded' }, 1],
    ['upi_pending', { status: 'processing' }, 1],
    [
      'upi_declined',
      {
        status: 'requires_method',
        error: {
          code: 'upi_declined',
          message: 'The payment was declined in your UPI app. Please try again or pay by card.',
        },
      },
      0,
    ],
  ] as const)('confirming with what is %s, and again', async (behaviour, body, events) => {
    const payment = await start(await enter(behaviour))
    expect(await step(payment, 'confirm')).toEqual({ status: 200, body })
    expect(await step(payment, 'confirm')).toEqual({ status: 200, body })
    expect(sandbox.queued).toHaveLength(events)
  })

  test("approving the bank's challenge, and again", async () => {
    const payment = await start(await enter('second_factor'))
    expect((await step(payment, 'authenticate', { approve: true })).status).toBe(409)
    expect((await sandbox.provider.getPayment(payment.id)).status).toBe('open')
    await step(payment, 'confirm')
    const paid = { status: 200, body: { status: 'succeeded' } }
    expect(await step(payment, 'authenticate', { approve: true })).toEqual(paid)
    expect(await step(payment, 'authenticate', { approve: false })).toEqual(paid)
    expect(sandbox.queued).toHaveLength(1)
  })

  test('a pending payment is paid after five seconds, cannot be stopped, and is reported then', async () => {
    const { provider, queued, wait } = sandbox
    const payment = await start(await enter('upi_pending'))
    await step(payment, 'confirm')
    expect(queued).toMatchObject([{ paymentId: payment.id, refundId: null, after: 5 }])
    wait(4)
    expect((await provider.cancelPayment(payment.id)).status).toBe('open')
    const refund = { key: 'early', attempts: 0, paymentId: payment.id, amountPaise: 100 }
    await expect(provider.refund(refund)).rejects.toMatchObject({ code: 'conflict' })
    wait(1)
    expect((await provider.getPayment(payment.id)).status).toBe('succeeded')
    expect((await provider.cancelPayment(payment.id)).status).toBe('succeeded')
    expect((await step(payment, 'confirm')).body).toEqual({ status: 'succeeded' })
    expect((await provider.refund(refund)).id).toMatch(/^re_/)
    expect(queued).toHaveLength(2)
  })

  test('what happens is reported once, each time by an event of its own', async () => {
    const payment = await start(await enter())
    await step(payment, 'confirm')
    const { id: refundId } = await sandbox.provider.refund({
      key: 'back',
      attempts: 0,
      paymentId: payment.id,
      amountPaise: 100,
    })
    const cancelled = await start(await enter())
    await sandbox.provider.cancelPayment(cancelled.id)
    expect(sandbox.queued).toMatchObject([
      { provider: 'sandbox', paymentId: payment.id, refundId: null },
      { provider: 'sandbox', paymentId: payment.id, refundId },
      { provider: 'sandbox', paymentId: cancelled.id, refundId: null },
    ])
    expect(new Set(sandbox.queued.map(({ eventId }) => eventId)).size).toBe(3)
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

  test("a refund's key is for one amount", async () => {
    const payment = await start(await enter())
    await step(payment, 'confirm')
    const refund = { key: 'once', attempts: 0, paymentId: payment.id, amountPaise: 100 }
    await sandbox.provider.refund(refund)
    const other = sandbox.provider.refund({ ...refund, amountPaise: 101 })
    await expect(other).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a change and its report are one: if it cannot be queued, nothing was paid or cancelled', async () => {
    const payment = await start(await enter())
    const enqueue = vi.spyOn(sandbox.jobs, 'enqueue')
    enqueue.mockRejectedValue(new Error('the queue is full'))
    expect((await step(payment, 'confirm')).status).toBe(500)
    await expect(sandbox.provider.cancelPayment(payment.id)).rejects.toThrow('the queue is full')
    enqueue.mockRestore()
    expect(await sandbox.provider.getPayment(payment.id)).toEqual(payment)
  })

  test('it sends no webhooks, and the browser brings nothing back', async () => {
    const webhook = sandbox.provider.readWebhook('{}', new Headers())
    await expect(webhook).rejects.toMatchObject({ code: 'malformed' })
    expect(() => sandbox.provider.verifyReturn('pi_1', {})).toThrow('nothing to bring back')
  })

  test('the browser gets a sentence for everything that goes wrong', async () => {
    const declined = await start(await enter('declined'))
    expect(await inBrowser.confirm(declined.clientSecret)).toEqual({
      status: 'failed',
      message: 'Your card was declined. Please use another card.',
    })
    const cancelled = await start(await enter())
    await sandbox.provider.cancelPayment(cancelled.id)
    expect(await inBrowser.confirm(cancelled.clientSecret)).toEqual({
      status: 'failed',
      message: 'This payment was cancelled. Please start again.',
    })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(enter()).rejects.toThrow(/could not be reached/)
    expect(await inBrowser.confirm(cancelled.clientSecret)).toEqual({
      status: 'failed',
      message: expect.stringContaining('could not be reached'),
    })
    vi.stubGlobal('fetch', fetchAsBrowser(sandbox.api))
  })
})
