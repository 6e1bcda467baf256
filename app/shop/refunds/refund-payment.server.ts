import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { addRefunded, findOrder, lockOrder } from '#shop/orders/orders.store.server.ts'
import { getProvider, type PaymentProviders } from '#shop/payments/payment-provider.ts'
import {
  findPayment,
  findRefund,
  hasRequestedRefund,
  insertRefund,
  lockRefund,
  markRefundFailed,
  markRefundSucceeded,
} from '#shop/payments/payments.store.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { mailRefundFailed } from './refund-mails.server.tsx'

/** Makes a stored refund at the payment provider. */
const refundPayment = {
  name: 'refund-payment',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

interface RefundDeps {
  db: Database
  clock: Clock
  payments: PaymentProviders
}

/**
 * Stores a refund and queues its job, in the caller's transaction.
 *
 * @param refund `key` names its reason: a second refund with the same key is a bug and fails the transaction
 */
export async function requestRefund(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  refund: { paymentId: string; key: string; amountPaise: Paise; reason: string },
) {
  const { id } = await insertRefund(tx, { ...refund, now: clock.now() })
  await jobs.enqueue(tx, refundPayment, { refundId: id })
}

/**
 * Requests a refund of what remains of an order's card payment, in the caller's transaction.
 *
 * @returns the amount; 0 when nothing was paid by card, or all of it is refunded already
 */
export async function refundRemaining(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  orderId: string,
  reason: string,
): Promise<Paise> {
  const order = await lockOrder(tx, orderId)
  const payment = await findPayment(tx, orderId)
  const amountPaise = order ? order.cardPaise - order.refundedPaise : 0
  if (payment?.status !== 'succeeded' || amountPaise === 0) return 0
  const key = `rest-${payment.id}`
  await addRefunded(tx, orderId, amountPaise)
  await requestRefund(deps, tx, { paymentId: payment.id, key, amountPaise, reason })
  return amountPaise
}

export function refundPaymentHandler(deps: RefundDeps): JobHandler {
  return handles(refundPayment, ({ refundId }) => makeRefund(deps, refundId))
}

/** Makes a requested refund at its provider. It is safe to repeat: the provider knows its key. */
export async function makeRefund({ db, clock, payments }: RefundDeps, refundId: string) {
  const found = await findRefund(db, refundId)
  if (found?.refund.status !== 'requested') return
  const paymentId = found.payment.providerPaymentId
  if (!paymentId) throw new Error('a refund of a payment that never reached the provider')
  const { key, amountPaise } = found.refund
  const provider = getProvider(payments, found.payment.provider)
  const { id } = await provider.refund({ key, paymentId, amountPaise })
  await markRefundSucceeded(db, refundId, id, clock.now())
}

/**
 * Reads at the provider how a refund stands after a webhook event. When it will never reach the card, it is marked as
 * failed and the shop gets one mail: the money is with the shop again and must be refunded in another way.
 *
 * @throws AppError unavailable when the refund's id is not saved yet: the provider sends its event again
 */
export async function settleRefund(
  { db, clock, jobs, payments }: RefundDeps & { jobs: Jobs },
  { provider, paymentId, refundId }: { provider: string; paymentId: string; refundId: string },
) {
  const status = await getProvider(payments, provider).getRefundStatus({ paymentId, refundId })
  if (status !== 'failed') return
  await db.transaction(async (tx) => {
    const found = await lockRefund(tx, { provider, refundId })
    if (!found && (await hasRequestedRefund(tx, { provider, paymentId }))) {
      throw new AppError('unavailable', 'This refund is being made just now.')
    }
    if (found?.refund.status !== 'succeeded') return
    const { id, amountPaise } = found.refund
    await markRefundFailed(tx, id, clock.now())
    const order = await findOrder(tx, found.payment.orderId)
    if (!order) return
    const mail = { refundId: id, orderNumber: order.number, amountPaise }
    await queueMail({ jobs, clock }, tx, mailRefundFailed, mail)
  })
}
