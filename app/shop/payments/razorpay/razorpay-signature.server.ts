import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import { isSameSecret } from '../constant-time.server.ts'

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** The signature of a webhook: of its body as it came, with the webhook's own secret. */
export function signWebhook(body: string, webhookSecret: string): string {
  return hmac(webhookSecret, body)
}

/** The signature the browser gets for a payment of an order, with the secret of the API's key. */
export function signReturn(orderId: string, tryId: string, keySecret: string): string {
  return hmac(keySecret, `${orderId}|${tryId}`)
}

/** @throws AppError malformed when the signature is missing or wrong */
export function verifyWebhook(body: string, signature: string | null, webhookSecret: string) {
  if (!signature) throw new AppError('malformed', 'The webhook is not signed.')
  if (!isSameSecret(signature, signWebhook(body, webhookSecret))) {
    throw new AppError('malformed', "The webhook's signature is wrong.")
  }
}

const broughtBack = z.object({
  razorpay_order_id: z.string(),
  razorpay_payment_id: z.string(),
  razorpay_signature: z.string(),
})

/** @throws AppError malformed when what the browser brings was not signed for this order */
export function verifyReturn(orderId: string, brought: Record<string, string>, keySecret: string) {
  const given = broughtBack.safeParse(brought).data
  const expected = signReturn(orderId, given?.razorpay_payment_id ?? '', keySecret)
  const isOurs =
    given?.razorpay_order_id === orderId && isSameSecret(given.razorpay_signature, expected)
  if (!isOurs) throw new AppError('malformed', 'The payment was not signed by Razorpay.')
}
