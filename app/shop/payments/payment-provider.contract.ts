import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConfirmOutcome } from './card-payment.ts'
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts'

/** A webhook as the shop receives it. */
export interface Delivery {
  body: string
  headers: Headers
}

/** An adapter, and what its company does outside of the shop's server. */
export interface ProviderUnderTest {
  provider: PaymentProvider
  /** The customer's browser. */
  customer: {
    /** Enters a card that behaves so, and answers the payment method's id. */
    enterCard(behaves: 'succeeds' | 'is declined' | 'asks the bank'): Promise<string>
    /** Confirms the payment, and approves or refuses it if the bank asks. */
    confirm(clientSecret: string, approves?: boolean): Promise<ConfirmOutcome>
  }
  /** What this company cannot do as the others do. */
  lacks?: {
    /** Keys of its own: the same payment begun twice at the same moment may be two. */
    keys?: true
    /** A card given before the payment begins: its own pages ask for it. */
    paymentMethods?: true
    /** A way to refuse money for a payment that was cancelled: it is reported as succeeded after all. */
    refusingLateMoney?: true
    /** A time within the signature of a webhook. */
    signatureTimes?: true
  }
  /** The webhooks about this payment that the shop listens to, in the order of what happened. */
  deliveriesAbout(paymentId: string): Promise<Delivery[]>
  /** The headers the company sends with this body, signed so many seconds ago. */
  sign(body: string, secondsAgo: number): Headers
  close(): Promise<void>
}

const amountPaise = 145_050
const conflict = { code: 'conflict' }
const malformed = { code: 'malformed' }

