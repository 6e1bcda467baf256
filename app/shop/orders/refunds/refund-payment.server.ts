import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { BalanceTooLow, getProvider } from '#shop/payments/payment-provider.ts'
import type { Paise } from '#shop/values/money.ts'
import { addPayment } from '../money/ledger.store.server.ts'
import { attemptsUntilMail } from '../money/order-money.ts'
import {
  countRefundAttempt,
  findProviderPayment,
  findRefund,
  hasRequestedRefund,
  lockRefund,
  markRefundFailed,
  markRefundSucceeded,
} from '../money/payments.store.server.ts'
import type { OrderPayment } from '../order.ts'
import { findOrder } from '../orders.store.server.ts'
import type { refundDelayedMail, refundFailedMail } from './refund-mails.server.ts'

const refundPayment = {
  name: 'refund-payment',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

/**
 * Stores a refund of a payment, in part or in full, and queues its job, in the caller's transaction.
 *
 * @param refund `key` identifies it: a second refund with the same key is a bug and fails the transaction
 */
export async function requestRefund(
  { jobs, clock }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Database,
  payment: Pick<OrderPayment, 'id' | 'orderId' | 'provider'>,
  { paise, key, reason }: { paise: Paise; key: string; reason: string },
): Promise<OrderPayment> {
  const refund = await addPayment(tx, payment.orderId, {
    paise: -paise,
    method: 'provider',
    cause: 'refund',
    status: 'requested',
    provider: payment.provider,
    providerId: null,
    paymentId: payment.id,
    reference: null,
    key,
    reason,
    by: 'shop',
    now: clock.now(),
  })
  if (!refund) throw new Error('a refund has no reference')
  await jobs.enqueue(tx, refundPayment, { refundId: refund.id })
  return refund
}

export function refundPaymentHandler(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments'>,
): JobHandler {
  return handles(refundPayment, ({ refundId }) => makeRefund(deps, refundId))
}

/**
 * Makes a requested refund at its provider. Repeating it is safe, because the provider knows its key.
 *
 * @throws BalanceTooLow when it must wait; the attempt is counted
 */
export async function makeRefund(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments'>,
  refundId: string,
) {
  const { db, clock, payments } = deps
  const found = await findRefund(db, refundId)
  if (found?.refund.status !== 'requested') return
  const paymentId = found.payment.providerId
  if (!paymentId) throw new Error('a refund of a payment that never reached the provider')
  const { key, attempts } = found.refund
  const amountPaise = -found.refund.paise
  const provider = getProvider(payments, found.payment.provider)
  try {
    const { id } = await provider.refund({ key, attempts, paymentId, amountPaise })
    await markRefundSucceeded(db, refundId, id, clock.now())
  } catch (error) {
    if (error instanceof BalanceTooLow) await countAttempt(deps, found)
    throw error
  }
}

async function countAttempt(
  { db, clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments'>,
  { refund, payment }: NonNullable<Awaited<ReturnType<typeof findRefund>>>,
) {
  await db.transaction(async (tx) => {
    const attempts = await countRefundAttempt(tx, refund.id, clock.now())
    const order = attempts === attemptsUntilMail && (await findOrder(tx, payment.orderId))
    if (!order) return
    const amountPaise = -refund.paise
    const mail = {
      refundId: refund.id,
      orderNumber: order.number,
      amountPaise,
      provider: payment.provider,
    }
    await queueMail<typeof refundDelayedMail>(
      { jobs, clock },
      tx,
      'refund-delayed',
      refund.id,
      mail,
    )
  })
}

/**
 * Reads a refund's status from the provider after a webhook event. If it will never reach the card, it is marked as
 * failed and the shop gets one mail: the money is with the shop again and must be refunded in another way.
 *
 * @throws AppError unavailable while the refund's id is not saved yet: the provider sends its event again
 */
export async function updateRefund(
  { db, clock, jobs, payments }: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments'>,
  { provider, paymentId, refundId }: { provider: string; paymentId: string; refundId: string },
) {
  const status = await getProvider(payments, provider).getRefundStatus({ paymentId, refundId })
  if (status !== 'failed') return
  await db.transaction(async (tx) => {
    const refund = await lockRefund(tx, { provider, refundId })
    const payment = refund ? null : await findProviderPayment(tx, { provider, paymentId })
    if (payment && (await hasRequestedRefund(tx, payment.id))) {
      throw new AppError('unavailable', 'This refund is being made just now.')
    }
    if (refund?.status !== 'succeeded') return
    await markRefundFailed(tx, refund.id, clock.now())
    const order = await findOrder(tx, refund.orderId)
    if (!order) return
    const mail = { refundId: refund.id, orderNumber: order.number, amountPaise: -refund.paise }
    await queueMail<typeof refundFailedMail>({ jobs, clock }, tx, 'refund-failed', refund.id, mail)
  })
}
