import type Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { PaymentEvent } from '../payment-provider.ts'

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
export function readStripeWebhook(
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

/** A refund's success is told once: as it is made, or when it stops being pending. Later updates add details only. */
function refundNews({ type, data }: StripeEvent): PaymentEvent['type'] {
  const { status } = data.object
  if (status === 'failed' || status === 'canceled') return 'refund-failed'
  const isNew = type === 'refund.created' || typeof data.previous_attributes?.status === 'string'
  return status === 'succeeded' && isNew ? 'refund-succeeded' : 'other'
}
