import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CardBehaviour,
  paymentProviderContract,
} from '../../../../test/contracts/payment-provider.ts'
import { openStripe, type StripeStandIn } from '../../../../test/stand-ins/stripe.ts'
import {
  stripeAccount as account,
  stripeBrowser,
} from '../../../../test/stand-ins/stripe-browser.ts'
import { moveDispute, openDispute } from '../../../../test/stand-ins/stripe-disputes.ts'
import { endProcessing } from '../../../../test/stand-ins/stripe-intents.ts'
import { bodyOf, type StripeEvent } from '../../../../test/stand-ins/stripe-webhooks.ts'
import {
  type PaymentProvider,
  type PaymentStart,
  RefundDelayed,
  RefundRefused,
} from '../payment-provider.ts'
import { createStripeProvider } from './stripe-provider.server.ts'
import { stripeEvents } from './stripe-webhook.server.ts'

function providerFor(stripe: StripeStandIn, patience = { timeoutMs: 5000, retries: 1 }) {
  return createStripeProvider({ ...account, apiBase: stripe.url }, patience)
}

const cards: Record<CardBehaviour, string> = {
  succeeds: '4242424242424242',
  'is declined': '4000000000000002',
  'asks the bank': '4000002500003155',
}

/** A browser whose customer has a card for every occasion. */
function browserOf(stripe: StripeStandIn) {
  const { enterCard, confirm } = stripeBrowser(stripe)
  return { enterCard: (behaves: CardBehaviour) => enterCard(cards[behaves]), confirm }
}

function isAbout(paymentId: string) {
  return ({ type, data }: StripeEvent) => {
    const about = data.object as { id: string; payment_intent?: string }
    const isSubscribed = stripeEvents.some((known) => known === type)
    return isSubscribed && (about.id === paymentId || about.payment_intent === paymentId)
  }
}

paymentProviderContract('Stripe', async () => {
  const stripe = await openStripe(account)
  return {
    provider: providerFor(stripe),
    customer: browserOf(stripe),
    async deliveriesAbout(paymentId) {
      return stripe.webhooks.events.filter(isAbout(paymentId)).map((event) => {
        const body = bodyOf(event)
        return { body, headers: stripe.webhooks.headersOf(body, 0) }
      })
    },
    sign: stripe.webhooks.headersOf,
    bank: {
      dispute: (paymentId) => openDispute(stripe.ledger, paymentId).id,
      decide: (disputeId, status) => moveDispute(stripe.ledger, disputeId, status),
      becomeSlow() {
        stripe.ledger.areBanksSlow = true
      },
      payAtLast(paymentId) {
        stripe.ledger.areBanksSlow = false
        endProcessing(stripe.ledger, paymentId, true)
      },
    },
    close: stripe.close,
  }
})

