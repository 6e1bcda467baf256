import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import type { PaymentEvent } from '../payment-provider.ts'
import { disputeShape } from './razorpay-api.server.ts'
import { parseJson } from './razorpay-client.server.ts'
import { toDispute } from './razorpay-dispute.server.ts'

/**
 * The events to choose in the dashboard. 'payment.captured' and not 'order.paid' tells of money: an order is paid
 * once, but money may come for it twice, and each time must be looked at.
 */
export const razorpayEvents = new Map<string, PaymentEvent['type']>([
  ['payment.captured', 'payment-succeeded'],
  ['refund.processed', 'refund-succeeded'],
  ['refund.failed', 'refund-failed'],
  ['payment.dispute.created', 'dispute'],
  ['payment.dispute.action_required', 'dispute'],
  ['payment.dispute.under_review', 'dispute'],
  ['payment.dispute.won', 'dispute'],
  ['payment.dispute.lost', 'dispute'],
  ['payment.dispute.closed', 'dispute'],
])

const entity = <T extends z.ZodType>(shape: T) => z.object({ entity: shape })

const webhookShape = z.object({
  event: z.string(),
  /** Unix seconds. */
  created_at: z.number().optional(),
  payload: z.object({
    payment: entity(z.object({ order_id: z.string().nullish() })).optional(),
    refund: entity(z.object({ id: z.string() })).optional(),
    dispute: entity(disputeShape).optional(),
  }),
})

/**
 * Puts a webhook into our words, once its signature is right. A payment of no order is none of the shop's.
 *
 * @throws AppError malformed when it is not signed, or cannot be understood
 */
export function readWebhook(body: string, headers: Headers, secret: string): PaymentEvent {
  verifyWebhook(body, headers.get('x-razorpay-signature'), secret)
  const id = headers.get('x-razorpay-event-id')
  const webhook = webhookShape.safeParse(parseJson(body)).data
  if (!id || !webhook) throw new AppError('malformed', 'The webhook could not be understood.')
  const { payment, refund, dispute } = webhook.payload
  const paymentId = payment?.entity.order_id ?? ''
  const type = razorpayEvents.get(webhook.event) ?? 'other'
  const refundId = refund?.entity.id ?? null
  if (type !== 'dispute') return { id, type: paymentId ? type : 'other', paymentId, refundId }
  if (!dispute || !webhook.created_at)
    throw new AppError('malformed', 'The webhook could not be understood.')
  const reportedAt = new Date(webhook.created_at * 1000)
  return { id, type, paymentId, refundId, dispute: { ...toDispute(dispute.entity), reportedAt } }
}

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/**
 * Checks the signature of a webhook: of its body as it came, under the webhook's own secret.
 *
 * @throws AppError malformed when it is missing or wrong
 */
function verifyWebhook(body: string, signature: string | null, webhookSecret: string) {
  if (!signature) throw new AppError('malformed', 'The webhook is not signed.')
  if (!isSameSecret(signature, hmac(webhookSecret, body))) {
    throw new AppError('malformed', "The webhook's signature is wrong.")
  }
}

const returnSchema = z.object({
  razorpay_order_id: z.string(),
  razorpay_payment_id: z.string(),
  razorpay_signature: z.string(),
})

/**
 * Checks what the browser was given for a try to pay this order, signed under the secret of the API's key.
 *
 * @throws AppError malformed when it was not signed for this order
 */
export function verifyReturn(
  orderId: string,
  signedReturn: Record<string, string>,
  keySecret: string,
) {
  const given = returnSchema.safeParse(signedReturn).data
  const expected = hmac(keySecret, `${orderId}|${given?.razorpay_payment_id ?? ''}`)
  const isOurs =
    given?.razorpay_order_id === orderId && isSameSecret(given.razorpay_signature, expected)
  if (!isOurs) throw new AppError('malformed', 'The payment was not signed by Razorpay.')
}
