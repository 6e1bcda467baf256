import Stripe from 'stripe'
import { AppError } from '#platform/app-error.ts'
import {
  attemptKey,
  BalanceTooLow,
  type PaymentStart,
  type PaymentStatus,
  type ProviderPayment,
  type RefundRequest,
  type RefundStatus,
} from '../payment-provider.ts'
import { toStripeAddress } from './stripe-address.ts'
import { describeError, wasReplayed, withCause, withIdempotency } from './stripe-errors.server.ts'

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors

/*
 * Only calls that create something have an idempotency key of ours. Attaching a card and cancelling are harmless when
 * they are repeated. Under a fixed key, Stripe would repeat its first response for a day. The library has a key for its
 * own retries.
 */

/** As PaymentProvider's. */
export async function startPayment(stripe: Stripe, start: PaymentStart): Promise<ProviderPayment> {
  const intent = await findOrCreateIntent(stripe, start)
  if (intent.amount !== start.amountPaise || intent.metadata.order !== start.reference) {
    throw new AppError('conflict', 'This payment was started for another order or amount.')
  }
  return toPayment(await attachCard(stripe, intent, start.paymentMethodId))
}

export async function getPayment(stripe: Stripe, paymentId: string): Promise<ProviderPayment> {
  return toPayment(await stripe.paymentIntents.retrieve(paymentId))
}

export async function cancelPayment(stripe: Stripe, paymentId: string): Promise<ProviderPayment> {
  try {
    return toPayment(await stripe.paymentIntents.cancel(paymentId))
  } catch (error) {
    // It was paid or cancelled before.
    if (!isRefusal(error) || error.code !== 'payment_intent_unexpected_state') throw error
    return getPayment(stripe, paymentId)
  }
}

async function findOrCreateIntent(
  stripe: Stripe,
  start: PaymentStart,
): Promise<Stripe.PaymentIntent> {
  if (start.paymentId) return stripe.paymentIntents.retrieve(start.paymentId)
  const created = await withIdempotency(`payment-${start.key}`, (idempotencyKey) =>
    stripe.paymentIntents.create(newIntent(start), { idempotencyKey }),
  )
  const { id, lastResponse } = created
  return wasReplayed(lastResponse.headers) ? stripe.paymentIntents.retrieve(id) : created
}

/** The same for every call with the same key. The card is attached later, and may be another one at each attempt. */
function newIntent({ amountPaise, reference, customer, address }: PaymentStart) {
  return {
    amount: amountPaise,
    currency: 'inr',
    allowed_payment_method_types: ['card'],
    description: `Order ${reference}`,
    metadata: { order: reference },
    receipt_email: customer.email,
    shipping: { name: customer.name, address: toStripeAddress(address) },
  } satisfies Stripe.PaymentIntentCreateParams
}

/** @throws AppError conflict when Stripe does not take the card */
async function attachCard(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  methodId: string | null,
): Promise<Stripe.PaymentIntent> {
  if (!needsCard(intent, methodId)) return intent
  if (!methodId) throw cardError()
  try {
    return await stripe.paymentIntents.update(intent.id, { payment_method: methodId })
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Another tab may have paid, cancelled or attached the very same card just now.
    const now = await stripe.paymentIntents.retrieve(intent.id)
    if (needsCard(now, methodId)) throw withCause(new Error(describeError(error)), cardError())
    return now
  }
}

function needsCard({ status, payment_method }: Stripe.PaymentIntent, methodId: string | null) {
  const attached = typeof payment_method === 'string' ? payment_method : payment_method?.id
  if (status === 'requires_payment_method') return true
  return (
    (status === 'requires_confirmation' || status === 'requires_action') && attached !== methodId
  )
}

function cardError(): AppError {
  return new AppError('conflict', 'This card can no longer be used here. Please enter it again.')
}

function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof StripeInvalidRequestError || error instanceof StripeCardError
}

function toPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const status = statusOf(intent)
  return {
    id: intent.id,
    status,
    amountPaise: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    reference: intent.metadata.order ?? '',
    clientSecret: intent.client_secret ?? '',
  }
}

function statusOf({ status }: Stripe.PaymentIntent): PaymentStatus {
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' ? 'cancelled' : 'open'
}

/** As PaymentProvider's. */
export async function refund(stripe: Stripe, request: RefundRequest): Promise<{ id: string }> {
  try {
    const { id } = await withIdempotency(`refund-${attemptKey(request)}`, (idempotencyKey) =>
      refundOnce(stripe, request, idempotencyKey),
    )
    return { id }
  } catch (error) {
    const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError
    if (!isRefusal || error.code === 'resource_missing') throw error
    if (error.code === 'balance_insufficient') throw new BalanceTooLow(describeError(error))
    const isTooMuch = error.code === 'charge_already_refunded' || error.param === 'amount'
    const detail = isTooMuch
      ? 'No more can be refunded than was paid.'
      : 'Stripe refused the refund.'
    throw withCause(new Error(describeError(error)), new AppError('conflict', detail))
  }
}

/** Stripe forgets a key after a day, and the shop may retry later. So the refund's metadata has the key too. */
async function refundOnce(stripe: Stripe, request: RefundRequest, idempotencyKey: string) {
  const { key, paymentId, amountPaise } = request
  for await (const existing of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
    if (existing.metadata?.key === key) return requireSameAmount(existing, amountPaise)
  }
  return stripe.refunds.create(
    { payment_intent: paymentId, amount: amountPaise, metadata: { key } },
    { idempotencyKey },
  )
}

function requireSameAmount(existing: Stripe.Refund, amountPaise: number): Stripe.Refund {
  if (existing.amount === amountPaise) return existing
  throw new AppError('conflict', 'This refund was made for another amount.')
}

export async function getRefundStatus(stripe: Stripe, refundId: string): Promise<RefundStatus> {
  const { status } = await stripe.refunds.retrieve(refundId)
  if (status === 'succeeded') return 'made'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