describe('Stripe alone', () => {
  let stripe: StripeStandIn
  let provider: PaymentProvider
  /** Gives up at once. */
  let impatient: PaymentProvider
  let browser: ReturnType<typeof browserOf>
  let orders = 0
  beforeAll(async () => {
    stripe = await openStripe(account)
    provider = providerFor(stripe)
    impatient = providerFor(stripe, { timeoutMs: 100, retries: 0 })
    browser = browserOf(stripe)
  })
  afterAll(() => stripe.close())
  afterEach(() => {
    stripe.requests.length = 0
    stripe.breakBy(() => null)
    stripe.ledger.newRefundIs = 'succeeded'
    stripe.ledger.charged = (agreed) => agreed
  })

  async function newStart(more: Partial<PaymentStart> = {}): Promise<PaymentStart> {
    const order = `alone-${++orders}`
    return {
      key: order,
      paymentId: null,
      paymentMethodId: await browser.enterCard('succeeds'),
      amountPaise: 50_000,
      currency: 'INR',
      orderNumber: 1042,
      reference: order,
      customer: { name: 'Asha Rao', email: 'asha@example.in' },
      address: '12 Church Street,560001,Bengaluru',
      ...more,
    }
  }

  async function pay() {
    const payment = await provider.startPayment(await newStart())
    await browser.confirm(payment.clientSecret)
    return payment
  }

  const intentsFor = (reference: string) =>
    [...stripe.ledger.intents.values()].filter(({ metadata }) => metadata.order === reference)
  const refundsOf = (paymentId: string) =>
    [...stripe.ledger.refunds.values()].filter(({ payment_intent }) => payment_intent === paymentId)

  const outage = {
    code: 'unavailable',
    message: expect.stringMatching(/^The payment provider .+\.$/),
  }
  const conflict = { code: 'conflict' }

  describe('asking', () => {
    test('begins a payment of a customer without an email', async () => {
      const customer = { name: 'Asha Rao', email: '' }
      const start = await newStart({ customer })
      await provider.startPayment(start)
      expect(intentsFor(start.reference)).toMatchObject([{ amount: 50_000, receipt_email: null }])
    })

    test('begins a payment by card alone, with a receipt for the customer', async () => {
      const start = await newStart()
      await provider.startPayment(start)
      expect(intentsFor(start.reference)).toMatchObject([
        {
          amount: 50_000,
          currency: 'inr',
          allowed_payment_method_types: ['card'],
          receipt_email: 'asha@example.in',
          shipping: {
            name: 'Asha Rao',
            address: {
              line1: '12 Church Street',
              postal_code: '560001',
              city: 'Bengaluru',
              country: 'IN',
            },
          },
          description: 'Order 1042',
          payment_method: start.paymentMethodId,
        },
      ])
    })

    test('names the version of the API each time, and a key with all that writes', async () => {
      const payment = await pay()
      await provider.refund({ key: 'named', attempts: 0, paymentId: payment.id, amountPaise: 100 })
      await provider.cancelPayment(payment.id)
      const ours = stripe.requests.filter(({ headers }) => headers.has('stripe-version'))
      expect(ours.length).toBeGreaterThan(4)
      for (const { request, headers } of ours) {
        expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
        expect(headers.has('idempotency-key')).toBe(request.startsWith('POST'))
        expect(headers.has('x-stripe-client-telemetry')).toBe(false)
      }
    })

    test('a payment that was started is read, not started again', async () => {
      const start = await newStart()
      const { id } = await provider.startPayment(start)
      stripe.forgetKeys()
      expect((await provider.startPayment({ ...start, paymentId: id })).id).toBe(id)
      expect(intentsFor(start.reference)).toHaveLength(1)
    })

    test.each([{ amountPaise: 50_001 }, { reference: 'another' }])(
      'a key and an id are for one order and one amount, not %j',
      async (other) => {
        const start = await newStart()
        const { id: paymentId } = await provider.startPayment(start)
        await expect(provider.startPayment({ ...start, ...other })).rejects.toMatchObject(conflict)
        const known = { ...start, ...other, paymentId }
        await expect(provider.startPayment(known)).rejects.toMatchObject(conflict)
      },
    )

    test('the same card again during its challenge changes nothing', async () => {
      const start = await newStart({ paymentMethodId: await browser.enterCard('asks the bank') })
      const { id, clientSecret } = await provider.startPayment(start)
      await fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ key: account.publishableKey, client_secret: clientSecret }),
      })
      await provider.startPayment(start)
      expect(stripe.ledger.intents.get(id)?.status).toBe('requires_action')
      const attached = stripe.requests.filter(
        ({ request }) => request === `POST /v1/payment_intents/${id}`,
      )
      expect(attached).toHaveLength(1)
    })

    test('no card is none that can be used', async () => {
      const start = await newStart({ paymentMethodId: null })
      await expect(provider.startPayment(start)).rejects.toMatchObject(conflict)
    })

    test.each([
      [{ amountPaise: 49 }, 'This is too little to be paid by card.'],
      [{ amountPaise: 100_000_000 }, 'This is too much to be paid by card at once.'],
      [{ customer: { name: 'Asha', email: 'asha' } }, 'Stripe does not accept your email address.'],
    ])('what Stripe cannot take is rejected with a sentence: %j', async (wrong, message) => {
      const start = await newStart(wrong)
      await expect(provider.startPayment(start)).rejects.toMatchObject({ ...conflict, message })
    })

    test('what was charged counts, not what was agreed', async () => {
      stripe.ledger.charged = (agreed) => agreed - 100
      expect((await provider.getPayment((await pay()).id)).amountPaise).toBe(49_900)
    })
  })

  describe('when a call goes wrong', () => {
    test.each(['is silent', 'is silent after', 'fails', 'fails after', 'is too busy'] as const)(
      'a response that %s is reported, and the same call again starts or continues one payment',
      async (fault) => {
        const start = await newStart()
        stripe.breakNext('POST /v1/payment_intents', fault)
        await expect(impatient.startPayment(start)).rejects.toMatchObject(outage)
        const payment = await provider.startPayment(start)
        expect(intentsFor(start.reference).map(({ id }) => id)).toEqual([payment.id])
      },
    )

    test('a call whose response was lost is repeated once before it is reported', async () => {
      const start = await newStart()
      stripe.breakNext('POST /v1/payment_intents', 'fails after')
      const payment = await provider.startPayment(start)
      expect(intentsFor(start.reference).map(({ id }) => id)).toEqual([payment.id])
    })

    test('a call that is done twice begins one payment', async () => {
      const start = await newStart()
      stripe.breakNext('POST /v1/payment_intents', 'is done twice')
      const payment = await provider.startPayment(start)
      expect(intentsFor(start.reference).map(({ id }) => id)).toEqual([payment.id])
    })

    test('a call during the same call is rejected, and has the same result later', async () => {
      const start = await newStart()
      const usual = stripe.ledger.pace
      const gate = Promise.withResolvers<void>()
      stripe.ledger.pace = () => gate.promise
      const first = provider.startPayment(start)
      await expect.poll(() => stripe.requests.at(-1)?.request).toBe('POST /v1/payment_intents')
      await expect(impatient.startPayment(start)).rejects.toMatchObject({
        ...outage,
        cause: { message: expect.stringContaining('idempotency_key_in_use') },
      })
      stripe.ledger.pace = usual
      gate.resolve()
      expect(await provider.startPayment(start)).toEqual(await first)
    })

    test('a failure that Stripe keeps under the key does not end the order', async () => {
      const start = await newStart()
      stripe.breakNext('POST /v1/payment_intents', 'fails for good')
      await expect(impatient.startPayment(start)).rejects.toMatchObject(outage)
      const payment = await provider.startPayment(start)
      expect(await provider.startPayment(start)).toEqual(payment)
      expect(intentsFor(start.reference)).toHaveLength(1)
    })

    test.each(['startPayment', 'cancelPayment', 'getPayment', 'refund', 'refundsOf'] as const)(
      'an outage is reported by %s',
      async (name) => {
        const { id: paymentId } = await pay()
        const start = await newStart()
        const calls = {
          startPayment: () => impatient.startPayment(start),
          cancelPayment: () => impatient.cancelPayment(paymentId),
          getPayment: () => impatient.getPayment(paymentId),
          refund: () => impatient.refund({ key: 'out', attempts: 0, paymentId, amountPaise: 1 }),
          refundsOf: () => impatient.refundsOf(paymentId),
        }
        stripe.breakBy(() => 'fails')
        await expect(calls[name]()).rejects.toMatchObject(outage)
      },
    )

    test('nobody there is an outage, too', async () => {
      const apiBase = 'http://127.0.0.1:9'
      const lost = createStripeProvider({ ...account, apiBase }, { timeoutMs: 100, retries: 0 })
      await expect(lost.getPayment('pi_1')).rejects.toMatchObject(outage)
    })

    test('no error contains a secret or a customer', async () => {
      const payment = await pay()
      const wrongKey = createStripeProvider({
        ...account,
        secretKey: 'sk_test_wrong-key',
        apiBase: stripe.url,
      })
      const used = await browser.enterCard('is declined')
      const tried = await provider.startPayment(await newStart({ paymentMethodId: used }))
      await browser.confirm(tried.clientSecret)
      const reuse = await newStart({ paymentMethodId: used })
      stripe.breakNext(`GET /v1/payment_intents/${payment.id}`, 'fails')
      const calls = [
        () => impatient.getPayment(payment.id),
        () => wrongKey.getPayment(payment.id),
        () => provider.startPayment(reuse),
        () => provider.getPayment('pi_unknown'),
        () =>
          provider.refund({ key: 'much', attempts: 0, paymentId: payment.id, amountPaise: 50_001 }),
      ]
      const errors: unknown[] = []
      for (const call of calls) await call().catch((error) => errors.push(error))
      expect(errors).toHaveLength(calls.length)
      for (const error of errors) {
        const reported = everythingIn(error)
        expect(reported).toMatch(/Stripe: .*: \w+/)
        for (const secret of ['sk_test', 'whsec', '_secret_', 'asha@', used]) {
          expect(reported).not.toContain(secret)
        }
      }
    })
  })

  describe('cancelling', () => {
    test('a payment is cancelled though the response was lost', async () => {
      const payment = await provider.startPayment(await newStart())
      stripe.breakNext('POST /v1/payment_intents', 'fails after')
      await expect(impatient.cancelPayment(payment.id)).rejects.toMatchObject(outage)
      expect((await provider.cancelPayment(payment.id)).status).toBe('cancelled')
    })

    test('during the challenge', async () => {
      const start = await newStart({ paymentMethodId: await browser.enterCard('asks the bank') })
      const { id, clientSecret } = await provider.startPayment(start)
      await fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ key: account.publishableKey, client_secret: clientSecret }),
      })
      expect((await provider.cancelPayment(id)).status).toBe('cancelled')
      expect((await provider.startPayment(start)).status).toBe('cancelled')
    })
  })

  describe('refunds', () => {
    test.each(['is silent after', 'fails after', 'fails for good'] as const)(
      'one whose first response %s is made once when it is repeated',
      async (fault) => {
        const { id: paymentId } = await pay()
        const request = { key: `once-${fault}`, attempts: 0, paymentId, amountPaise: 20_000 }
        stripe.breakNext('POST /v1/refunds', fault)
        await expect(impatient.refund(request)).rejects.toMatchObject(outage)
        const refund = await provider.refund(request)
        expect(await provider.refund(request)).toEqual(refund)
        expect(refundsOf(paymentId).map(({ id }) => id)).toEqual([refund.id])
      },
    )

    test('repeated on another day, when Stripe has dropped the key', async () => {
      const { id: paymentId } = await pay()
      const request = { key: 'late', attempts: 0, paymentId, amountPaise: 20_000 }
      const refund = await provider.refund(request)
      stripe.forgetKeys()
      expect(await provider.refund(request)).toEqual(refund)
      const other = { ...request, amountPaise: 20_001 }
      await expect(provider.refund(other)).rejects.toMatchObject(conflict)
      expect(refundsOf(paymentId)).toHaveLength(1)
    })

    test('waits while the balance is too low, and is made once when it is not', async () => {
      const { id: paymentId } = await pay()
      const request = (attempts: number) => ({
        key: 'low',
        attempts,
        paymentId,
        amountPaise: 20_000,
      })
      stripe.ledger.hasBalance = false
      await expect(provider.refund(request(0))).rejects.toThrow(RefundDelayed)
      stripe.ledger.hasBalance = true
      await expect(provider.refund(request(0))).rejects.toThrow(RefundDelayed)
      const { id } = await provider.refund(request(1))
      expect(await provider.refund(request(2))).toMatchObject({ id })
      expect(refundsOf(paymentId)).toHaveLength(1)
    })

    test.each([
      ['charge_disputed', 'The charge has been charged back.'],
      ['charge_expired_for_capture', 'This charge is too old to be refunded.'],
      ['account_closed', 'The bank account has been closed.'],
    ])('one that is refused for good says why: %s', async (code, message) => {
      const { id: paymentId } = await pay()
      stripe.ledger.refusal = { code, message }
      const refused = provider.refund({ key: code, attempts: 0, paymentId, amountPaise: 20_000 })
      await expect(refused).rejects.toThrow(RefundRefused)
      await expect(refused).rejects.toThrow(message)
      stripe.ledger.refusal = null
      const lowered = { key: code, attempts: 1, paymentId, amountPaise: 10_000 }
      expect((await provider.refund(lowered)).id).toMatch(/^re_/)
    })

    test('one that is refused for an unknown reason is tried again', async () => {
      const { id: paymentId } = await pay()
      stripe.ledger.refusal = { code: 'not_yet_known', message: 'Please come back later.' }
      const request = { key: 'unknown', attempts: 0, paymentId, amountPaise: 20_000 }
      await expect(provider.refund(request)).rejects.toThrow(RefundDelayed)
      stripe.ledger.refusal = null
      expect((await provider.refund({ ...request, attempts: 1 })).id).toMatch(/^re_/)
    })

    test('one made in the dashboard has no key of ours', async () => {
      const { id: paymentId } = await pay()
      const { id } = stripe.refundInDashboard(paymentId, 30_000)
      const known = { id, paymentId, amountPaise: 30_000, status: 'made', key: null }
      expect(await provider.refundsOf(paymentId)).toEqual([known])
      const much = { key: 'much left', attempts: 0, paymentId, amountPaise: 50_000 }
      await expect(provider.refund(much)).rejects.toThrow(RefundRefused)
    })

    test('what was kept of a payment is told once it is known', async () => {
      const { id } = await pay()
      stripe.ledger.tellsFees = false
      expect(await provider.getFee?.(id)).toBeNull()
      stripe.ledger.tellsFees = true
      expect(await provider.getFee?.(id)).toBe(15_00)
    })

    test("a key is for one payment's refund", async () => {
      const [one, other] = [await pay(), await pay()]
      await provider.refund({ key: 'mine', attempts: 0, paymentId: one.id, amountPaise: 100 })
      const second = provider.refund({
        key: 'mine',
        attempts: 0,
        paymentId: other.id,
        amountPaise: 100,
      })
      await expect(second).rejects.toMatchObject(conflict)
    })

    test('their status and events: one that is slow and fails later', async () => {
      stripe.ledger.newRefundIs = 'pending'
      const { id: paymentId } = await pay()
      const { id: refundId } = await provider.refund({
        key: 'slow',
        attempts: 0,
        paymentId,
        amountPaise: 100,
      })
      const status = async () => (await provider.refundsOf(paymentId))[0]?.status
      expect(await status()).toBe('pending')
      stripe.endRefund(refundId, 'succeeded')
      expect(await status()).toBe('made')
      stripe.endRefund(refundId, 'failed')
      expect(await status()).toBe('failed')

      const reported = await Promise.all(
        stripe.webhooks.events.filter(isAbout(paymentId)).map(read),
      )
      expect(reported.map(({ type }) => type)).toEqual([
        'payment',
        'other',
        'refund',
        'refund',
        'refund',
      ])
      expect(reported.slice(1).every((event) => event.refundId === refundId)).toBe(true)
    })
  })

  const read = (event: StripeEvent) => {
    const body = bodyOf(event)
    return provider.readWebhook(body, stripe.webhooks.headersOf(body, 0))
  }

  describe('webhooks', () => {
    test('a detail that is added to a refund is no news', async () => {
      const { id: paymentId } = await pay()
      const { id } = await provider.refund({
        key: 'detail',
        attempts: 0,
        paymentId,
        amountPaise: 100,
      })
      const refund = stripe.ledger.refunds.get(id) ?? {}
      stripe.webhooks.emit('refund.updated', refund, { destination_details: {} })
      expect(await read(stripe.webhooks.events.at(-1)!)).toMatchObject({ type: 'other' })
    })

    test('what the shop does not listen to is another event', async () => {
      await pay()
      const events = stripe.webhooks.events.slice(-2)
      expect(events.map(({ type }) => type)).toEqual([
        'charge.succeeded',
        'payment_intent.succeeded',
      ])
      expect(await read(events[0]!)).toEqual({
        id: events[0]!.id,
        type: 'other',
        paymentId: '',
        refundId: null,
      })
    })

    test.each([
      ['', 'signature'],
      ['null', 'could not be understood'],
      ['{"id":"evt_1"}', 'could not be understood'],
      ['not JSON', 'could not be understood'],
      ['{"object":"v2.core.event"}', 'payload style "Snapshot"'],
    ])("a signed '%s' is rejected: %s", async (body, message) => {
      const headers = stripe.webhooks.headersOf(body, 0)
      await expect(provider.readWebhook(body, headers)).rejects.toMatchObject({
        code: 'malformed',
        message: expect.stringContaining(message),
      })
      const unsigned = provider.readWebhook(body, new Headers())
      await expect(unsigned).rejects.toThrow('signature')
    })

    test('are taken by either secret while the secret is being changed', async () => {
      const changing = await openStripe({ ...account, oldWebhookSecret: 'whsec_the-old-one' })
      const body = JSON.stringify({ id: 'evt_1', type: 'other', data: { object: {} } })
      const headers = changing.webhooks.headersOf(body, 0)
      for (const webhookSecret of ['whsec_the-old-one', account.webhookSecret]) {
        const shop = createStripeProvider({ ...account, webhookSecret, apiBase: null })
        expect((await shop.readWebhook(body, headers)).id).toBe('evt_1')
      }
      const another = createStripeProvider({ ...account, webhookSecret: 'whsec_x', apiBase: null })
      await expect(another.readWebhook(body, headers)).rejects.toMatchObject({ code: 'malformed' })
      await changing.close()
    })
  })

  test('the browser brings nothing back', () => {
    expect(() => provider.verifyReturn('pi_1', {})).toThrow('sends nothing')
  })
})

/** All that a log could show of an error. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.stack} ${JSON.stringify(error)} ${everythingIn(error.cause)}`
}
