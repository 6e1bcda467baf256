import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daySeconds } from '#platform/clock.ts'
import type { ConfirmOutcome } from '#shop/payments/browser-provider.ts'
import type { PaymentProvider, ProviderPayment } from '#shop/payments/payment-provider.ts'

/** A webhook as the shop receives it. */
export interface Delivery {
  body: string
  headers: Headers
}

/** What a customer's card does when it is to pay. */
export type CardBehaviour = 'succeeds' | 'is declined' | 'asks the bank'

/** How a customer pays. */
export interface Paying {
  /** The card; where it was entered before the payment began, it is the same one. */
  card: CardBehaviour
  /** What the customer answers if the bank asks. */
  approves: boolean
}

/** What a bank does without a call of the shop. */
export interface Bank {
  /** Disputes a paid payment, and answers the dispute's id. */
  dispute?(paymentId: string): string
  decide?(disputeId: string, status: 'won' | 'lost'): void
  /** Takes its time with every payment that is confirmed from now on. */
  becomeSlow?(): void
  /** Pays such a payment at last; others are paid at once again. */
  payAtLast?(paymentId: string): void
}

/** An adapter, and what its provider does outside of the shop's server. */
export interface ProviderUnderTest {
  provider: PaymentProvider
  /** The customer's browser. */
  customer: {
    /**
     * Enters a card that behaves so before the payment begins, and answers the payment method's id; null where the
     * provider's own pages ask for the card.
     */
    enterCard(behaves: CardBehaviour): Promise<string | null>
    /** Confirms the payment, giving the card where it has not been given yet. */
    confirm(clientSecret: string, paying: Paying): Promise<ConfirmOutcome>
  }
  /** The customer's bank; left out where the provider has none. */
  bank?: Bank
  /** What the shop hears of this payment, mostly by webhooks, in the order of what happened. */
  deliveriesAbout(paymentId: string): Promise<Delivery[]>
  /** The headers the provider sends with this body, signed so many seconds ago; left out if it sends no webhooks. */
  sign?(body: string, secondsAgo: number): Headers
  close(): Promise<void>
}

/** What a provider cannot do as the others do; the contract says what is true instead. */
export interface Lacks {
  /** Keys of its own: the same payment begun several times at the same moment may be several. */
  keys?: true
  /** A card given before the payment begins: its own pages ask for it. */
  paymentMethods?: true
  /** A client secret: whoever knows a payment's id may pay it. */
  secrets?: true
  /**
   * A way to refuse money for a payment that was cancelled: it is reported as succeeded after all. No webhook tells
   * of cancelling, which the provider knows nothing of.
   */
  refusingLateMoney?: true
  /** Disputes: its banks make none. */
  disputes?: true
  /** Webhooks: jobs in the transaction of what happens take their place. */
  webhooks?: true
  /** Banks that take their time after the customer has confirmed. */
  slowBanks?: true
  /** A time within the signature of a webhook: it is good for ever. */
  signatureTimes?: true
}

/** A card in the customer's hand, and the payment method made of it. */
interface EnteredCard {
  behaves: CardBehaviour
  methodId: string | null
}

const amountPaise = 145_050
const conflict = { code: 'conflict' }
const malformed = { code: 'malformed' }

/** What is not about a provider is no test of it, rather than one that is skipped. */
const where = (isSo: boolean | undefined) => (says: string, run: () => Promise<void>) => {
  if (isSo) test(says, run)
}
const unless = (isSo: boolean | undefined) => where(!isSo)

/**
 * What every payment provider must do behind `PaymentProvider`; run once against each adapter.
 *
 * @param lacks the differences of this provider, each tested as what is true instead
 */
