import Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import { createLog } from '#platform/log.server.ts'
import { createRazorpayClient } from './razorpay/razorpay-api.server.ts'
import { hmac, type RazorpaySettings } from './razorpay/razorpay-provider.server.ts'
import { describeError } from './stripe/stripe-errors.server.ts'
import { openClient, type StripeSettings } from './stripe/stripe-provider.server.ts'
import { stripeEvents } from './stripe/stripe-webhook.server.ts'

/** One line of the payments' doctor. An error keeps the shop from being paid, or loses money. */
export interface Finding {
  level: 'ok' | 'warning' | 'error'
  about: string
  /** What was found, and what to do if it is not right. */
  text: string
}

/** Checks of the shop's account at a provider, before anybody has paid. */
export interface AccountCheck {
  /** By the settings alone: which mode, which mistakes. */
  readSettings(): Finding[]
  /** By calls to the provider. Never throws; nothing is charged. */
  callProvider(webhookUrl: string): Promise<Finding[]>
  /** Why the provider cannot deliver to an address; null if it can. */
  addressError(webhookUrl: URL): string | null
  /** A webhook that means nothing to the shop, signed as the provider signs. */
  signPing(): { body: string; headers: Record<string, string> }
}

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text })
export const warning = (about: string, text: string): Finding => ({ level: 'warning', about, text })
export const failure = (about: string, text: string): Finding => ({ level: 'error', about, text })

function modeOf(key: string): Finding {
  return key.includes('_live_')
    ? ok('mode', 'live keys: payments move real money.')
    : warning('mode', 'test keys: no money moves. For real payments use the live keys.')
}

const unanswered = (provider: string): Finding =>
  failure('keys', `${provider} did not answer. Is this machine online? Try again in a minute.`)

/** The methods that the shop says it accepts; https://razorpay.com/docs/payments/payment-gateway/s2s-integration/payment-methods/methods-api/ */
const methodsShape = z.object({ card: z.boolean(), upi: z.boolean() })

/**
 * Razorpay rejects these by name: https://razorpay.com/docs/webhooks/validate-test/. It delivers to the ports 80 and 443
 * only, and to no name with 'razorpay' in it.
 */
const rejectedHosts =
  /(^|\.)(localhost|ngrok\.io|loca\.lt|webhook\.site|requestbin\.com|beeceptor\.com)$|\.(local|internal|corp|onion|localdomain)$|razorpay/

export function razorpayAccountCheck(settings: RazorpaySettings): AccountCheck {
  const { keyId, keySecret, webhookSecret, apiBase } = settings
  return {
    readSettings: () => [
      modeOf(keyId),
      webhookSecret === keySecret
        ? warning(
            'webhook secret',
            'the same as RAZORPAY_KEY_SECRET. Give the webhook a secret of its own.',
          )
        : ok('webhook secret', 'set.'),
      ok(
        'capture and currency',
        'the shop asks for INR and automatic capture with each order; the dashboard needs no setting.',
      ),
    ],

    async callProvider() {
      const call = createRazorpayClient(settings, createLog('silent'))
      try {
        await call({ method: 'GET', path: '/orders?count=1' }, z.unknown())
      } catch (error) {
        if (error instanceof AppError) return [unanswered('Razorpay')]
        const cause = error instanceof Error ? error.message : String(error)
        return [failure('keys', `${cause}. Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.`)]
      }
      return [ok('keys', 'Razorpay knows them.'), await enabledMethods(keyId, apiBase)]
    },

    addressError({ hostname, port }) {
      if (rejectedHosts.test(hostname)) return `Razorpay refuses ${hostname}. Use a public name.`
      return port && port !== '80' ? 'Razorpay delivers to the ports 80 and 443 only.' : null
    },

    signPing() {
      const body = JSON.stringify({ event: 'doctor.ping', payload: {} })
      const signature = hmac(webhookSecret, body)
      return {
        body,
        headers: { 'x-razorpay-event-id': 'doctor', 'x-razorpay-signature': signature },
      }
    },
  }
}

