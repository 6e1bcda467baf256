import Stripe from 'stripe'
import type { Paise } from '#shop/values/money.ts'
import {
  attemptKey,
  type PaymentProvider,
  type PaymentStart,
  type PaymentStatus,
  type ProviderPayment,
  type ProviderRefund,
  type RefundRequest,
  refundedBefore,
  refundedTooMuch,
  refundRejection,
  requireSamePayment,
  sendsNothing,
  unusableCard,
} from '../payment-provider.ts'
import { toStripeAddress } from './stripe-address.ts'
import {
  describeError,
  sentenceOf,
  translateErrors,
  wasReplayed,
  withCause,
  withIdempotency,
} from './stripe-errors.server.ts'
import { readStripeWebhook, toDispute, toRefundStatus } from './stripe-webhook.server.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the API, for tests; null is Stripe's own. */
  apiBase: string | null
}

/** The version of Stripe's API that this adapter was written for, whatever the account's own is. */
const apiVersion = '2026-10-28.endive'

/** How long one call may take, in ms, and how often it is made again when it was lost. */
interface Patience {
  timeoutMs: number
  retries: number
}

/** A customer waits for some of these calls, so three tries end within half a minute or so. */
const usualPatience: Patience = { timeoutMs: 10_000, retries: 2 }

/**
 * Stripe behind the shop's interface. Only calls that create something have an idempotency key of ours. Attaching a card
 * and cancelling are harmless when they are repeated. Under a fixed key, Stripe would repeat its first response for a day.
 * The library has a key for its own retries.
 */
export function createStripeProvider(
  settings: StripeSettings,
  patience: Patience = usualPatience,
): PaymentProvider {
  const stripe = openClient(settings, patience)
  const { publishableKey, webhookSecret } = settings
  return {
    name: 'stripe',
    forBrowser: { name: 'stripe', publishableKey },
    accepts: ['card'],
    needsPaymentMethod: true,
    startPayment: (start) => translateErrors(() => startPayment(stripe, start)),
    getPayment: (paymentId) => translateErrors(() => getPayment(stripe, paymentId)),
    cancelPayment: (paymentId) => translateErrors(() => cancelPayment(stripe, paymentId)),
    refund: (request) => translateErrors(() => refund(stripe, request)),
    refundsOf: (paymentId) => translateErrors(() => refundsOf(stripe, paymentId)),
    getFee: (paymentId) => translateErrors(() => getFee(stripe, paymentId)),
    getDispute: (disputeId) =>
      translateErrors(async () => toDispute(await stripe.disputes.retrieve(disputeId))),
    readWebhook: async (body, headers) =>
      readStripeWebhook(stripe, { body, headers, secret: webhookSecret }),
    verifyReturn: sendsNothing.verifyReturn,
  }
}

/** Stripe's library with the shop's version of the API. */
export function openClient(
  { secretKey, apiBase }: StripeSettings,
  { timeoutMs, retries }: Patience,
) {
  return new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Cakewala' },
    ...(apiBase && addressOf(new URL(apiBase))),
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) } as const
}

async function startPayment(stripe: Stripe, start: PaymentStart): Promise<ProviderPayment> {
  const intent = await findOrCreateIntent(stripe, start)
  requireSamePayment(
    { amountPaise: intent.amount, reference: intent.metadata.order ?? null },
    start,
  )
  return toPayment(await attachCard(stripe, intent, start.paymentMethodId))
}

async function getPayment(stripe: Stripe, paymentId: string): Promise<ProviderPayment> {
  return toPayment(await stripe.paymentIntents.retrieve(paymentId))
}

async function cancelPayment(stripe: Stripe, paymentId: string): Promise<ProviderPayment> {
  try {
    return toPayment(await stripe.paymentIntents.cancel(paymentId))
  } catch (error) {
    // It was paid or cancelled before.
    if (!isRejection(error) || error.code !== 'payment_intent_unexpected_state') throw error
    return getPayment(stripe, paymentId)
  }
}