export function paymentProviderContract(
  name: string,
  make: () => Promise<ProviderUnderTest>,
  lacks: Lacks = {},
) {
  describe(`${name} as a payment provider`, () => {
    let setup: ProviderUnderTest
    let orders = 0
    beforeAll(async () => {
      setup = await make()
    })
    afterAll(() => setup.close())

    const newOrder = () => `order-${++orders}`

    async function enter(behaves: CardBehaviour): Promise<EnteredCard> {
      return { behaves, methodId: await setup.customer.enterCard(behaves) }
    }

    async function start(
      order = newOrder(),
      card?: Pick<EnteredCard, 'methodId'>,
      paymentId: string | null = null,
    ): Promise<ProviderPayment> {
      const { methodId } = card ?? (await enter('succeeds'))
      return setup.provider.startPayment({
        key: `payment-of-${order}`,
        paymentId,
        customer: { name: 'Asha Rao', email: 'asha@example.in' },
        address: '12 Church Street,560001,Bengaluru',
        paymentMethodId: methodId,
        amountPaise,
        currency: 'INR',
        orderNumber: 1042,
        reference: order,
      })
    }

    const confirm = ({ clientSecret }: { clientSecret: string }, how: Partial<Paying> = {}) =>
      setup.customer.confirm(clientSecret, { card: 'succeeds', approves: true, ...how })

    async function pay(order = newOrder()): Promise<ProviderPayment> {
      const payment = await start(order)
      expect(await confirm(payment)).toEqual({ status: 'succeeded' })
      return payment
    }

    async function statusOf({ id }: { id: string }) {
      return (await setup.provider.getPayment(id)).status
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
        expect(await setup.provider.getPayment(payment.id)).toEqual(payment)
      })

      test('again with the same key answers the same payment', async () => {
        const order = newOrder()
        const card = await enter('succeeds')
        expect(await start(order, card)).toEqual(await start(order, card))
      })

      test('again with its id answers the same payment', async () => {
        const order = newOrder()
        const payment = await start(order)
        expect(await start(order, await enter('succeeds'), payment.id)).toEqual(payment)
      })

      async function startOften(order: string) {
        const card = await enter('succeeds')
        return Promise.all(Array.from({ length: 8 }, () => start(order, card)))
      }

      unless(lacks.keys)('many times at once makes one payment', async () => {
        const payments = await startOften(newOrder())
        expect(new Set(payments.map(({ id }) => id)).size).toBe(1)
      })

      where(lacks.keys)('many times at once: any of them is gone on with by its id', async () => {
        const order = newOrder()
        for (const payment of await startOften(order)) {
          expect(await start(order, await enter('succeeds'), payment.id)).toEqual(payment)
        }
      })

      test('again for another amount is refused', async () => {
        const order = newOrder()
        await start(order)
        const other = setup.provider.startPayment({
          key: `payment-of-${order}`,
          paymentId: null,
          customer: { name: 'Asha Rao', email: 'asha@example.in' },
          address: '12 Church Street,560001,Bengaluru',
          paymentMethodId: (await enter('succeeds')).methodId,
          amountPaise: amountPaise + 100,
          currency: 'INR',
          orderNumber: 1042,
          reference: order,
        })
        await expect(other).rejects.toMatchObject(conflict)
      })

      test('for two orders makes two payments with secrets of their own', async () => {
        const [one, other] = [await start(), await start()]
        expect(one.id).not.toBe(other.id)
        expect(one.clientSecret).not.toBe(other.clientSecret)
      })

      unless(lacks.secrets)('gives a secret that the id does not tell', async () => {
        const { id, clientSecret } = await start()
        expect(clientSecret.replace(id, '').length).toBeGreaterThan(20)
      })

      where(lacks.secrets)('gives the id for a secret', async () => {
        const { id, clientSecret } = await start()
        expect(clientSecret).toBe(id)
      })

      test('asks for a card before the order is sent, where there is such a card', async () => {
        expect(setup.provider.needsPaymentMethod).toBe(!lacks.paymentMethods)
        expect((await enter('succeeds')).methodId === null).toBe(lacks.paymentMethods ?? false)
      })

      unless(lacks.paymentMethods)(
        'with an unknown card is refused, and leaves nothing in the way of a known one',
        async () => {
          const order = newOrder()
          await expect(start(order, { methodId: 'pm_unknown' })).rejects.toMatchObject(conflict)
          expect((await start(order)).status).toBe('open')
        },
      )

      unless(lacks.paymentMethods)(
        'with a card that was tried is refused, here and for another order',
        async () => {
          const order = newOrder()
          const card = await enter('is declined')
          await confirm(await start(order, card), { card: 'is declined' })
          await expect(start(order, card)).rejects.toMatchObject(conflict)
          await expect(start(newOrder(), card)).rejects.toMatchObject(conflict)
        },
      )

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
        await confirm(payment)
        expect(await statusOf(payment)).toBe('succeeded')
        expect(await setup.deliveriesAbout(payment.id)).toHaveLength(1)
      })

      test('confirming many times at once pays once', async () => {
        const payment = await start()
        await Promise.all(Array.from({ length: 5 }, () => confirm(payment)))
        expect(await statusOf(payment)).toBe('succeeded')
        expect(await setup.deliveriesAbout(payment.id)).toHaveLength(1)
      })

      test('a declined card leaves the payment open, and another card pays it', async () => {
        const order = newOrder()
        const payment = await start(order, await enter('is declined'))
        const refusal = await confirm(payment, { card: 'is declined' })
        expect(refusal).toMatchObject({
          status: 'failed',
          message: expect.stringMatching(/\w+\.$/),
        })
        const declined = expect.stringMatching(/decline/)
        expect(await setup.provider.getPayment(payment.id)).toEqual({ ...payment, declined })

        const again = await start(order, await enter('succeeds'))
        expect({ ...again, declined }).toEqual({ ...payment, declined })
        expect(await confirm(again)).toEqual({ status: 'succeeded' })
        expect(await statusOf(payment)).toBe('succeeded')
      })

      test("the bank's question, approved, pays", async () => {
        const payment = await start(newOrder(), await enter('asks the bank'))
        const outcome = await confirm(payment, { card: 'asks the bank' })
        expect(outcome).toEqual({ status: 'succeeded' })
        expect(await statusOf(payment)).toBe('succeeded')
      })

      test("the bank's question, refused, leaves the payment open for another card", async () => {
        const order = newOrder()
        const payment = await start(order, await enter('asks the bank'))
        const outcome = await confirm(payment, { card: 'asks the bank', approves: false })
        expect(outcome.status).toBe('failed')
        expect(await statusOf(payment)).toBe('open')

        await start(order)
        expect(await confirm(payment)).toEqual({ status: 'succeeded' })
      })

      test('a wrong client secret pays nothing', async () => {
        const payment = await start()
        const clientSecret = `${payment.clientSecret.slice(0, -4)}0000`
        expect((await confirm({ clientSecret })).status).toBe('failed')
        expect(await statusOf(payment)).toBe('open')
      })
    })

    describe('cancelling', () => {
      const cancel = ({ id }: ProviderPayment) => setup.provider.cancelPayment(id)

      test('an open payment ends it', async () => {
        const payment = await start()
        expect(await cancel(payment)).toMatchObject({ id: payment.id, status: 'cancelled' })
        expect(await statusOf(payment)).toBe('cancelled')
        expect((await start(payment.reference)).status).toBe('cancelled')
      })

      unless(lacks.refusingLateMoney)('it can no longer be paid', async () => {
        const payment = await start()
        await cancel(payment)
        expect((await confirm(payment)).status).toBe('failed')
        expect(await statusOf(payment)).toBe('cancelled')
      })

      where(lacks.refusingLateMoney)('what is paid all the same is told', async () => {
        const payment = await start()
        await cancel(payment)
        expect(await confirm(payment)).toEqual({ status: 'succeeded' })
        expect(await statusOf(payment)).toBe('succeeded')
        expect(await setup.deliveriesAbout(payment.id)).toHaveLength(1)
        const refund = { key: newOrder(), attempts: 0, paymentId: payment.id, amountPaise }
        expect((await setup.provider.refund(refund)).id).not.toBe('')
      })

      test('twice is the same as once', async () => {
        const payment = await start()
        await cancel(payment)
        expect((await cancel(payment)).status).toBe('cancelled')
        const told = lacks.refusingLateMoney ? 0 : 1
        expect(await setup.deliveriesAbout(payment.id)).toHaveLength(told)
      })

      test('a paid payment leaves it paid', async () => {
        expect((await cancel(await pay())).status).toBe('succeeded')
      })

      test('and paying at once: one of them wins, and what was paid is told', async () => {
        const payment = await start()
        const [outcome, cancelled] = await Promise.all([confirm(payment), cancel(payment)])
        const status = outcome.status === 'succeeded' ? 'succeeded' : 'cancelled'
        if (lacks.refusingLateMoney) expect(status).toBe('succeeded')
        else expect(cancelled.status).toBe(status)
        expect(await statusOf(payment)).toBe(status)
        expect(await setup.deliveriesAbout(payment.id)).toHaveLength(1)
      })
    })

    describe('refunding', () => {
      const refund = (payment: { id: string }, key: string, paise: number) =>
        setup.provider.refund({ key, attempts: 0, paymentId: payment.id, amountPaise: paise })

      test('the whole, once', async () => {
        const payment = await pay()
        expect((await refund(payment, newOrder(), amountPaise)).id).not.toBe('')
        await expect(refund(payment, newOrder(), 100)).rejects.toMatchObject(conflict)
      })

      test('in parts, never more in sum than was paid', async () => {
        const payment = await pay()
        const first = await refund(payment, newOrder(), 100_000)
        await expect(refund(payment, newOrder(), 45_150)).rejects.toMatchObject(conflict)
        const second = await refund(payment, newOrder(), 45_050)
        expect(second.id).not.toBe(first.id)
      })

      test('more than was paid is refused', async () => {
        await expect(refund(await pay(), newOrder(), amountPaise + 100)).rejects.toMatchObject(
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
        await expect(refund(await start(), newOrder(), 100)).rejects.toMatchObject(conflict)
      })
    })

    if (!lacks.webhooks) testWebhooks()

    function testWebhooks() {
      describe('webhooks', () => {
        const sign = (body: string, secondsAgo: number) =>
          setup.sign?.(body, secondsAgo) ?? new Headers()
        const read = ({ body, headers }: Delivery) => setup.provider.readWebhook(body, headers)

        async function deliveryAbout(payment: { id: string }): Promise<Delivery> {
          const [delivery] = await setup.deliveriesAbout(payment.id)
          if (!delivery) throw new Error('no webhook came')
          return delivery
        }

        test('tell of payment and refund, each event with an id of its own', async () => {
          const payment = await pay()
          await setup.provider.refund({
            key: newOrder(),
            attempts: 0,
            paymentId: payment.id,
            amountPaise: 100,
          })
          const events = await Promise.all((await setup.deliveriesAbout(payment.id)).map(read))
          expect(events.map(({ type, paymentId }) => [type, paymentId])).toEqual([
            ['payment', payment.id],
            ['refund', payment.id],
          ])
          expect(new Set(events.map(({ id }) => id)).size).toBe(2)
        })

        unless(lacks.refusingLateMoney)('tell of a cancelled payment', async () => {
          const payment = await start()
          await setup.provider.cancelPayment(payment.id)
          expect(await read(await deliveryAbout(payment))).toMatchObject({
            type: 'payment',
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
          const headers = sign(`${body} `, 0)
          await expect(read({ body, headers })).rejects.toMatchObject(malformed)
        })

        test('without a signature are refused before the body is looked at', async () => {
          const headers = new Headers()
          const { body } = await deliveryAbout(await pay())
          await expect(read({ body, headers })).rejects.toMatchObject(malformed)
          await expect(read({ body: 'not JSON', headers })).rejects.toMatchObject(malformed)
        })

        async function signedAgo(seconds: number) {
          const { body } = await deliveryAbout(await pay())
          return read({ body, headers: sign(body, seconds) })
        }

        unless(lacks.signatureTimes)('are good for five minutes', async () => {
          expect((await signedAgo(290)).type).toBe('payment')
          await expect(signedAgo(310)).rejects.toMatchObject(malformed)
        })

        where(lacks.signatureTimes)('are good for ever', async () => {
          expect((await signedAgo(365 * daySeconds)).type).toBe('payment')
        })
      })
    }

    function bankOf() {
      if (!setup.bank) throw new Error('this provider has no bank')
      return setup.bank
    }

    unless(lacks.disputes)(
      'a dispute is reported and read alike, until it is decided',
      async () => {
        const { id: paymentId } = await pay()
        const id = bankOf().dispute?.(paymentId) ?? ''
        const open = {
          id,
          status: 'open',
          amountPaise,
          isRefundable: false,
          answerBy: expect.any(Date),
        }
        expect(await setup.provider.getDispute(id)).toMatchObject(open)
        bankOf().decide?.(id, 'lost')
        const lost = { id, status: 'lost', amountPaise }
        expect(await setup.provider.getDispute(id)).toMatchObject(lost)
        const events = (await setup.deliveriesAbout(paymentId)).map(({ body, headers }) =>
          setup.provider.readWebhook(body, headers),
        )
        expect(await Promise.all(events)).toMatchObject([
          { type: 'payment', paymentId },
          { type: 'dispute', paymentId, dispute: open },
          { type: 'dispute', paymentId, dispute: lost },
        ])
      },
    )

    unless(lacks.slowBanks)(
      'a slow bank leaves the payment open, and it is one payment',
      async () => {
        bankOf().becomeSlow?.()
        const order = newOrder()
        const payment = await start(order)
        await confirm(payment)
        expect(await statusOf(payment)).toBe('open')
        expect(await start(order, undefined, payment.id)).toMatchObject({ id: payment.id })
        bankOf().payAtLast?.(payment.id)
        expect(await statusOf(payment)).toBe('succeeded')
      },
    )

    test('an unknown payment is an error to every call', async () => {
      const { provider } = setup
      const paymentId = 'pi_000000000000000000000000'
      await expect(provider.getPayment(paymentId)).rejects.toThrow()
      await expect(provider.cancelPayment(paymentId)).rejects.toThrow()
      const refund = { key: newOrder(), attempts: 0, paymentId, amountPaise: 100 }
      await expect(provider.refund(refund)).rejects.toThrow()
    })
  })
}
