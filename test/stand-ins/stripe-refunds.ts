import { z } from 'zod'
import { assertNotDisputed } from './stripe-disputes.ts'
import { metadata, wholeNumber } from './stripe-form.ts'
import { type Intent, type Ledger, newId, type Refund, unixNow } from './stripe-ledger.ts'
import { invalidRequest, missing } from './stripe-refusal.ts'

/** POST /v1/refunds */
export const newRefundParams = z.strictObject({
  payment_intent: z.string(),
  amount: wholeNumber
    .pipe(z.int().min(1, 'parameter_invalid_integer: Invalid positive integer'))
    .optional(),
  metadata: metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

/** GET /v1/refunds */
export const refundListParams = z.strictObject({
  payment_intent: z.string().optional(),
  limit: wholeNumber.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
})

export function createRefund(ledger: Ledger, params: z.output<typeof newRefundParams>): Refund {
  const { intent, charge } = paidIntent(ledger, params.payment_intent)
  const left = intent.amount_received - sumOfRefunds(ledger, intent)
  const amount = params.amount ?? left
  if (left === 0) {
    const message = `Charge ${charge} has already been refunded.`
    throw invalidRequest(message, { code: 'charge_already_refunded' })
  }
  assertNotDisputed(ledger, charge)
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(message, { param: 'amount' })
  }
  if (ledger.refusal) throw invalidRequest(ledger.refusal.message, ledger.refusal)
  if (!ledger.hasBalance) {
    const message = 'Insufficient funds in your Stripe account to refund this.'
    throw invalidRequest(message, { code: 'balance_insufficient' })
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge,
    created: unixNow(),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    metadata: params.metadata ?? {},
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: ledger.newRefundIs,
    transfer_reversal: null,
  }
  ledger.refunds.set(refund.id, refund)
  ledger.emit('refund.created', refund)
  ledger.emit('charge.refunded', { id: charge, payment_intent: intent.id })
  return refund
}

function paidIntent(ledger: Ledger, id: string): { intent: Intent; charge: string } {
  const intent = ledger.intents.get(id)
  const param = 'payment_intent'
  if (!intent) throw missing(param, id, param, 400)
  const charge = intent.latest_charge
  if (charge) return { intent, charge }
  throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
}

function sumOfRefunds(ledger: Ledger, intent: Intent): number {
  return refundsOf(ledger, intent.id)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
}

function refundsOf(ledger: Ledger, intentId: string): Refund[] {
  return [...ledger.refunds.values()].filter(({ payment_intent }) => payment_intent === intentId)
}

function findRefund(ledger: Ledger, id: string): Refund {
  const refund = ledger.refunds.get(id)
  if (!refund) throw missing('refund', id, 'id')
  return refund
}

/** Newest first, a page at a time. */
export function listRefunds(ledger: Ledger, params: z.output<typeof refundListParams>): object {
  const { payment_intent: intentId, limit, starting_after: after } = params
  if (intentId && !ledger.intents.has(intentId))
    throw missing('payment_intent', intentId, 'payment_intent', 400)
  const all = (intentId ? refundsOf(ledger, intentId) : [...ledger.refunds.values()]).reverse()
  const rest = after ? all.slice(all.indexOf(findRefund(ledger, after)) + 1) : all
  const data = rest.slice(0, limit)
  return { object: 'list', url: '/v1/refunds', has_more: rest.length > limit, data }
}

/** The card's bank takes the money after all, or sends it back. */
export function endRefund(ledger: Ledger, id: string, status: 'succeeded' | 'failed') {
  const refund = findRefund(ledger, id)
  const before = { status: refund.status }
  refund.status = status
  if (status === 'failed') refund.failure_reason = 'lost_or_stolen_card'
  ledger.emit('refund.updated', refund, before)
  ledger.emit('charge.refund.updated', refund, before)
  if (status === 'failed') ledger.emit('refund.failed', refund)
}