async function findOrCreateIntent(
  stripe: Stripe,
  start: PaymentStart,
): Promise<Stripe.PaymentIntent> {
  if (start.paymentId) return stripe.paymentIntents.retrieve(start.paymentId)
  const created = await withIdempotency(`paid-by-${start.key}`, (idempotencyKey) =>
    stripe.paymentIntents.create(newIntent(start), { idempotencyKey }),
  )
  const { id, lastResponse } = created
  return wasReplayed(lastResponse.headers) ? stripe.paymentIntents.retrieve(id) : created
}

/** The same for every call with the same key. The card is attached later, and may be another one at each attempt. */
function newIntent({ amountPaise, reference, orderNumber, customer, address }: PaymentStart) {
  return {
    amount: amountPaise,
    currency: 'inr',
    allowed_payment_method_types: ['card'],
    description: `Order ${orderNumber}`,
    metadata: { order: reference },
    ...(customer.email && { receipt_email: customer.email }),
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
  if (!methodId) throw unusableCard()
  try {
    return await stripe.paymentIntents.update(intent.id, { payment_method: methodId })
  } catch (error) {
    if (!isRejection(error)) throw error
    // Another tab may have paid, cancelled or attached the very same card just now.
    const now = await stripe.paymentIntents.retrieve(intent.id)
    if (needsCard(now, methodId)) throw withCause(new Error(describeError(error)), unusableCard())
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

function isRejection(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
  )
}

/** All others are open. */
const paymentStatuses = new Map<string, PaymentStatus>([
  ['succeeded', 'succeeded'],
  ['canceled', 'cancelled'],
])

function toPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const status = paymentStatuses.get(intent.status) ?? 'open'
  const error = intent.last_payment_error
  return {
    id: intent.id,
    status,
    amountPaise: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    reference: intent.metadata.order ?? '',
    clientSecret: intent.client_secret ?? '',
    ...(error && { declined: `${error.decline_code ?? error.code}: ${error.message}` }),
  }
}

/** Of rejections that are for good, beside too much; https://docs.stripe.com/error-codes */
const finalCodes =
  /^(account_closed|charge_disputed|charge_expired_for_capture|refund_disputed_payment)$/

async function refund(stripe: Stripe, request: RefundRequest): Promise<{ id: string }> {
  try {
    const { id } = await withIdempotency(`refund-${attemptKey(request)}`, (idempotencyKey) =>
      refundOnce(stripe, request, idempotencyKey),
    )
    return { id }
  } catch (error) {
    const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError
    if (!isInvalid || error.code === 'resource_missing') throw error
    const isTooMuch = error.code === 'charge_already_refunded' || error.param === 'amount'
    const hasFinalCode = finalCodes.test(error.code ?? '')
    throw withCause(
      new Error(describeError(error)),
      isTooMuch ? refundedTooMuch() : refundRejection(sentenceOf(error), { hasFinalCode }),
    )
  }
}

/** Stripe forgets a key after a day, and the shop may retry later. So the refund's metadata has the key too. */
async function refundOnce(stripe: Stripe, request: RefundRequest, idempotencyKey: string) {
  const { key, paymentId, amountPaise } = request
  const refund = { payment_intent: paymentId, amount: amountPaise, metadata: { key } }
  return (
    refundedBefore(await refundsOf(stripe, paymentId), request) ??
    stripe.refunds.create(refund, { idempotencyKey })
  )
}

async function refundsOf(stripe: Stripe, paymentId: string): Promise<ProviderRefund[]> {
  const refunds: ProviderRefund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
    const { id, amount: amountPaise, metadata } = refund
    const status = toRefundStatus(refund)
    refunds.push({ id, paymentId, amountPaise, status, key: metadata?.key ?? null })
  }
  return refunds
}

/** A restricted key may not read it, and then it is not told. */
async function getFee(stripe: Stripe, paymentId: string): Promise<Paise | null> {
  try {
    const expand = ['latest_charge.balance_transaction']
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentId, { expand })
    const made = typeof charge === 'object' ? charge?.balance_transaction : null
    return typeof made === 'object' && made?.currency === 'inr' ? made.fee : null
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}
