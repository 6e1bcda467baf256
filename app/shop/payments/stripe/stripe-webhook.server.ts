import Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import {
  type DisputeStatus,
  type PaymentEvent,
  type ProviderDispute,
  parseEvent,
  type RefundStatus,
} from '../payment-provider.ts'

const eventTypes = new Map<string, PaymentEvent['type']>([
  ['payment_intent.succeeded', 'payment'],
  ['payment_intent.canceled', 'payment'],
  ['refund.created', 'refund'],
  ['refund.updated', 'refund'],
  ['refund.failed', 'refund'],
  ['charge.dispute.created', 'dispute'],
  ['charge.dispute.updated', 'dispute'],
  ['charge.dispute.closed', 'dispute'],
])

/**
 * What the operator subscribes the webhook to at Stripe. Other events do no harm; `charge.refunded` and the like repeat
 * what these report, and are ignored.
 */
export const stripeEvents = [...eventTypes.keys()]

/** All others are pending. */
const refundStatuses = new Map<string, RefundStatus>([
  ['succeeded', 'made'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

export function toRefundStatus({ status }: { status?: string | null }): RefundStatus {
  return refundStatuses.get(status ?? '') ?? 'pending'
}

/** A `warning_` is an inquiry: no money is taken yet. A lost dispute may be appealed. */
const disputeStatuses = new Map<string, DisputeStatus>([
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'under_review'],
  ['warning_closed', 'closed'],
  ['needs_response', 'open'],
  ['under_review', 'under_review'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'under_review'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', 'closed'],
])

/** What the shop reads of a dispute, in an event as from the API. */
const disputeSchema = z.object({
  id: z.string(),
  amount: z.int().min(0),
  reason: z.string(),
  status: z.string(),
  is_charge_refundable: z.boolean(),
  evidence_details: z.object({
    /** Unix seconds. */
    due_by: z.number().nullable(),
  }),
})

/** An unknown status is shown as one to be answered, so that somebody looks at it. */
export function toDispute(dispute: z.output<typeof disputeSchema>): ProviderDispute {
  const { due_by } = dispute.evidence_details
  return {
    id: dispute.id,
    status: disputeStatuses.get(dispute.status) ?? 'open',
    amountPaise: dispute.amount,
    reason: dispute.reason,
    answerBy: due_by === null ? null : new Date(due_by * 1000),
    isRefundable: dispute.is_charge_refundable,
  }
}

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

const disputeEventSchema = z.object({
  /** Unix seconds. */
  created: z.number(),
  data: z.object({ object: disputeSchema }),
})

interface Delivery {
  body: string
  headers: Headers
  secret: string
}

/**
 * Verifies a webhook by the library, which reads nothing in it before, and puts it into our words.
 *
 * @throws AppError malformed
 */
export function readStripeWebhook(stripe: Stripe, delivery: Delivery): PaymentEvent {
  const content = verified(stripe, delivery)
  const event = parseEvent(eventSchema, content)
  const { id, data } = event
  const about = data.object
  const paymentId = about.payment_intent ?? ''
  const type = eventTypes.get(event.type) ?? 'other'
  switch (type) {
    case 'refund':
      return { id, type: isNews(event) ? type : 'other', paymentId, refundId: about.id }
    case 'dispute': {
      const { created, data } = parseEvent(disputeEventSchema, content)
      const dispute = { ...toDispute(data.object), reportedAt: new Date(created * 1000) }
      return { id, type, paymentId, refundId: null, dispute }
    }
    default:
      return { id, type, paymentId: type === 'other' ? '' : about.id, refundId: null }
  }
}

/** How old a signature may be, in seconds; an older one may be a replay. */
const toleranceSeconds = 5 * 60

function verified({ webhooks }: Stripe, { body, headers, secret }: Delivery): unknown {
  const signature = headers.get('stripe-signature') ?? ''
  try {
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds)
  } catch (error) {
    throw new AppError('malformed', faultOf(error))
  }
}

/**
 * Shown to the operator in Stripe's list of deliveries. The library looks at the signature first, and then at what is
 * signed.
 */
function faultOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeSignatureVerificationError)
    return "The webhook's signature is missing, wrong or too old."
  return error instanceof SyntaxError
    ? 'The webhook could not be understood.'
    : 'This endpoint sends thin events. Create it again in Stripe, with the payload style "Snapshot".'
}

/** A refund's success is reported once: when it is made, or stops being pending. Later updates add details only. */
function isNews({ type, data }: z.output<typeof eventSchema>): boolean {
  const status = toRefundStatus(data.object)
  const isNew = type === 'refund.created' || typeof data.previous_attributes?.status === 'string'
  return status === 'failed' || (status === 'made' && isNew)
}
