import { expect } from 'vitest'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import { checkConsistency, reportLines } from '#shop/consistency/check-consistency.server.ts'
import type { PaymentProvider } from '#shop/payments/payment-provider.ts'
import { createRazorpayProvider } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import { createStripeProvider } from '#shop/payments/stripe/stripe-provider.server.ts'
import { chosenEvents, openRazorpay } from '../stand-ins/razorpay.ts'
import { openStripe } from '../stand-ins/stripe.ts'
import { stripeAccount, stripeBrowser } from '../stand-ins/stripe-browser.ts'
import { bodyOf } from '../stand-ins/stripe-webhooks.ts'
import { checkoutOf, type Started } from './checkout-steps.ts'
import { openTestShop } from './test-shop.ts'

/** A webhook as its provider sends it. */
export interface Delivery {
  name: string
  body: string
  headers: Headers
}

/** A provider with the customers, the banks and the dashboard behind it. */
export interface ProviderAccount {
  provider: PaymentProvider
  /** Before the order is sent, where the page asks for the card. */
  enterCard(): Promise<string | null>
  pay(clientSecret: string): Promise<unknown>
  /** The owner refunds in the dashboard. */
  refundInDashboard(paymentId: string, paise: number): void
  /** Why refunds are refused from now on; null makes them again. */
  refuse(sentence: string | null): void
  /** What went back of a payment, each amount. */
  refundsOf(paymentId: string): number[]
  /** How often a refund was asked for. */
  countRefunds(): number
  /** A bank wants money back. Answers the dispute's id. */
  openDispute(paymentId: string, claim?: { amount?: number; isInquiry?: boolean }): string
  review(id: string): void
  /** The bank wants another answer, by this second of Unix time. */
  askAgain(id: string, answerBy: number): void
  end(id: string, how: 'won' | 'lost'): void
  /** Every webhook so far, in order. */
  deliveries(): Delivery[]
  close(): Promise<void>
}

export async function openStripeAccount(): Promise<ProviderAccount> {
  const stripe = await openStripe(stripeAccount)
  const { enterCard, confirm } = stripeBrowser(stripe)
  return {
    provider: createStripeProvider({ ...stripeAccount, apiBase: stripe.url }),
    enterCard,
    pay: (clientSecret) => confirm(clientSecret),
    refundInDashboard: (id, paise) => void stripe.refundInDashboard(id, paise),
    refuse(message) {
      stripe.ledger.refusal = message === null ? null : { code: 'charge_too_old', message }
    },
    refundsOf: (id) =>
      [...stripe.ledger.refunds.values()]
        .filter((refund) => refund.payment_intent === id)
        .map(({ amount }) => amount),
    countRefunds: () =>
      stripe.requests.filter(({ request }) => request === 'POST /v1/refunds').length,
    openDispute: (paymentId, claim) => stripe.openDispute(paymentId, claim).id,
    review: (id) => stripe.moveDispute(id, 'under_review'),
    askAgain: (id, dueBy) => stripe.moveDispute(id, 'needs_response', { dueBy }),
    end: (id, how) => stripe.moveDispute(id, how),
    deliveries: () =>
      stripe.webhooks.events.map((event) => {
        const body = bodyOf(event)
        return { name: event.type, body, headers: stripe.webhooks.headersOf(body, 0) }
      }),
    close: stripe.close,
  }
}

const razorpayAccount = { keyId: 'rzp_test_4xYz', keySecret: 'key', webhookSecret: 'webhooks' }

export async function openRazorpayAccount() {
  const razorpay = await openRazorpay(razorpayAccount)
  const { ledger } = razorpay
  const paidFor = (orderId: string) => {
    const [payment] = ledger.paymentsOf(orderId)
    if (!payment) throw new Error('nothing was paid')
    return payment
  }
  return {
    razorpay,
    provider: createRazorpayProvider(
      { ...razorpayAccount, apiBase: razorpay.url },
      { log: createLog('silent') },
    ),
    enterCard: async () => null,
    pay: async (orderId: string) => razorpay.pay(orderId),
    refundInDashboard: (orderId: string, paise: number) =>
      void ledger.refundInDashboard(paidFor(orderId), paise),
    refuse(sentence: string | null) {
      ledger.refusal = sentence
    },
    refundsOf: (orderId: string) =>
      ledger
        .paymentsOf(orderId)
        .flatMap(({ id }) => ledger.refundsOf(id))
        .map(({ amount }) => amount),
    countRefunds: () =>
      razorpay.requests.filter((request) => /^POST .*refund$/.test(request)).length,
    openDispute: (orderId: string, claim: { amount?: number; isInquiry?: boolean } = {}) => {
      const phase = claim.isInquiry ? 'retrieval' : 'chargeback'
      return ledger.openDispute(paidFor(orderId), { amount: claim.amount, phase }).id
    },
    review: (id: string) => ledger.moveDispute(id, 'under_review'),
    askAgain: (id: string, respond_by: number) =>
      ledger.moveDispute(id, 'action_required', { respond_by, phase: 'pre_arbitration' }),
    end: (id: string, how: 'won' | 'lost') => ledger.moveDispute(id, how),
    deliveries: () =>
      ledger.events
        .filter(({ name }) => chosenEvents.has(name))
        .map((event) => ({ ...event, headers: razorpay.headersOf(event) })),
    close: () => razorpay.close(),
  } satisfies ProviderAccount & { razorpay: unknown }
}

export const openAccount = { stripe: openStripeAccount, razorpay: openRazorpayAccount }

/** A shop that is paid through an account, with one customer. */
export async function openProviderShop<Of extends ProviderAccount>(account: Of, log?: Log) {
  const shop = await openTestShop({ payments: () => account.provider, ...(log && { log }) })
  await shop.addCake()
  const asha = await shop.customer()
  const admin = await shop.admin()
  const path = `/payments/webhook/${account.provider.name}`
  return {
    shop,
    account,
    asha,
    admin: admin.token,
    /** An order of ₹900, paid and placed. */
    async buy({ pay = account.pay, ...more }: { pay?: typeof account.pay } & object = {}) {
      const paymentMethodId = await account.enterCard()
      const checkout = checkoutOf({ paymentMethodId, checkoutId: crypto.randomUUID(), ...more })
      const { body } = await shop.post<Started>('/orders/process-payment', checkout, asha.token)
      const { orderId, client_secret } = body
      await pay(client_secret ?? '')
      const confirm = { orderId }
      const back = await shop.post<{ number: number }>(
        '/orders/confirm-payment',
        confirm,
        asha.token,
      )
      const paymentId = client_secret?.split('_secret')[0] ?? ''
      return { orderId, number: back.body.number, paymentId }
    },
    cancel: (orderId: string) =>
      shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token),
    send: async ({ body, headers }: Pick<Delivery, 'body' | 'headers'>) =>
      (await shop.api.request(path, { method: 'POST', body, headers })).status,
    /** Each of them, and then what they cause. */
    async sendAll(deliveries: readonly Delivery[]) {
      for (const delivery of deliveries) expect(await this.send(delivery)).toBe(204)
      await shop.runJobs()
    },
    async findings() {
      const options = { withFiles: false, providerDays: 30 }
      const files = createDiskStore('no-files-here')
      return reportLines(await checkConsistency({ ...shop.context, files }, options)).slice(1)
    },
    async close() {
      await shop.close()
      await account.close()
    },
  }
}
