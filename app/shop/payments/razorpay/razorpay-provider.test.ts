import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog, type Log } from '#platform/log.server.ts'
import {
  type Paying,
  paymentProviderContract,
} from '../../../../test/contracts/payment-provider.ts'
import { chosenEvents, openRazorpay, type Razorpay } from '../../../../test/stand-ins/razorpay.ts'
import { type Event, hmac } from '../../../../test/stand-ins/razorpay-ledger.ts'
import type { ConfirmOutcome } from '../browser-provider.ts'
import {
  type PaymentProvider,
  type PaymentStart,
  RefundDelayed,
  RefundRefused,
} from '../payment-provider.ts'
import { createRazorpayProvider, type RazorpaySettings } from './razorpay-provider.server.ts'

const account = {
  keyId: 'rzp_test_4xYz',
  keySecret: 'the secret of the key',
  webhookSecret: 'the secret of the webhooks',
}
/** In ms: enough for a busy machine, short enough for a test without a response. */
const patience = { call: 1_000, pause: 1 }
const amountPaise = 145_050
const conflict = { code: 'conflict' }
const malformed = { code: 'malformed' }
const unavailable = { code: 'unavailable' }

function settingsFor(url: string): RazorpaySettings {
  return { ...account, apiBase: url }
}

interface Line {
  level: string
  facts: object
  message: string
}

function createProvider(standIn: Razorpay, settings = settingsFor(standIn.url)) {
  const logged: Line[] = []
  const write = (level: string) => (facts: object, message: string) => {
    logged.push({ level, facts, message })
  }
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
  return { logged, provider: createRazorpayProvider(settings, { log, patience }) }
}

/** The customer in Razorpay's own pages. */
function payInPages(
  standIn: Razorpay,
  orderId: string,
  { card, approves }: Paying,
): ConfirmOutcome {
  const succeeds = card === 'succeeds' || (card === 'asks the bank' && approves)
  try {
    const handed = standIn.pay(orderId, { outcome: succeeds ? 'captured' : 'failed' })
    if (handed) return { status: 'succeeded' }
    return { status: 'failed', message: 'Your payment was declined by the bank.' }
  } catch (error) {
    return { status: 'failed', message: String(error) }
  }
}

function eventsAbout(standIn: Razorpay, orderId: string): Event[] {
  return standIn.ledger.events.filter(
    (event) => event.orderId === orderId && chosenEvents.has(event.name),
  )
}

function capturedPayment(standIn: Razorpay, id: string) {
  const payments = [...standIn.ledger.payments.values()]
  const isOf = (one: (typeof payments)[number]) => one.order_id === id || one.id === id
  const paid = payments.find((one) => isOf(one) && one.status === 'captured')
  if (!paid) throw new Error(`nothing was paid for ${id}`)
  return paid
}

paymentProviderContract(
  'Razorpay',
  async () => {
    const standIn = await openRazorpay(account)
    return {
      provider: createProvider(standIn).provider,
      customer: {
        enterCard: async () => null,
        confirm: async (orderId, paying) => payInPages(standIn, orderId, paying),
      },
      deliveriesAbout: async (paymentId) =>
        eventsAbout(standIn, paymentId).map((event) => ({
          body: event.body,
          headers: standIn.headersOf(event),
        })),
      bank: {
        dispute: (orderId) => standIn.ledger.openDispute(capturedPayment(standIn, orderId)).id,
        decide: (disputeId, status) => standIn.ledger.moveDispute(disputeId, status),
      },
      sign: (body) => standIn.headersOf({ id: 'evt_00000000000000', body }),
      close: () => standIn.close(),
    }
  },
  {
    keys: true,
    paymentMethods: true,
    secrets: true,
    refusingLateMoney: true,
    signatureTimes: true,
    slowBanks: true,
  },
)

