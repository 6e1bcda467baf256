import Stripe from 'stripe'
import {
  type AccountCheck,
  type Finding,
  failure,
  modeOf,
  ok,
  unanswered,
  warning,
} from '../account-check.ts'
import { describeError } from './stripe-errors.server.ts'
import { openClient, type StripeSettings } from './stripe-provider.server.ts'
import { stripeEvents } from './stripe-webhook.server.ts'

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
