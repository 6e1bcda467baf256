import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '#platform/constant-time.server.ts'

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/**
 * Checks the signature of a webhook: of its body as it came, under the webhook's own secret.
 *
 * @throws AppError malformed when it is missing or wrong
 */
export function verifyWebhook(body: string, signature: string | null, webhookSecret: string) {
  if (!signature) throw new AppError('malformed', 'The webhook is not signed.')
  if (!isSameSecret(signature, hmac(webhookSecret, body))) {
    throw new AppError('malformed', "The webhook's signature is wrong.")
  }
}

const broughtBack = z.object({
  razorpay_order_id: z.string(),
  razorpay_payment_id: z.string(),
  razorpay_signature: z.string(),
})

/**
 * Checks what the browser was given for a try to pay this order, signed under the secret of the API's key.
 *
 * @throws AppError malformed when it was not signed for this order
 */
export function verifyReturn(orderId: string, brought: Record<string, string>, keySecret: string) {
  const given = broughtBack.safeParse(brought).data
  const expected = hmac(keySecret, `${orderId}|${given?.razorpay_payment_id ?? ''}`)
  const isOurs =
    given?.razorpay_order_id === orderId && isSameSecret(given.razorpay_signature, expected)
  if (!isOurs) throw new AppError('malformed', 'The payment was not signed by Razorpay.')
}
