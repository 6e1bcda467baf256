import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { hasBlockingDispute } from '#shop/orders/disputes/disputes.store.server.ts'
import { addOnlinePayment, withPayment } from '#shop/orders/money/ledger.store.server.ts'
import { leftOfPayment, overpaidPaise, ownUpi } from '#shop/orders/money/ledger.ts'
import { attemptsUntilMail } from '#shop/orders/money/order-money.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { findOrder, lockOrder } from '#shop/orders/orders.store.server.ts'
import { getProvider, RefundDelayed, RefundRefused } from '#shop/payments/payment-provider.ts'
import type { Paise } from '#shop/values/money.ts'
import { adoptRefunds } from './adopt-refund.server.ts'
import {
  countRefundAttempt,
  findPaymentByKey,
  findRefund,
  lockRefund,
  markRefundFailed,
  markRefundSucceeded,
} from './refunds.store.server.ts'

const refundPayment = {
  name: 'refund-payment',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

/**
 * Stores a refund of a payment, in part or in full, and queues its job, in the caller's transaction. What came to the
 * shop's own UPI id is sent back by staff.
 *
 * @param refund `key` identifies it: a second refund with the same key is a bug and fails the transaction
 */
export async function requestRefund(
  { jobs, clock }: AppContext,
  tx: Database,
  payment: Pick<OrderPayment, 'id' | 'orderId' | 'provider'>,
  { paise, key, reason }: { paise: Paise; key: string; reason: string },
): Promise<OrderPayment> {
  const refund = await addOnlinePayment(tx, payment.orderId, {
    paise: -paise,
    cause: 'refund',
    status: 'requested',
    provider: payment.provider,
    paymentId: payment.id,
    key,
    reason,
    now: clock.now(),
  })
  if (payment.provider !== ownUpi) await jobs.enqueue(tx, refundPayment, { refundId: refund.id })
  return refund
}

export function refundPaymentHandler(deps: AppContext): JobHandler {
  return handles(refundPayment, ({ refundId }) => makeRefund(deps, refundId))
}

/**
 * Makes a requested refund at its provider. Repeating it is safe, because the provider knows its key. One that is refused
 * for good fails.
 *
 * @throws RefundDelayed when it must wait; the attempt is counted
 */
export async function makeRefund(deps: AppContext, refundId: string): Promise<void> {
  const { db, clock, payments } = deps
  const found = await findRefund(db, refundId)
  if (found?.refund.status !== 'requested') return
  const paymentId = found.payment.providerId
  if (!paymentId) throw new Error('a refund of a payment that never reached the provider')
  const { key, attempts } = found.refund
  const amountPaise = -found.refund.paise
  const provider = getProvider(payments, found.payment.provider)
  try {
    // The customer paid in time, as far as they knew.
    const isUrgent = found.payment.returned === 'slot-gone'
    const { id } = await provider.refund({ key, attempts, paymentId, amountPaise, isUrgent })
    await markRefundSucceeded(db, refundId, { providerId: id, now: clock.now() })
  } catch (error) {
    if (error instanceof RefundRefused) return giveUp(deps, found, error.message)
    if (error instanceof RefundDelayed)
      await countAttempt(deps, { ...found, sentence: error.message })
    throw error
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findRefund>>>

/** Unless it is less by what was refunded in the provider's dashboard: then that is made. */
async function giveUp(
  deps: AppContext,
  { refund, payment }: Found,
  sentence: string,
): Promise<void> {
  const { provider, providerId: paymentId } = payment
  if (!paymentId) throw new Error('a refund of a payment that never reached the provider')
  const known = await getProvider(deps.payments, provider).refundsOf(paymentId)
  await adoptRefunds(deps, { provider, paymentId }, known)
  const isLowered = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, refund.orderId)
    const current = order?.payments.find(({ id }) => id === refund.id)
    if (!order || current?.status !== 'requested') return false
    if (current.paise !== refund.paise) return true
    await failRefund(deps, tx, { refund: current, orderNumber: order.number, sentence })
    return false
  })
  if (isLowered) await makeRefund(deps, refund.id)
}

