import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import { type PaymentEvent, parseEvent, parseJson } from '../payment-provider.ts'
import { disputeShape, toDispute } from './razorpay-api.server.ts'

/**
 * The events to choose in the dashboard. 'payment.captured' and not 'order.paid' reports money: an order is paid once, but
 * money may come for it twice, and people must look at it each time.
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
  id: z.string().min(1),
  content: z.object({
    event: z.string(),
    payload: z.object({
      payment: entity(z.object({ order_id: z.string().nullish() })).optional(),
      refund: entity(z.object({ id: z.string() })).optional(),
    }),
  }),
})

const disputeEventShape = z.object({
  /** Unix seconds. */
  created_at: z.number().positive(),
  payload: z.object({ dispute: entity(disputeShape) }),
})

/**
 * Puts a webhook into our words, once its signature is right. A payment without an order is not the shop's.
 *
 * @throws AppError malformed when it is not signed, or cannot be understood
 */
export function readWebhook(body: string, headers: Headers, secret: string): PaymentEvent {
  const signature = headers.get('x-razorpay-signature')
  if (!signature) throw new AppError('malformed', 'The webhook is not signed.')
  if (!isSameSecret(signature, hmac(secret, body)))
    throw new AppError('malformed', "The webhook's signature is wrong.")
  const parsed = parseJson(body)
  const { id, content } = parseEvent(webhookShape, {
    id: headers.get('x-razorpay-event-id'),
    content: parsed,
  })
  const { payment, refund } = content.payload
  const paymentId = payment?.entity.order_id ?? ''
  const refundId = refund?.entity.id ?? null
  const type = razorpayEvents.get(content.event) ?? 'other'
  if (type !== 'dispute') return { id, type: paymentId ? type : 'other', paymentId, refundId }
  const { created_at, payload } = parseEvent(disputeEventShape, parsed)
  const dispute = { ...toDispute(payload.dispute.entity), reportedAt: new Date(created_at * 1000) }
  return { id, type, paymentId, refundId, dispute }
}

/** As Razorpay signs. */
export const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

const returnSchema = z.object({
  razorpay_order_id: z.string(),
  razorpay_payment_id: z.string(),
  razorpay_signature: z.string(),
})

/**
 * Checks what Razorpay's window returned to the browser, signed under the secret of the API's key.
 *
 * @throws AppError malformed when it was not signed for this order
 */
export function verifyReturn(
  orderId: string,
  signedReturn: Record<string, string>,
  keySecret: string,
) {
  const returned = returnSchema.safeParse(signedReturn).data
  const expected = hmac(keySecret, `${orderId}|${returned?.razorpay_payment_id ?? ''}`)
  const isOurs =
    returned?.razorpay_order_id === orderId && isSameSecret(returned.razorpay_signature, expected)
  if (!isOurs) throw new AppError('malformed', 'The payment was not signed by Razorpay.')
}