/** What every card company must do behind `PaymentProvider`; run once against each adapter. */
export function paymentProviderContract(name: string, make: () => Promise<ProviderUnderTest>) {
  describe(`${name} as a payment provider`, () => {
    let company: ProviderUnderTest
    let orders = 0
    beforeAll(async () => {
      company = await make()
    })
    afterAll(() => company.close())

    const newOrder = () => `order-${++orders}`
    const enter = (behaves: Parameters<ProviderUnderTest['customer']['enterCard']>[0]) =>
      company.customer.enterCard(behaves)

    async function start(order = newOrder(), paymentMethodId?: string): Promise<ProviderPayment> {
      return company.provider.startPayment({
        key: `payment-of-${order}`,
        paymentId: null,
        email: 'asha@example.in',
        paymentMethodId: paymentMethodId ?? (await enter('succeeds')),
        amountPaise,
        currency: 'INR',
        reference: order,
      })
    }

    async function pay(order = newOrder()): Promise<ProviderPayment> {
      const payment = await start(order)
      expect(await company.customer.confirm(payment.clientSecret)).toEqual({ status: 'succeeded' })
      return payment
    }

    async function statusOf({ id }: { id: string }) {
      return (await company.provider.getPayment(id)).status
    }

    describe('starting', () => {
      test('answers an open payment with amount, currency and order', async () => {
        const payment = await start('order-a')
        expect(payment).toMatchObject({
          status: 'open',
          amountPaise,
          currency: 'INR',
          reference: 'order-a',
        })
        expect(payment.clientSecret.length).toBeGreaterThan(20)
        expect(await company.provider.getPayment(payment.id)).toEqual(payment)
      })

      test('again with the same key answers the same payment', async () => {
        const order = newOrder()
        const card = await enter('succeeds')
        expect(await start(order, card)).toEqual(await start(order, card))
      })

      test('many times at once makes one payment', async () => {
        const order = newOrder()
        const card = await enter('succeeds')
        const payments = await Promise.all(Array.from({ length: 8 }, () => start(order, card)))
        expect(new Set(payments.map(({ id }) => id)).size).toBe(1)
      })

      test('for two orders makes two payments with secrets of their own', async () => {
        const [one, other] = [await start(), await start()]
        expect(one.id).not.toBe(other.id)
        expect(one.clientSecret).not.toBe(other.clientSecret)
      })

      test('with an unknown card is refused, and leaves nothing in the way of a known one', async () => {
        const order = newOrder()
        await expect(start(order, 'pm_unknown')).rejects.toMatchObject(conflict)
        expect((await start(order)).status).toBe('open')
      })

      test('again after it was paid answers the paid payment', async () => {
        const order = newOrder()
        const paid = await pay(order)
        expect(await start(order)).toMatchObject({ id: paid.id, status: 'succeeded' })
      })
    })

    describe("the customer's side", () => {
      test('a good card pays', async () => {
        expect(await statusOf(await pay())).toBe('succeeded')
      })

      test('confirming twice pays once', async () => {
        const payment = await pay()
        await company.customer.confirm(payment.clientSecret)
        expect(await statusOf(payment)).toBe('succeeded')
        expect(await company.deliveriesAbout(payment.id)).toHaveLength(1)
      })

      test('confirming many times at once pays once', async () => {
        const payment = await start()
        await Promise.all(
          Array.from({ length: 5 }, () => company.customer.confirm(payment.clientSecret)),
        )
        expect(await statusOf(payment)).toBe('succeeded')
        expect(await company.deliveriesAbout(payment.id)).toHaveLength(1)
      })

      test('a declined card leaves the payment open, and another card pays it', async () => {
        const order = newOrder()
        const payment = await start(order, await enter('is declined'))
        const refusal = await company.customer.confirm(payment.clientSecret)
        expect(refusal).toMatchObject({
          status: 'failed',
          message: expect.stringMatching(/\w+\.$/),
        })
        expect(await statusOf(payment)).toBe('open')

        const again = await start(order, await enter('succeeds'))
        expect(again).toEqual(payment)
        expect(await company.customer.confirm(again.clientSecret)).toEqual({ status: 'succeeded' })
        expect(await statusOf(payment)).toBe('succeeded')
      })

      test("the bank's question, approved, pays", async () => {
        const payment = await start(newOrder(), await enter('asks the bank'))
        const outcome = await company.customer.confirm(payment.clientSecret, true)
        expect(outcome).toEqual({ status: 'succeeded' })
        expect(await statusOf(payment)).toBe('succeeded')
      })

      test("the bank's question, refused, leaves the payment open for another card", async () => {
        const order = newOrder()
        const payment = await start(order, await enter('asks the bank'))
        const outcome = await company.customer.confirm(payment.clientSecret, false)
        expect(outcome.status).toBe('failed')
        expect(await statusOf(payment)).toBe('open')

        await start(order)
        const next = await company.customer.confirm(payment.clientSecret)
        expect(next).toEqual({ status: 'succeeded' })
      })

      test('a wrong client secret pays nothing', async () => {
        const payment = await start()
        const wrong = `${payment.clientSecret.slice(0, -4)}0000`
        expect((await company.customer.confirm(wrong)).status).toBe('failed')
        expect(await statusOf(payment)).toBe('open')
      })
    })

    describe('cancelling', () => {
      test('an open payment: it can no longer be paid', async () => {
        const payment = await start()
        expect(await company.provider.cancelPayment(payment.id)).toMatchObject({
          id: payment.id,
          status: 'cancelled',
        })
        expect((await company.customer.confirm(payment.clientSecret)).status).toBe('failed')
        expect(await statusOf(payment)).toBe('cancelled')
      })

      test('twice is the same as once', async () => {
        const payment = await start()
        await company.provider.cancelPayment(payment.id)
        expect((await company.provider.cancelPayment(payment.id)).status).toBe('cancelled')
        expect(await company.deliveriesAbout(payment.id)).toHaveLength(1)
      })

      test('a paid payment leaves it paid', async () => {
        const payment = await pay()
        expect((await company.provider.cancelPayment(payment.id)).status).toBe('succeeded')
      })
    })

    test('paying and cancelling at once: one of them wins, and both are told the same', async () => {
      const payment = await start()
      const [outcome, cancelled] = await Promise.all([
        company.customer.confirm(payment.clientSecret),
        company.provider.cancelPayment(payment.id),
      ])
      expect(cancelled.status).toBe(outcome.status === 'succeeded' ? 'succeeded' : 'cancelled')
      expect(await statusOf(payment)).toBe(cancelled.status)
      expect(await company.deliveriesAbout(payment.id)).toHaveLength(1)
    })

    describe('refunding', () => {
      const refund = (payment: { id: string }, key: string, paise: number) =>
        company.provider.refund({ key, paymentId: payment.id, amountPaise: paise })

      test('the whole, once', async () => {
        const payment = await pay()
        expect((await refund(payment, newOrder(), amountPaise)).id).not.toBe('')
        await expect(refund(payment, newOrder(), 1)).rejects.toMatchObject(conflict)
      })

      test('in parts, never more in sum than was paid', async () => {
        const payment = await pay()
        const first = await refund(payment, newOrder(), 100_000)
        await expect(refund(payment, newOrder(), 45_051)).rejects.toMatchObject(conflict)
        const second = await refund(payment, newOrder(), 45_050)
        expect(second.id).not.toBe(first.id)
      })

      test('more than was paid is refused', async () => {
        await expect(refund(await pay(), newOrder(), amountPaise + 1)).rejects.toMatchObject(
          conflict,
        )
      })

      test('the same key again answers the same refund', async () => {
        const payment = await pay()
        const key = newOrder()
        const first = await refund(payment, key, amountPaise)
        expect(await refund(payment, key, amountPaise)).toEqual(first)
      })

      test('the same key many times at once gives the money back once', async () => {
        const payment = await pay()
        const key = newOrder()
        const all = await Promise.all(
          Array.from({ length: 5 }, () => refund(payment, key, amountPaise)),
        )
        expect(new Set(all.map(({ id }) => id)).size).toBe(1)
      })

      test('many keys at once never give back more than was paid', async () => {
        const payment = await pay()
        const all = await Promise.allSettled(
          Array.from({ length: 5 }, () => refund(payment, newOrder(), 60_000)),
        )
        expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      })

      test('what was not paid is refused', async () => {
        await expect(refund(await start(), newOrder(), 1)).rejects.toMatchObject(conflict)
      })
    })

    describe('webhooks', () => {
      const read = ({ body, headers }: Delivery) => company.provider.readWebhook(body, headers)

      async function deliveryAbout(payment: { id: string }): Promise<Delivery> {
        const [delivery] = await company.deliveriesAbout(payment.id)
        if (!delivery) throw new Error('no webhook came')
        return delivery
      }

      test('tell of payment and refund, each event with an id of its own', async () => {
        const payment = await pay()
        await company.provider.refund({ key: newOrder(), paymentId: payment.id, amountPaise: 1 })
        const events = await Promise.all((await company.deliveriesAbout(payment.id)).map(read))
        expect(events.map(({ type, paymentId }) => [type, paymentId])).toEqual([
          ['payment-succeeded', payment.id],
          ['refund-succeeded', payment.id],
        ])
        expect(new Set(events.map(({ id }) => id)).size).toBe(2)
      })

      test('tell of a cancelled payment', async () => {
        const payment = await start()
        await company.provider.cancelPayment(payment.id)
        expect(await read(await deliveryAbout(payment))).toMatchObject({
          type: 'payment-cancelled',
          paymentId: payment.id,
        })
      })

      test('carry the same event id when delivered again', async () => {
        const payment = await pay()
        const [first, again] = [await deliveryAbout(payment), await deliveryAbout(payment)]
        expect((await read(first)).id).toBe((await read(again)).id)
      })

      test('with a changed body are refused', async () => {
        const { body, headers } = await deliveryAbout(await pay())
        const changed = body.replace(/[0-9a-f](?=")/, (digit) => (digit === '0' ? '1' : '0'))
        expect(changed).not.toBe(body)
        await expect(read({ body: changed, headers })).rejects.toMatchObject(malformed)
        await expect(read({ body: `${body} `, headers })).rejects.toMatchObject(malformed)
      })

      test("with another body's signature are refused", async () => {
        const { body } = await deliveryAbout(await pay())
        const headers = company.sign(`${body} `, 0)
        await expect(read({ body, headers })).rejects.toMatchObject(malformed)
      })

      test('without a signature are refused before the body is looked at', async () => {
        const headers = new Headers()
        const { body } = await deliveryAbout(await pay())
        await expect(read({ body, headers })).rejects.toMatchObject(malformed)
        await expect(read({ body: 'not JSON', headers })).rejects.toMatchObject(malformed)
      })

      test('are good for five minutes', async () => {
        const { body } = await deliveryAbout(await pay())
        const signed = (secondsAgo: number) => ({ body, headers: company.sign(body, secondsAgo) })
        expect((await read(signed(290))).type).toBe('payment-succeeded')
        await expect(read(signed(310))).rejects.toMatchObject(malformed)
      })
    })

    test('an unknown payment is an error to every call', async () => {
      const { provider } = company
      const paymentId = 'pi_000000000000000000000000'
      await expect(provider.getPayment(paymentId)).rejects.toThrow()
      await expect(provider.cancelPayment(paymentId)).rejects.toThrow()
      const refund = { key: newOrder(), paymentId, amountPaise: 1 }
      await expect(provider.refund(refund)).rejects.toThrow()
    })
  })
}
