import { chosenEvents, openRazorpay } from '../stand-ins/razorpay.ts'
import { openStripe } from '../stand-ins/stripe.ts'
import { stripeAccount } from '../stand-ins/stripe-browser.ts'
import { bodyOf } from '../stand-ins/stripe-webhooks.ts'
import { stripePages } from '../support/stripe-shop.ts'
import type { Settings } from './server-process.ts'

/** A stand-in for a provider, which sends webhooks only when a test says so. */
export interface Account {
  /** Of the shops that are paid through it. */
  settings: Settings
  /** What a browser sends to begin a payment. */
  enterCard(): Promise<{ paymentMethodId?: string }>
  /** Gives what the browser brings back, also if the provider takes no money. */
  pay(clientSecret: string): Promise<{ signedReturn?: object }>
  /** Delivers every webhook so far to the shop of an address. Gives the statuses. */
  deliverAll(url: string): Promise<number[]>
  close(): Promise<void>
}

interface Webhook {
  headers: Headers
  body: string
}

function deliver(address: string, webhooks: Webhook[]): Promise<number[]> {
  const sent = webhooks.map((webhook) => fetch(address, { method: 'POST', ...webhook }))
  return Promise.all(sent.map(async (response) => (await response).status))
}

async function openStripeAccount(): Promise<Account> {
  const stripe = await openStripe(stripeAccount)
  const browser = stripePages(stripe)
  return {
    settings: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripeAccount.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripeAccount.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripeAccount.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
    enterCard: async () => ({ paymentMethodId: await browser.enterCard() }),
    async pay(clientSecret) {
      await browser.confirm(clientSecret)
      return {}
    },
    deliverAll(url) {
      const webhooks = stripe.webhooks.events.map(bodyOf).map((body) => {
        return { body, headers: stripe.webhooks.headersOf(body, 0) }
      })
      return deliver(`${url}/api/v1/payments/webhook/stripe`, webhooks)
    },
    close: stripe.close,
  }
}

async function openRazorpayAccount(): Promise<Account> {
  const keys = { keyId: 'rzp_test_4xYz', keySecret: 'of the key', webhookSecret: 'of webhooks' }
  const razorpay = await openRazorpay(keys)
  return {
    settings: {
      PAYMENTS: 'razorpay',
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
      RAZORPAY_API_BASE: razorpay.url,
    },
    enterCard: async () => ({}),
    async pay(orderId) {
      const isPaid = razorpay.ledger.orders.get(orderId)?.status === 'paid'
      const signedReturn = isPaid ? null : razorpay.pay(orderId)
      return signedReturn ? { signedReturn } : {}
    },
    deliverAll(url) {
      const webhooks = razorpay.ledger.events
        .filter(({ name }) => chosenEvents.has(name))
        .map((event) => ({ body: event.body, headers: razorpay.headersOf(event) }))
      return deliver(`${url}/api/v1/payments/webhook/razorpay`, webhooks)
    },
    close: razorpay.close,
  }
}

export const accounts = { stripe: openStripeAccount, razorpay: openRazorpayAccount }

export type ProviderName = keyof typeof accounts
