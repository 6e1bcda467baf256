import Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { DisputeReport, PaymentEvent } from '../payment-provider.ts'
import { stripeDisputeSchema, toDispute } from './stripe-disputes.server.ts'

/**
 * What the operator subscribes the webhook to at Stripe. Other events do no harm; `charge.refunded` and the like tell the
 * same things a second time and are not listened to.
 */
export const stripeEvents = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
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
  const content = verified(stripe, { body, headers, secret })
  const event = eventSchema.safeParse(content)
  if (!event.success) throw new AppError('malformed', webhookTexts.unreadable)
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
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return {
        id,
        type: 'dispute',
        paymentId: about.payment_intent ?? '',
        refundId: null,
        dispute: reportOf(content),
      }
    case undefined:
      return { id, type: 'other', paymentId: '', refundId: null }
  }
}

const disputeEventSchema = z.object({
  created: z.number(),
  data: z.object({ object: stripeDisputeSchema }),
})

function reportOf(content: unknown): DisputeReport {
  const event = disputeEventSchema.safeParse(content)
  if (!event.success) throw new AppError('malformed', webhookTexts.unreadable)
  const { created, data } = event.data
  return { ...toDispute(data.object), reportedAt: new Date(created * 1000) }
}

function verified(
  { webhooks }: Stripe,
  { body, headers, secret }: { body: string; headers: Headers; secret: string },
): unknown {
  const signature = headers.get('stripe-signature') ?? ''
  try {
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds)
  } catch (error) {
    throw new AppError('malformed', webhookTexts[webhookFault(error)])
  }
}

/** The library looks at the signature first, and then at what is signed. */
function webhookFault(error: unknown): keyof typeof webhookTexts {
  if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'unsigned'
  return error instanceof SyntaxError ? 'unreadable' : 'thin'
}

/** Shown to the operator in Stripe's list of deliveries. */
const webhookTexts = {
  unsigned: "The webhook's signature is missing, wrong or too old.",
  unreadable: 'The webhook could not be understood.',
  thin: 'This endpoint sends thin events. Create it again in Stripe, with the payload style "Snapshot".',
}

/** A refund's success is reported once: when it is made, or stops being pending. Later updates add details only. */
function refundNews({ type, data }: StripeEvent): PaymentEvent['type'] {
  const { status } = data.object
  if (status === 'failed' || status === 'canceled') return 'refund-failed'
  const isNew = type === 'refund.created' || typeof data.previous_attributes?.status === 'string'
  return status === 'succeeded' && isNew ? 'refund-succeeded' : 'other'
}
