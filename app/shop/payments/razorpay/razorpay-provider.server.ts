import { createHash } from 'node:crypto'
import { AppError } from '#platform/app-error.ts'
import type { Log } from '#platform/log.server.ts'
import {
  attemptKey,
  isUrgent,
  type PaymentProvider,
  type PaymentStart,
  type ProviderPayment,
  type RefundRequest,
  refundedTooMuch,
  requireSamePayment,
} from '../payment-provider.ts'
import {
  cancelledNote,
  keyNote,
  type RazorpayApi,
  type RazorpayOrder,
  type RazorpayTry,
  razorpayApi,
  refundStatuses,
  toDispute,
} from './razorpay-api.server.ts'
import { createRazorpayClient, type Patience } from './razorpay-client.server.ts'
import { readWebhook, verifyReturn } from './razorpay-webhook.server.ts'

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
  const get = (paymentId: string) => getPayment({ api, log }, paymentId)
  return {
    name: 'razorpay',
    forBrowser: { name: 'razorpay', keyId: settings.keyId },
    accepts: ['upi', 'card'],
    needsPaymentMethod: false,
    startPayment: (start) => startPayment({ api, log }, start),
    getPayment: get,
    async cancelPayment(paymentId) {
      const payment = await get(paymentId)
      if (payment.status !== 'open') return payment
      await api.noteCancelled(paymentId)
      return get(paymentId)
    },
    refund: (refund) => refundPayment({ api, log }, refund),
    async getRefundStatus({ refundId }) {
      return refundStatuses[(await api.findRefund(refundId)).status]
    },
    getDispute: async (disputeId) => toDispute(await api.findDispute(disputeId)),
    readWebhook: async (body, headers) => readWebhook(body, headers, settings.webhookSecret),
    verifyReturn: (paymentId, signedReturn) =>
      verifyReturn(paymentId, signedReturn, settings.keySecret),
  }
}

interface Deps {
  api: RazorpayApi
  log: Log
}

/** Creating an order has no key. Its receipt is the shop's order, by which it is found after a lost response. */
async function startPayment({ api, log }: Deps, start: PaymentStart): Promise<ProviderPayment> {
  const { paymentId, reference } = start
  const started = await (paymentId ? api.findOrder(paymentId) : findStarted(api, reference))
  const order = started ?? (await createOrder(api, start))
  requireSamePayment({ amountPaise: order.amount, reference: order.receipt }, start)
  return toPayment(order, started ? await findCaptures({ api, log }, order.id) : [])
}

/** The oldest, if several were started at the same moment. */
async function findStarted(api: RazorpayApi, reference: string): Promise<RazorpayOrder | null> {
  return oldest(await api.ordersWithReceipt(reference))
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

async function getPayment({ api, log }: Deps, paymentId: string): Promise<ProviderPayment> {
  const [order, captured] = await Promise.all([
    api.findOrder(paymentId),
    findCaptures({ api, log }, paymentId),
  ])
  return toPayment(order, captured)
}

/** The captured attempts. The provider allows at most one; if there are more, people must look. */
async function findCaptures({ api, log }: Deps, paymentId: string): Promise<RazorpayTry[]> {
  const captured = (await api.triesOf(paymentId)).filter((one) => one.captured)
  if (captured.length > 1) {
    const tries = captured.map(({ id }) => id)
    log.error({ paymentId, tries }, 'a payment was paid more than once: refund the rest by hand')
  }
  return captured
}

function toPayment(order: RazorpayOrder, captured: RazorpayTry[]): ProviderPayment {
  const paid = oldest(captured)
  const unpaid = cancelledNote in order.notes ? 'cancelled' : 'open'
  const { amount, currency } = paid ?? order
  return {
    id: order.id,
    status: paid ? 'succeeded' : unpaid,
    amountPaise: amount,
    currency,
    reference: order.receipt ?? '',
    clientSecret: order.id,
  }
}

function oldest<T extends { id: string; created_at: number }>(all: T[]): T | null {
  const inOrder = all.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
  return inOrder[0] ?? null
}

/** The key is stored twice: by the provider, which does not say for how long, and in the refund's notes, for ever. */
async function refundPayment({ api, log }: Deps, refund: RefundRequest): Promise<{ id: string }> {
  const { key, paymentId, amountPaise } = refund
  const captured = await findCaptures({ api, log }, paymentId)
  const refunds = await Promise.all(captured.map(({ id }) => api.refundsOf(id)))
  const done = refunds.flat().find(({ notes }) => notes[keyNote] === key)
  if (done && done.amount !== amountPaise)
    throw new AppError('conflict', 'This refund was made for another amount.')
  if (done) return { id: done.id }
  const from = oldest(
    captured.filter(({ amount, amount_refunded }) => amount - amount_refunded >= amountPaise),
  )
  if (!from) throw refundedTooMuch()
  const idempotencyKey = createHash('sha256').update(attemptKey(refund)).digest('hex')
  const speed = isUrgent(refund) ? 'optimum' : 'normal'
  const made = await api.refund(from.id, { amount: amountPaise, speed, key, idempotencyKey })
  return { id: made.id }
}
