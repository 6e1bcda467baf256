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
import { sandboxPayment } from './pay-by-sandbox.tsx'
import { newMethodId, type SandboxBehaviour } from './sandbox-methods.ts'
import { createSandboxProvider, serveSandbox } from './sandbox-provider.server.ts'

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
        const details = { cardholder: 'Asha Rao', address: 'Hill Road,400050,Mumbai' }
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

  function startBy(behaviour?: SandboxBehaviour) {
    return start(newMethodId(behaviour))
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

  const confirm = async (
    payment: { id: string; clientSecret: string },
    answer: { approve?: boolean } = {},
  ) => {
    const response = await sandbox.api.hono.request(
      `/sandbox/payment_intents/${payment.id}/confirm`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_secret: payment.clientSecret, ...answer }),
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
        error: 'Your card was declined. Please use another card.',
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
        error: 'The payment was declined in your UPI app. Please try again or pay by card.',
      },
      0,
    ],
  ] as const)('confirming with what is %s, and again', async (behaviour, body, events) => {
    const payment = await startBy(behaviour)
    expect(await confirm(payment)).toEqual({ status: 200, body })
    expect(await confirm(payment)).toEqual({ status: 200, body })
    expect(sandbox.queued).toHaveLength(events)
  })

  test("approving the bank's challenge, before it and twice", async () => {
    const payment = await startBy('second_factor')
    for (let n = 0; n < 2; n++) {
      const asked = { status: 200, body: { status: 'requires_action' } }
      expect(await confirm(payment, n === 0 ? { approve: true } : {})).toEqual(asked)
      expect((await sandbox.provider.getPayment(payment.id)).status).toBe('open')
    }
    const paid = { status: 200, body: { status: 'succeeded' } }
    expect(await confirm(payment, { approve: true })).toEqual(paid)
    expect(await confirm(payment, { approve: false })).toEqual(paid)
    expect(sandbox.queued).toHaveLength(1)
  })

  test('a pending payment is paid after five seconds, cannot be stopped, and is reported then', async () => {
    const { provider, queued, wait } = sandbox
    const payment = await startBy('upi_pending')
    await confirm(payment)
    expect(queued).toMatchObject([{ paymentId: payment.id, refundId: null, after: 5 }])
    wait(4)
    expect((await provider.cancelPayment(payment.id)).status).toBe('open')
    const refund = { key: 'early', attempts: 0, paymentId: payment.id, amountPaise: 100 }
    await expect(provider.refund(refund)).rejects.toMatchObject({ code: 'conflict' })
    wait(1)
    expect((await provider.getPayment(payment.id)).status).toBe('succeeded')
    expect((await provider.cancelPayment(payment.id)).status).toBe('succeeded')
    expect((await confirm(payment)).body).toEqual({ status: 'succeeded' })
    expect((await provider.refund(refund)).id).toMatch(/^re_/)
    expect(queued).toHaveLength(2)
  })

  test('what happens is reported once, each time by an event of its own', async () => {
    const payment = await startBy()
    await confirm(payment)
    const { id: refundId } = await sandbox.provider.refund({
      key: 'back',
      attempts: 0,
      paymentId: payment.id,
      amountPaise: 100,
    })
    const cancelled = await startBy()
    await sandbox.provider.cancelPayment(cancelled.id)
    expect(sandbox.queued).toMatchObject([
      { provider: 'sandbox', paymentId: payment.id, refundId: null },
      { provider: 'sandbox', paymentId: payment.id, refundId },
      { provider: 'sandbox', paymentId: cancelled.id, refundId: null },
    ])
    expect(new Set(sandbox.queued.map(({ eventId }) => eventId)).size).toBe(3)
  })

  test('the same card again during its challenge changes nothing', async () => {
    const card = newMethodId('second_factor')
    const payment = await start(card, 'challenge')
    await confirm(payment)
    await start(card, 'challenge')
    expect((await confirm(payment, { approve: true })).body).toEqual({
      status: 'succeeded',
    })
  })

  test("a refund's key is for one amount", async () => {
    const payment = await startBy()
    await confirm(payment)
    const refund = { key: 'once', attempts: 0, paymentId: payment.id, amountPaise: 100 }
    await sandbox.provider.refund(refund)
    const other = sandbox.provider.refund({ ...refund, amountPaise: 101 })
    await expect(other).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a change and its report are one: if it cannot be queued, nothing was paid or cancelled', async () => {
    const payment = await startBy()
    const enqueue = vi.spyOn(sandbox.jobs, 'enqueue')
    enqueue.mockRejectedValue(new Error('the queue is full'))
    expect((await confirm(payment)).status).toBe(500)
    await expect(sandbox.provider.cancelPayment(payment.id)).rejects.toThrow('the queue is full')
    enqueue.mockRestore()
    expect(await sandbox.provider.getPayment(payment.id)).toEqual(payment)
  })

  test('it sends no webhooks, and the browser brings nothing back', async () => {
    const webhook = sandbox.provider.readWebhook('{}', new Headers())
    await expect(webhook).rejects.toMatchObject({ code: 'malformed' })
    expect(() => sandbox.provider.verifyReturn('pi_1', {})).toThrow('sends nothing')
  })

  test('the browser gets a sentence for everything that goes wrong', async () => {
    const declined = await startBy('declined')
    expect(await inBrowser.confirm(declined.clientSecret)).toEqual({
      status: 'failed',
      message: 'Your card was declined. Please use another card.',
    })
    const cancelled = await startBy()
    await sandbox.provider.cancelPayment(cancelled.id)
    expect(await inBrowser.confirm(cancelled.clientSecret)).toEqual({
      status: 'failed',
      message: 'This payment was cancelled. Please start again.',
    })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await inBrowser.confirm(cancelled.clientSecret)).toEqual({
      status: 'failed',
      message: expect.stringContaining('could not be reached'),
    })
    vi.stubGlobal('fetch', fetchAsBrowser(sandbox.api))
  })
})
