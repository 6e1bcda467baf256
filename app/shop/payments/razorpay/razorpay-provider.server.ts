import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Log } from '#platform/log.server.ts'
import { isSameSecret } from '#platform/secrets.server.ts'
import {
  attemptKey,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentStart,
  type ProviderPayment,
  type ProviderRefund,
  parseEvent,
  parseJson,
  type RefundRequest,
  refundedBefore,
  refundedTooMuch,
  requireSamePayment,
} from '../payment-provider.ts'
import {
  cancelledNote,
  createRazorpayClient,
  disputeShape,
  type Patience,
  type RazorpayApi,
  type RazorpayOrder,
  type RazorpayTry,
  razorpayApi,
  toDispute,
  toRefund,
} from './razorpay-api.server.ts'

export interface RazorpaySettings {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Where the API is, without a slash at its end. */
  apiBase: string
}

/**
 * Razorpay behind the shop's interface. A payment of ours is an *order* there, and its id the client secret: it opens
 * the provider's own pages, where the customer tries until one *payment*, here called a try, is captured.
 */
export function createRazorpayProvider(
  settings: RazorpaySettings,
  { log, patience }: { log: Log; patience?: Patience },
): PaymentProvider {
  const api = razorpayApi(createRazorpayClient(settings, log, patience))
  const get = (paymentId: string) => getPayment(api, paymentId)
  return {
    name: 'razorpay',
    forBrowser: { name: 'razorpay', keyId: settings.keyId },
    accepts: ['upi', 'card'],
    needsPaymentMethod: false,
    startPayment: (start) => startPayment(api, start),
    getPayment: get,
    async cancelPayment(paymentId) {
      const payment = await get(paymentId)
      if (payment.status !== 'open') return payment
      await api.noteCancelled(paymentId)
      return get(paymentId)
    },
    refund: (refund) => refundPayment(api, refund),
    refundsOf: async (paymentId) => refundsOf(api, await findCaptures(api, paymentId)),
    getDispute: async (disputeId) => toDispute(await api.findDispute(disputeId)),
    readWebhook: async (body, headers) => readWebhook(body, headers, settings.webhookSecret),
    verifyReturn: (paymentId, signedReturn) =>
      verifyReturn(paymentId, signedReturn, settings.keySecret),
  }
}

/** Creating an order has no key. Its receipt is the key of our payment, by which it is found after a lost response. */
async function startPayment(api: RazorpayApi, start: PaymentStart): Promise<ProviderPayment> {
  const { paymentId, reference } = start
  const started = await (paymentId ? api.findOrder(paymentId) : findStarted(api, reference))
  const order = started ?? (await createOrder(api, start))
  requireSamePayment({ amountPaise: order.amount, reference: order.receipt }, start)
  return toPayment(order, started ? await api.triesOf(order.id) : [])
}

/** The oldest, if several were started at the same moment. */
async function findStarted(api: RazorpayApi, reference: string): Promise<RazorpayOrder | null> {
  return oldestFirst(await api.ordersWithReceipt(reference))[0] ?? null
}

async function createOrder(api: RazorpayApi, start: PaymentStart): Promise<RazorpayOrder> {
  const { amountPaise, currency, reference } = start
  try {
    return await api.createOrder({ amount: amountPaise, currency, receipt: reference })
  } catch (error) {
    // Some accounts take a receipt only once: then somebody else was first.
    const isRejected = error instanceof AppError && error.code === 'conflict'
    const first = isRejected ? await findStarted(api, reference) : null
    if (first) return first
    throw error
  }
}

async function getPayment(api: RazorpayApi, paymentId: string): Promise<ProviderPayment> {
  if (isTry(paymentId)) {
    const one = await api.findTry(paymentId)
    const order = await api.findOrder(one.order_id ?? '')
    return { ...toPayment(order, [one]), id: paymentId }
  }
  const [order, tries] = await Promise.all([api.findOrder(paymentId), api.triesOf(paymentId)])
  return toPayment(order, tries)
}

/** Money that came twice is refunded by the try that it came by. */
const isTry = (paymentId: string) => paymentId.startsWith('pay_')

