import type Stripe from 'stripe'
import { daySeconds } from '#platform/clock.ts'
import { type Dispute, type Ledger, newId, unixNow } from './stripe-ledger.ts'
import { invalidRequest, missing } from './stripe-refusal.ts'

/** What the customer's bank wants. */
export interface Claim {
  /** Paise; all that was paid, if left out. */
  amount?: number
  reason?: string
  /** The bank only asks, and takes no money yet. */
  isInquiry?: boolean
}

/** The customer's bank disputes a payment. */
export function openDispute(
  ledger: Ledger,
  intentId: string,
  { amount, reason = 'product_not_received', isInquiry = false }: Claim = {},
): Dispute {
  const intent = ledger.intents.get(intentId)
  const charge = intent?.latest_charge
  if (!intent || !charge) throw new Error(`nothing was paid for ${intentId}`)
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: amount ?? intent.amount_received,
    balance_transactions: [],
    charge,
    created: unixNow(),
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: unixNow() + 7 * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  ledger.disputes.set(dispute.id, { dispute, reports: 0 })
  report(ledger, dispute.id, 'charge.dispute.created')
  if (!isInquiry) report(ledger, dispute.id, 'charge.dispute.funds_withdrawn')
  return dispute
}

const closing = ['won', 'lost', 'warning_closed']

/** The dispute goes on. Each event is a day later than the one before. */
export function moveDispute(
  ledger: Ledger,
  id: string,
  status: Stripe.Dispute.Status,
  { dueBy }: { dueBy?: number } = {},
) {
  const dispute = findDispute(ledger, id)
  dispute.status = status
  dispute.is_charge_refundable = status === 'won' || status.startsWith('warning_')
  if (dueBy) dispute.evidence_details.due_by = dueBy
  const type = closing.includes(status) ? 'charge.dispute.closed' : 'charge.dispute.updated'
  report(ledger, id, type)
  if (status === 'won') report(ledger, id, 'charge.dispute.funds_reinstated')
}

function report(ledger: Ledger, id: string, type: string) {
  const entry = ledger.disputes.get(id)
  if (!entry) return
  ledger.emit(type, entry.dispute, undefined, entry.dispute.created + entry.reports * daySeconds)
  entry.reports += 1
}

export function findDispute(ledger: Ledger, id: string): Dispute {
  const entry = ledger.disputes.get(id)
  if (!entry) throw missing('dispute', id, 'id')
  return entry.dispute
}

/** The bank pays the customer back already. */
export function assertNotDisputed(ledger: Ledger, charge: string) {
  const isDisputed = [...ledger.disputes.values()].some(
    ({ dispute }) => dispute.charge === charge && !dispute.is_charge_refundable,
  )
  if (!isDisputed) return
  const message = `Charge ${charge} has been charged back; cannot issue a refund.`
  throw invalidRequest(message, { code: 'charge_disputed' })
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  }
}