async function enabledMethods(keyId: string, apiBase: string): Promise<Finding> {
  const authorization = `Basic ${Buffer.from(`${keyId}:`).toString('base64')}`
  const response = await fetch(`${apiBase}/v1/methods`, {
    headers: { authorization },
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).then(
    (sent) => sent.json() as Promise<unknown>,
    () => null,
  )
  const methods = methodsShape.safeParse(response).data
  if (!methods) return warning('methods', 'could not be read. Look in the dashboard.')
  const missing = [!methods.upi && 'UPI', !methods.card && 'cards'].filter(Boolean).join(' and ')
  return missing
    ? failure(
        'methods',
        `${missing} cannot be used: ask Razorpay to enable it. The shop offers it.`,
      )
    : ok('methods', 'UPI and cards are enabled.')
}

const patience = { timeoutMs: 10_000, retries: 1 }

export function stripeAccountCheck(settings: StripeSettings): AccountCheck {
  const { secretKey, webhookSecret } = settings
  const stripe = openClient(settings, patience)
  return {
    readSettings: () => [modeOf(secretKey), ok('webhook secret', 'set.')],

    callProvider: async (webhookUrl) => [
      ...(await tryPayment(stripe, settings)),
      await findEndpoint(stripe, webhookUrl),
    ],

    addressError: () => null,

    signPing() {
      const event = { id: 'evt_doctor', type: 'doctor.ping', data: { object: {} } }
      const body = JSON.stringify(event)
      const header = stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: webhookSecret,
      })
      return { body, headers: { 'stripe-signature': header } }
    },
  }
}

/** Makes and cancels a payment of ₹1 that nobody pays, and looks at it with the browser's key. */
async function tryPayment(stripe: Stripe, settings: StripeSettings): Promise<Finding[]> {
  try {
    const intent = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'inr',
      allowed_payment_method_types: ['card'],
      description: 'A check of the settings; it is cancelled at once',
    })
    const isOneAccount = await isVisibleWith(settings, intent)
    await stripe.paymentIntents.cancel(intent.id)
    return [
      ok('keys', 'Stripe knows them, and they may take payments in INR.'),
      isOneAccount
        ? ok('account', 'both keys are of one account.')
        : failure(
            'account',
            'STRIPE_PUBLISHABLE_KEY is of another account than STRIPE_SECRET_KEY. Copy both from one page.',
          ),
      intent.capture_method === 'manual'
        ? failure(
            'capture',
            'payments wait to be captured by hand. Ask Stripe for automatic capture.',
          )
        : ok('capture', 'automatic.'),
    ]
  } catch (error) {
    if (error instanceof Stripe.errors.StripeConnectionError) return [unanswered('Stripe')]
    return [failure('keys', `${sentenceOf(error)}. Check STRIPE_SECRET_KEY and its permissions.`)]
  }
}

async function isVisibleWith(settings: StripeSettings, intent: Stripe.PaymentIntent) {
  const browser = openClient({ ...settings, secretKey: settings.publishableKey }, patience)
  const client_secret = intent.client_secret ?? ''
  return browser.paymentIntents.retrieve(intent.id, { client_secret }).then(
    () => true,
    () => false,
  )
}

/** Restricted keys may not read endpoints, and those with thin events are in none of these lists. */
async function findEndpoint(stripe: Stripe, webhookUrl: string): Promise<Finding> {
  const about = 'webhook at Stripe'
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    const endpoint = data.find(({ url }) => url === webhookUrl)
    if (!endpoint) {
      const text = `none with snapshot events for ${webhookUrl}. Add it, or correct PUBLIC_URL.`
      return failure(about, text)
    }
    if (endpoint.status !== 'enabled') return failure(about, 'it is disabled. Enable it.')
    const ticked = new Set(endpoint.enabled_events)
    const missing = ticked.has('*') ? [] : stripeEvents.filter((event) => !ticked.has(event))
    return missing.length === 0
      ? ok(about, 'enabled, with all events that the shop needs.')
      : warning(about, `these events are not ticked: ${missing.join(', ')}.`)
  } catch (error) {
    return warning(about, `${sentenceOf(error)}. Look in the dashboard whether it is there.`)
  }
}

/** Never Stripe's own message, which quotes what was sent. */
function sentenceOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return describeError(error)
  return error instanceof Error ? error.message : String(error)
}
