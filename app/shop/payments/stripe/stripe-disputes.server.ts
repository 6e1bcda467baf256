import type Stripe from 'stripe'
import { z } from 'zod'
import type { DisputeStatus, ProviderDispute } from '../payment-provider.ts'

/** What the shop reads of a dispute, in an event as from the API. */
export const stripeDisputeSchema = z.object({
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

/** A `warning_` is an inquiry: no money is taken yet. A lost dispute may be appealed. */
const statuses = new Map<string, DisputeStatus>([
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

/** A status that is not known here is shown as one to be answered, so that somebody looks at it. */
export function toDispute(dispute: z.output<typeof stripeDisputeSchema>): ProviderDispute {
  const { id, amount, reason, is_charge_refundable, evidence_details } = dispute
  const { due_by } = evidence_details
  return {
    id,
    status: statuses.get(dispute.status) ?? 'open',
    amountPaise: amount,
    reason,
    answerBy: due_by === null ? null : new Date(due_by * 1000),
    isRefundable: is_charge_refundable,
  }
}

export async function getDispute(stripe: Stripe, disputeId: string): Promise<ProviderDispute> {
  return toDispute(await stripe.disputes.retrieve(disputeId))
}