describe('Razorpay alone', () => {
  let standIn: Razorpay
  let provider: PaymentProvider
  let logged: Line[]
  let orders = 0
  beforeAll(async () => {
    standIn = await openRazorpay(account)
  })
  afterAll(() => standIn.close())
  beforeEach(() => {
    const created = createProvider(standIn)
    provider = created.provider
    logged = created.logged
  })
  afterEach(() => {
    standIn.requests.length = 0
    standIn.ledger.refundsBegin = 'processed'
    standIn.ledger.refusal = null
  })

  function start(more: Partial<PaymentStart> = {}) {
    const reference = more.reference ?? `alone-${++orders}`
    return provider.startPayment({
      key: reference,
      paymentId: null,
      paymentMethodId: null,
      amountPaise,
      currency: 'INR',
      orderNumber: 1042,
      reference,
      customer: { name: 'Asha Rao', email: 'asha@example.in' },
      address: '12 Church Street,560001,Bengaluru',
      ...more,
    })
  }

  async function startPaid() {
    const payment = await start()
    standIn.pay(payment.id)
    return payment
  }

  async function startPaidTwice() {
    const payment = await start()
    standIn.pay(payment.id, { outcome: 'authorized' })
    standIn.pay(payment.id, { outcome: 'authorized' })
    for (const { id } of standIn.ledger.paymentsOf(payment.id)) standIn.capture(id)
    return payment
  }

  const refund = (payment: { id: string }, key: string, paise = amountPaise) =>
    provider.refund({ key, attempts: 0, paymentId: payment.id, amountPaise: paise })

  const ordersFor = (reference: string) =>
    [...standIn.ledger.orders.values()].filter(({ receipt }) => receipt === reference)

  const refundsFor = (orderId: string) =>
    standIn.ledger.paymentsOf(orderId).flatMap(({ id }) => standIn.ledger.refundsOf(id))

  describe('a payment', () => {
    test('is shown to the browser by the key of the account', () => {
      expect(provider.forBrowser).toEqual({ name: 'razorpay', keyId: 'rzp_test_4xYz' })
    })

    test('is found again when the response to its start was lost', async () => {
      standIn.breakNext('POST /v1/orders', 'fails after')
      const reference = `alone-${++orders}`
      await expect(start({ reference })).rejects.toMatchObject(unavailable)
      expect(await start({ reference })).toMatchObject({ status: 'open', reference })
      expect(ordersFor(reference)).toHaveLength(1)
    })

    test('of another order whose name contains this one is another payment', async () => {
      const longer = await start({ reference: 'one and more' })
      const shorter = await start({ reference: 'one' })
      expect(shorter.id).not.toBe(longer.id)
    })

    test('is not gone on with for another order', async () => {
      const { id } = await start()
      await expect(start({ paymentId: id })).rejects.toMatchObject(conflict)
    })

    test('of too little money is rejected', async () => {
      await expect(start({ amountPaise: 99 })).rejects.toMatchObject(conflict)
    })

    test('is one where the account takes a receipt only once', async () => {
      const strict = await openRazorpay({ ...account, uniqueReceipts: true })
      provider = createProvider(strict).provider
      const started = await Promise.all(
        Array.from({ length: 5 }, () => start({ reference: 'at once' })),
      )
      expect(new Set(started.map(({ id }) => id)).size).toBe(1)
      expect(strict.ledger.orders.size).toBe(1)
      await strict.close()
    })

    test('may be tried in several ways until one succeeds', async () => {
      const payment = await start()
      standIn.pay(payment.id, { method: 'upi', outcome: 'failed' })
      standIn.pay(payment.id, { method: 'card', outcome: 'failed' })
      expect(await provider.getPayment(payment.id)).toEqual({
        ...payment,
        declined: 'payment_failed: Your payment was declined by the bank.',
      })
      standIn.pay(payment.id, { method: 'upi' })
      expect((await provider.getPayment(payment.id)).status).toBe('succeeded')
      expect(eventsAbout(standIn, payment.id)).toHaveLength(1)
    })

    test('is open while the bank holds the money, and ours when it is captured', async () => {
      const payment = await start()
      const handed = standIn.pay(payment.id, { outcome: 'authorized' })
      expect((await provider.getPayment(payment.id)).status).toBe('open')
      standIn.capture(handed?.razorpay_payment_id ?? '')
      expect((await provider.getPayment(payment.id)).status).toBe('succeeded')
    })

    test('that was paid twice counts as paid once, and says what came', async () => {
      const payment = await startPaidTwice()
      const tries = standIn.ledger
        .paymentsOf(payment.id)
        .map(({ id }) => ({ id, amountPaise, refundedPaise: 0 }))
      const reported = await provider.getPayment(payment.id)
      expect(reported).toMatchObject({ status: 'succeeded', amountPaise })
      expect(reported.captures).toHaveLength(2)
      expect(reported.captures).toEqual(expect.arrayContaining(tries))
      expect(eventsAbout(standIn, payment.id)).toHaveLength(2)
    })

    test('that was paid twice keeps as its own what was refunded of it', async () => {
      const payment = await startPaidTwice()
      const own = standIn.ledger.paymentsOf(payment.id)[1]?.id ?? ''
      standIn.ledger.refundInDashboard(capturedPayment(standIn, own), 50_000)
      const { captures } = await provider.getPayment(payment.id)
      expect(captures?.[0]?.id).toBe(own)
    })

    test('that came twice is read and refunded by the id of its try', async () => {
      const payment = await startPaidTwice()
      const second = (await provider.getPayment(payment.id)).captures?.[1]?.id ?? ''
      expect(await provider.getPayment(second)).toMatchObject({
        ...{ id: second, status: 'succeeded', amountPaise },
        reference: payment.reference,
      })
      const made = await refund({ id: second }, 'the second')
      expect(standIn.ledger.refundsOf(second)).toMatchObject([{ id: made.id, amount: amountPaise }])
      await expect(refund({ id: second }, 'again', 100)).rejects.toThrow(RefundRefused)
    })

    test('says what was kept of it once it is captured', async () => {
      const payment = await start()
      expect(await provider.getPayment(payment.id)).not.toHaveProperty('feePaise')
      standIn.pay(payment.id)
      expect(await provider.getPayment(payment.id)).toMatchObject({ feePaise: 34_23 })
    })

    test('reports what was really paid', async () => {
      const payment = await startPaid()
      const [paid] = standIn.ledger.paymentsOf(payment.id)
      if (paid) paid.amount = 1_00
      expect((await provider.getPayment(payment.id)).amountPaise).toBe(1_00)
    })

    test('that was refunded stays paid', async () => {
      const payment = await startPaid()
      await refund(payment, 'all-of-it')
      expect((await provider.getPayment(payment.id)).status).toBe('succeeded')
    })
  })

  describe('a refund', () => {
    test('is not made again when its response was lost', async () => {
      const payment = await startPaid()
      standIn.breakNext('POST /v1/payments', 'fails after')
      const { id } = await refund(payment, 'lost-once', 50_000)
      expect(refundsFor(payment.id).map((made) => made.id)).toEqual([id])
    })

    test('is found by its note when all responses were lost and the key has expired', async () => {
      const payment = await startPaid()
      standIn.breakNext('POST /v1/payments', 'fails after', 'fails', 'fails')
      await expect(refund(payment, 'lost-often', 50_000)).rejects.toMatchObject(unavailable)
      standIn.requests.length = 0
      const { id } = await refund(payment, 'lost-often', 50_000)
      expect(refundsFor(payment.id).map((made) => made.id)).toEqual([id])
      expect(standIn.requests.filter(({ request }) => request.startsWith('POST'))).toEqual([])
    })

    test('of the whole is found when its response was lost, though nothing is left', async () => {
      const payment = await startPaid()
      standIn.breakNext('POST /v1/payments', 'fails after', 'fails', 'fails')
      await expect(refund(payment, 'whole')).rejects.toMatchObject(unavailable)
      expect((await refund(payment, 'whole')).id).toMatch(/^rfnd_/)
      expect(refundsFor(payment.id)).toHaveLength(1)
    })

    test('under the key of another is rejected', async () => {
      const payment = await startPaid()
      await refund(payment, 'used', 10_000)
      await expect(refund(payment, 'used', 20_000)).rejects.toMatchObject(conflict)
      await expect(refund(await startPaid(), 'used', 10_000)).rejects.toMatchObject(conflict)
    })

    test('of a payment that only failed is rejected', async () => {
      const payment = await start()
      standIn.pay(payment.id, { outcome: 'failed' })
      await expect(refund(payment, 'failed', 100)).rejects.toMatchObject(conflict)
    })

    test('comes from the try that succeeded', async () => {
      const payment = await start()
      standIn.pay(payment.id, { outcome: 'failed' })
      const handed = standIn.pay(payment.id)
      await refund(payment, 'the right one')
      expect(refundsFor(payment.id)).toMatchObject([{ payment_id: handed?.razorpay_payment_id }])
    })

    test('of a payment that was paid twice comes from where enough is left', async () => {
      const payment = await startPaidTwice()
      const [first, second] = standIn.ledger.paymentsOf(payment.id)
      if (!first || !second) throw new Error('not paid twice')
      standIn.ledger.addRefund(first, {
        amount: amountPaise,
        notes: [],
        receipt: null,
        speed_requested: 'normal',
      })
      const { id } = await refund(payment, 'from the other', 50_000)
      expect(standIn.ledger.refundsOf(second.id)).toMatchObject([{ id }])
      expect(await refund(payment, 'from the other', 50_000)).toEqual({ id })
    })

    test('is pending, made, or failed after all', async () => {
      standIn.ledger.refundsBegin = 'pending'
      const payment = await startPaid()
      const { id: refundId } = await refund(payment, 'slow')
      const status = async () => (await provider.refundsOf(payment.id))[0]?.status
      expect(await status()).toBe('pending')
      standIn.ledger.endRefund(refundId, 'processed')
      expect(await status()).toBe('made')
      standIn.ledger.endRefund(refundId, 'failed')
      expect(await status()).toBe('failed')

      const reported = eventsAbout(standIn, payment.id).slice(1)
      const events = await Promise.all(
        reported.map((event) => provider.readWebhook(event.body, standIn.headersOf(event))),
      )
      expect(events).toMatchObject([
        { type: 'refund', paymentId: payment.id, refundId },
        { type: 'refund', paymentId: payment.id, refundId },
      ])
    })

    test('that was made in the dashboard has no key of ours', async () => {
      const payment = await startPaid()
      const paid = capturedPayment(standIn, payment.id)
      const ours = await refund(payment, 'ours', 50_000)
      const theirs = standIn.ledger.refundInDashboard(paid, 30_000)
      const known = { paymentId: paid.id, status: 'made' }
      expect(await provider.refundsOf(payment.id)).toEqual([
        { ...known, id: theirs.id, amountPaise: 30_000, key: null },
        { ...known, id: ours.id, amountPaise: 50_000, key: 'ours' },
      ])
      expect(await provider.refundsOf(paid.id)).toHaveLength(2)
    })

    test.each([
      'Refund is not supported by the bank because the payment is more than 6 months old',
      'Payment is more than 6 months old, only instant refund is supported',
      'Your account has been closed.',
      'The refund amount provided is greater than amount captured.',
      'The payment has been fully refunded already',
    ])('is refused for good: %s', async (sentence) => {
      const payment = await startPaid()
      standIn.ledger.refusal = sentence
      const refused = refund(payment, sentence)
      await expect(refused).rejects.toThrow(RefundRefused)
      await expect(refused).rejects.toThrow(sentence)
    })

    // Since 2025 the first is what Razorpay says when the balance is too low: razorpay-node#454.
    test.each([
      'invalid request sent',
      'Refund amount is greater than your balance',
      'Your account does not have enough balance to carry out the refund operation.',
      'Something that nobody has seen yet',
    ])('is tried again, and made once: %s', async (sentence) => {
      const payment = await startPaid()
      const request = (attempts: number) => ({
        key: `again ${sentence}`,
        attempts,
        paymentId: payment.id,
        amountPaise: 10_000,
      })
      standIn.ledger.refusal = sentence
      await expect(provider.refund(request(0))).rejects.toThrow(RefundDelayed)
      standIn.ledger.refusal = null
      const made = await provider.refund(request(1))
      expect(await provider.refund(request(2))).toEqual(made)
      expect(refundsFor(payment.id)).toMatchObject([made])
    })

    test('waits while another is in progress', async () => {
      const payment = await startPaid()
      standIn.ledger.refusal = 'Another payment operation is in progress. Please try again.'
      const refused = refund(payment, 'passes')
      await expect(refused).rejects.toMatchObject(conflict)
      await expect(refused).rejects.not.toThrow(RefundRefused)
    })

    test('of more than is left is refused for good', async () => {
      const payment = await startPaid()
      standIn.ledger.refundInDashboard(capturedPayment(standIn, payment.id), 30_000)
      await expect(refund(payment, 'too much')).rejects.toThrow(RefundRefused)
    })

    test('lowered after it was refused is another request', async () => {
      const payment = await startPaid()
      standIn.ledger.refusal = 'The payment is too old'
      await expect(refund(payment, 'lowered')).rejects.toThrow(RefundRefused)
      standIn.ledger.refusal = null
      const lowered = { key: 'lowered', attempts: 1, paymentId: payment.id, amountPaise: 50_000 }
      expect((await provider.refund(lowered)).id).toMatch(/^rfnd_/)
    })
  })

  describe('what the browser brings back', () => {
    async function paid() {
      const payment = await start()
      const handed = standIn.pay(payment.id)
      if (!handed) throw new Error('not paid')
      return { payment, handed }
    }

    test('is taken when Razorpay signed it for this payment', async () => {
      const { payment, handed } = await paid()
      expect(() => provider.verifyReturn(payment.id, handed)).not.toThrow()
    })

    test.each([
      ['another signature', { razorpay_signature: '0'.repeat(64) }],
      ['no signature', { razorpay_signature: '' }],
      ['another try', { razorpay_payment_id: 'pay_00000000000000' }],
      ['another order', { razorpay_order_id: 'order_00000000000000' }],
    ])('is rejected with %s', async (_, wrong) => {
      const { payment, handed } = await paid()
      const signedReturn = { ...handed, ...wrong }
      expect(() => provider.verifyReturn(payment.id, signedReturn)).toThrow(
        expect.objectContaining(malformed),
      )
    })

    test('is rejected when it is of another order, whatever its name', async () => {
      const { payment } = await paid()
      const { handed: other } = await paid()
      const renamed = { ...other, razorpay_order_id: payment.id }
      for (const signedReturn of [other, renamed, {}]) {
        expect(() => provider.verifyReturn(payment.id, signedReturn)).toThrow(
          expect.objectContaining(malformed),
        )
      }
    })
  })

  describe('a webhook', () => {
    const read = (body: string, more: Record<string, string> = {}) => {
      const headers = standIn.headersOf({ id: 'evt_00000000000001', body })
      for (const [name, value] of Object.entries(more)) headers.set(name, value)
      return provider.readWebhook(body, headers)
    }

    test('carries the id of its event', async () => {
      const payment = await startPaid()
      const [event] = eventsAbout(standIn, payment.id)
      if (!event) throw new Error('no webhook')
      const { id } = await provider.readWebhook(event.body, standIn.headersOf(event))
      expect(id).toBe(event.id)
    })

    test('of a payment is one among all that Razorpay would send', async () => {
      const payment = await start()
      standIn.pay(payment.id, { outcome: 'failed' })
      standIn.pay(payment.id)
      const all = standIn.ledger.events.filter(({ orderId }) => orderId === payment.id)
      const read = await Promise.all(
        all.map((event) => provider.readWebhook(event.body, standIn.headersOf(event))),
      )
      expect(all.map(({ name }) => name)).toEqual([
        'payment.failed',
        'payment.authorized',
        'payment.captured',
        'order.paid',
      ])
      expect(read.map(({ type }) => type)).toEqual(['other', 'other', 'payment', 'other'])
    })

    test('signed with the secret of the API is rejected', async () => {
      const body = '{"event":"payment.captured","payload":{}}'
      const signature = hmac(account.keySecret, body)
      await expect(read(body, { 'x-razorpay-signature': signature })).rejects.toMatchObject(
        malformed,
      )
    })

    test.each(['', 'null', '{"event":"payment.captured"}', 'not JSON'])(
      "with '%s' is rejected, though signed",
      async (body) => {
        await expect(read(body)).rejects.toMatchObject(malformed)
      },
    )

    test('without the id of its event is rejected', async () => {
      const body = '{"event":"payment.captured","payload":{}}'
      await expect(read(body, { 'x-razorpay-event-id': '' })).rejects.toMatchObject(malformed)
    })

    test.each([
      ['a payment of no order', 'payment.captured', { payment: { entity: { order_id: null } } }],
      ['something else', 'payment.downtime.started', { 'payment.downtime': { entity: {} } }],
      ['a name of an object', 'constructor', { payment: { entity: { order_id: 'order_1' } } }],
    ])('about %s is another event', async (_, event, payload) => {
      expect((await read(JSON.stringify({ event, payload }))).type).toBe('other')
    })
  })

  describe('a provider in trouble', () => {
    test('is called up to three times where that is harmless', async () => {
      const payment = await start()
      standIn.breakNext(`GET /v1/orders/${payment.id}`, 'fails', 'is too busy')
      expect(await provider.getPayment(payment.id)).toEqual(payment)
    })

    test('is unavailable after that', async () => {
      const payment = await start()
      const faults = ['fails', 'fails', 'fails'] as const
      standIn.breakNext(`GET /v1/orders/${payment.id}/payments`, ...faults)
      await expect(provider.getPayment(payment.id)).rejects.toMatchObject(unavailable)
      expect(logged).toMatchObject([{ level: 'warn', facts: { status: 503 } }])
    })

    test('receives a new payment only once, because it has no key', async () => {
      standIn.breakNext('POST /v1/orders', 'fails')
      await expect(start()).rejects.toMatchObject(unavailable)
      expect(standIn.requests.filter(({ request }) => request === 'POST /v1/orders')).toHaveLength(
        1,
      )
    })

    test.each(['is silent', 'is silent after'] as const)(
      'that %s is waited for no longer than agreed',
      async (fault) => {
        provider = createRazorpayProvider(settingsFor(standIn.url), {
          log: createLog('silent'),
          patience: { call: 100, pause: 1 },
        })
        standIn.breakNext('POST /v1/orders', fault)
        const reference = `alone-${++orders}`
        await expect(start({ reference })).rejects.toMatchObject(unavailable)
        expect(ordersFor(reference)).toHaveLength(fault === 'is silent' ? 0 : 1)
        expect((await start({ reference })).status).toBe('open')
        expect(ordersFor(reference)).toHaveLength(1)
      },
    )

    test('that is not there is unavailable', async () => {
      const gone = await openRazorpay(account)
      provider = createProvider(gone).provider
      await gone.close()
      await expect(start()).rejects.toMatchObject(unavailable)
    })

    test('that does not know the keys is an error for the operator, and for nobody else', async () => {
      const wrong = { ...settingsFor(standIn.url), keySecret: 'of another account' }
      provider = createProvider(standIn, wrong).provider
      await expect(start()).rejects.toThrow(
        'BAD_REQUEST_ERROR: input_validation_failed: Authentication failed',
      )
      await expect(start()).rejects.not.toHaveProperty('code')
    })
  })
})