async function findCaptures(api: RazorpayApi, paymentId: string): Promise<RazorpayTry[]> {
  return capturesOf(
    isTry(paymentId) ? [await api.findTry(paymentId)] : await api.triesOf(paymentId),
  )
}

/**
 * The captured attempts: usually one. Of several the order's own is the first, the one with most refunds, or else the
 * oldest: what is too much has none yet.
 */
function capturesOf(tries: RazorpayTry[]): RazorpayTry[] {
  return oldestFirst(tries.filter((one) => one.captured)).sort(
    (a, b) => b.amount_refunded - a.amount_refunded,
  )
}

function toPayment(order: RazorpayOrder, tries: RazorpayTry[]): ProviderPayment {
  const captured = capturesOf(tries)
  const [paid] = captured
  const failed = oldestFirst(tries).findLast((one) => one.error_description)
  const unpaid = cancelledNote in order.notes ? 'cancelled' : 'open'
  const { amount, currency } = paid ?? order
  return {
    id: order.id,
    status: paid ? 'succeeded' : unpaid,
    amountPaise: amount,
    currency,
    reference: order.receipt ?? '',
    clientSecret: order.id,
    ...(typeof paid?.fee === 'number' && { feePaise: paid.fee }),
    ...(failed && { declined: `${failed.error_reason}: ${failed.error_description}` }),
    ...(captured.length > 1 && {
      captures: captured.map(({ id, amount, amount_refunded }) => ({
        id,
        amountPaise: amount,
        refundedPaise: amount_refunded,
      })),
    }),
  }
}

function oldestFirst<T extends { id: string; created_at: number }>(all: T[]): T[] {
  return all.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
}

/** The key is stored twice: by the provider, which does not say for how long, and in the refund's notes, for ever. */
async function refundPayment(api: RazorpayApi, refund: RefundRequest): Promise<{ id: string }> {
  const { key, paymentId, amountPaise } = refund
  const captured = await findCaptures(api, paymentId)
  const done = refundedBefore(await refundsOf(api, captured), refund)
  if (done) return { id: done.id }
  const from = captured.find((one) => one.amount - one.amount_refunded >= amountPaise)
  if (!from) throw refundedTooMuch()
  const idempotencyKey = createHash('sha256').update(attemptKey(refund)).digest('hex')
  const speed = refund.isUrgent ? 'optimum' : 'normal'
  const made = await api.refund(from.id, { amount: amountPaise, speed, key, idempotencyKey })
  return { id: made.id }
}

async function refundsOf(api: RazorpayApi, captured: RazorpayTry[]): Promise<ProviderRefund[]> {
  const refunds = await Promise.all(captured.map(({ id }) => api.refundsOf(id)))
  // Money that came twice, and went back whole by hand, was never the order's.
  const isLeft = captured.some((one) => one.amount_refunded < one.amount)
  const gone = captured.filter((one) => isLeft && one.amount_refunded === one.amount)
  return refunds
    .flat()
    .map(toRefund)
    .filter(({ key, paymentId }) => key !== null || !gone.some(({ id }) => id === paymentId))
}

/**
 * The events to choose in the dashboard. 'payment.captured' and not 'order.paid' reports money: an order is paid once, but
 * money may come for it twice, and people must look at it each time.
 */
export const razorpayEvents = new Map<string, PaymentEvent['type']>([
  ['payment.captured', 'payment'],
  ['refund.processed', 'refund'],
  ['refund.failed', 'refund'],
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
function readWebhook(body: string, headers: Headers, secret: string): PaymentEvent {
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
function verifyReturn(orderId: string, signedReturn: Record<string, string>, keySecret: string) {
  const returned = returnSchema.safeParse(signedReturn).data
  const expected = hmac(keySecret, `${orderId}|${returned?.razorpay_payment_id ?? ''}`)
  const isOurs =
    returned?.razorpay_order_id === orderId && isSameSecret(returned.razorpay_signature, expected)
  if (!isOurs) throw new AppError('malformed', 'The payment was not signed by Razorpay.')
}
