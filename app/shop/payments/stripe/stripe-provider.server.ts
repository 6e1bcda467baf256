import Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { PaymentEvent, PaymentProvider } from '../payment-provider.ts'
import { translateErrors } from './stripe-errors.server.ts'
import {
  cancelPayment,
  getPayment,
  getRefundStatus,
  refund,
  startPayment,
} from './stripe-payments.server.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the API, for tests; null is Stripe's own. */
  apiBase: string | null
}

/** The version of Stripe's API that this adapter was written for, whatever the account's own is. */
const apiVersion = '2026-10-28.endive'

/** How long one call may take, in ms, and how often it is made again when it was lost. */
interface Patience {
  timeoutMs: number
  retries: number
}

/** A customer waits for some of these calls, so three tries end within half a minute or so. */
const usualPatience: Patience = { timeoutMs: 10_000, retries: 2 }

/** Stripe behind the shop's interface. */
export function createStripeProvider(
  settings: StripeSettings,
  patience: Patience = usualPatience,
): PaymentProvider {
  const stripe = openClient(settings, patience)
  return {
    name: 'stripe',
    forBrowser: { name: 'stripe', publishableKey: settings.publishableKey },
    needsPaymentMethod: true,
    startPayment: (start) => translateErrors(() => startPayment(stripe, start)),
    getPayment: (paymentId) => translateErrors(() => getPayment(stripe, paymentId)),
    cancelPayment: (paymentId) => translateErrors(() => cancelPayment(stripe, paymentId)),
    refund: (request) => translateErrors(() => refund(stripe, request)),
    getRefundStatus: ({ refundId }) => translateErrors(() => getRefundStatus(stripe, refundId)),
    readWebhook: async (body, headers) =>
      readStripeWebhook(stripe, { body, headers, secret: settings.webhookSecret }),
    verifyReturn() {
      throw new AppError('malformed', 'Stripe gives the browser nothing to bring back.')
    },
  }
}

function openClient({ secretKey, apiBase }: StripeSettings, { timeoutMs, retries }: Patience) {
  return new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Cakewala' },
    ...(apiBase && addressOf(new URL(apiBase))),
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) } as const
}

/**
 * What the operator subscribes the webhook to at Stripe. Other events do no harm; those of charges tell the same things
 * a second time and are not listened to.
 */
export const stripeEvents = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const

/** How old a signature may be, in seconds; an older one may be a replay. */
const toleranceSeconds = 5 * 60

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().default(''),
      status: z.string().nullish(),
      payment_intent: z.string().nullish(),
    }),
    previous_attributes: z.object({ status: z.string().nullish() }).nullish(),
  }),
})

type StripeEvent = z.output<typeof eventSchema>

/**
 * Verifies a webhook by the library, which reads nothing in it before, and puts it into our words.
 *
 * @throws AppError malformed
 */
function readStripeWebhook(
  stripe: Stripe,
  { body, headers, secret }: { body: string; headers: Headers; secret: string },
): PaymentEvent {
  const event = eventSchema.safeParse(verified(stripe, { body, headers, secret }))
  if (!event.success) throw new AppError('malformed', 'The webhook could not be understood.')
  const { id, type, data } = event.data
  const about = data.object
  switch (stripeEvents.find((known) => known === type)) {
    case 'payment_intent.succeeded':
      return { id, type: 'payment-succeeded', paymentId: about.id, refundId: null }
    case 'payment_intent.canceled':
      return { id, type: 'payment-cancelled', paymentId: about.id, refundId: null }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return {
        id,
        type: refundNews(event.data),
        paymentId: about.payment_intent ?? '',
        refundId: about.id,
      }
    case undefined:
      return { id, type: 'other', paymentId: '', refundId: null }
  }
}

function verified(
  { webhooks }: Stripe,
  { body, headers, secret }: { body: string; headers: Headers; secret: string },
): unknown {
  const signature = headers.get('stripe-signature') ?? ''
  try {
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds)
  } catch {
    throw new AppError('malformed', "The webhook's signature is missing, wrong or too old.")
  }
}

/** A refund's success is reported once: when it is made, or stops being pending. Later updates add details only. */
function refundNews({ type, data }: StripeEvent): PaymentEvent['type'] {
  const { status } = data.object
  if (status === 'failed' || status === 'canceled') return 'refund-failed'
  const isNew = type === 'refund.created' || typeof data.previous_attributes?.status === 'string'
  return status === 'succeeded' && isNew ? 'refund-succeeded' : 'other'
}