/** The money stays with the shop, or is with it again. Mails the shop. */
async function failRefund(
  deps: AppContext,
  tx: Database,
  failed: { refund: OrderPayment; orderNumber: number; sentence: string },
) {
  const { refund, orderNumber, sentence } = failed
  await markRefundFailed(tx, refund.id, deps.clock.now())
  const mail = { orderNumber, amountPaise: -refund.paise, sentence }
  await queueMail(deps, tx, 'refund-failed', refund.id, mail)
}

async function countAttempt(deps: AppContext, failed: Found & { sentence: string }) {
  const { refund, payment, sentence } = failed
  await deps.db.transaction(async (tx) => {
    const attempts = await countRefundAttempt(tx, refund.id, deps.clock.now())
    const order = attempts === attemptsUntilMail && (await findOrder(tx, payment.orderId))
    if (!order) return
    await queueMail(deps, tx, 'refund-delayed', refund.id, {
      orderNumber: order.number,
      amountPaise: -refund.paise,
      provider: payment.provider,
      sentence,
    })
  })
}

/**
 * Reads a refund from the provider after a webhook event. If it will never reach the card, it is marked as failed and the
 * shop gets one mail. One that the shop does not know was made in the provider's dashboard, and is adopted.
 *
 * @throws AppError unavailable while the id of a failed refund is not saved yet: the provider sends its event again
 */
export async function updateRefund(
  deps: AppContext,
  { provider, paymentId, refundId }: { provider: string; paymentId: string; refundId: string },
) {
  const known = await getProvider(deps.payments, provider).refundsOf(paymentId)
  const reported = known.find(({ id }) => id === refundId)
  if (reported?.status !== 'failed') return adoptRefunds(deps, { provider, paymentId }, known)
  await deps.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, { provider, refundId })
    const ours = refund || !reported.key ? null : await findPaymentByKey(tx, reported.key)
    if (ours?.status === 'requested') {
      throw new AppError('unavailable', 'This refund is being made just now.')
    }
    if (refund?.status !== 'succeeded') return
    const order = await findOrder(tx, refund.orderId)
    if (!order) return
    await failRefund(deps, tx, { refund, orderNumber: order.number, sentence: '' })
  })
}

export interface Refunded {
  order: Order
  /** 0 if nothing was overpaid. */
  refundedPaise: Paise
}

/**
 * Gives back what was paid online and is no longer charged, after charges were added. What is still due is lowered first;
 * what was taken in cash or by UPI is given back by staff.
 *
 * @param cause `event` identifies the cause and is unique; `reason` is for the shop's own records
 * @throws AppError conflict while a dispute forbids refunds
 */
export async function refundOverpaid(
  context: AppContext,
  tx: Database,
  order: Order,
  cause: { event: string; reason: string },
): Promise<Refunded> {
  const refundedPaise = overpaidPaise(order)
  return {
    order: await refundOnline(context, tx, order, { ...cause, paise: refundedPaise }),
    refundedPaise,
  }
}

/**
 * Refunds exactly this amount of what was paid online, the newest payment first.
 *
 * @throws AppError conflict while a dispute forbids refunds
 */
export async function refundOnline(
  context: AppContext,
  tx: Database,
  order: Order,
  { paise: allPaise, event, reason }: { paise: Paise; event: string; reason: string },
): Promise<Order> {
  let refunded = order
  let rest = allPaise
  for (const payment of order.payments.toReversed()) {
    const paise = Math.min(rest, leftOfPayment(order, payment))
    if (paise <= 0) continue
    if (await hasBlockingDispute(tx, payment.id)) throw disputed()
    const key = rest === allPaise ? event : `${event}-${payment.id}`
    const refund = await requestRefund(context, tx, payment, { paise, key, reason })
    refunded = withPayment(refunded, refund)
    rest -= paise
  }
  if (rest > 0) throw new RangeError('more is refunded than was paid online')
  return refunded
}

/** Providers do not refund a disputed payment: otherwise both the bank and the shop would pay the customer. */
function disputed(): AppError {
  return new AppError(
    'conflict',
    'The customer’s bank disputes this payment, so it cannot be refunded. The bank decides who gets the money.',
  )
}
