import { z } from 'zod'
import { type Books, type Intent, newId, type Refund, unixNow } from './stripe-books.ts'
import { metadata, wholeNumber } from './stripe-form.ts'
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

export function createRefund(books: Books, params: z.output<typeof newRefundParams>): Refund {
  const { intent, charge } = paidIntent(books, params.payment_intent)
  const left = intent.amount_received - sumOfRefunds(books, intent)
  const amount = params.amount ?? left
  if (left === 0) {
    const message = `Charge ${charge} has already been refunded.`
    throw invalidRequest(message, { code: 'charge_already_refunded' })
  }
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(message, { param: 'amount' })
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge,
    created: unixNow(),
    currency: intent.currency,
    metadata: params.metadata ?? {},
    payment_intent: intent.id,
    reason: params.reason ?? null,
    status: books.newRefundIs,
  }
  books.refunds.set(refund.id, refund)
  books.tell('refund.created', refund)
  books.tell('charge.refunded', { id: charge, payment_intent: intent.id })
  return refund
}

function paidIntent(books: Books, id: string): { intent: Intent; charge: string } {
  const intent = books.intents.get(id)
  const param = 'payment_intent'
  if (!intent) throw missing(param, id, param, 400)
  const charge = intent.latest_charge
  if (charge) return { intent, charge }
  throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
}

function sumOfRefunds(books: Books, intent: Intent): number {
  return refundsOf(books, intent.id)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
}

function refundsOf(books: Books, intentId: string): Refund[] {
  return [...books.refunds.values()].filter(({ payment_intent }) => payment_intent === intentId)
}

export function findRefund(books: Books, id: string): Refund {
  const refund = books.refunds.get(id)
  if (!refund) throw missing('refund', id, 'id')
  return refund
}

/** Newest first, a page at a time. */
export function listRefunds(books: Books, params: z.output<typeof refundListParams>): object {
  const { payment_intent: of, limit, starting_after: after } = params
  if (of && !books.intents.has(of)) throw missing('payment_intent', of, 'payment_intent', 400)
  const all = (of ? refundsOf(books, of) : [...books.refunds.values()]).reverse()
  const rest = after ? all.slice(all.indexOf(findRefund(books, after)) + 1) : all
  const data = rest.slice(0, limit)
  return { object: 'list', url: '/v1/refunds', has_more: rest.length > limit, data }
}

/** The card's bank takes the money after all, or sends it back. */
export function endRefund(books: Books, id: string, status: 'succeeded' | 'failed') {
  const refund = findRefund(books, id)
  const before = { status: refund.status }
  refund.status = status
  if (status === 'failed') refund.failure_reason = 'lost_or_stolen_card'
  books.tell('refund.updated', refund, before)
  books.tell('charge.refund.updated', refund, before)
  if (status === 'failed') books.tell('refund.failed', refund)
}
