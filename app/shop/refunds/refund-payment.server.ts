import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import {
  BalanceTooLow,
  getProvider,
  type PaymentProviders,
} from '#shop/payments/payment-provider.ts'
import {
  countRefundAttempt,
  findRefund,
  hasRequestedRefund,
  insertRefund,
  lockRefund,
  markRefundFailed,
  markRefundSucceeded,
} from '#shop/payments/payments.store.server.ts'
import { attemptsUntilMail } from '#shop/payments/payments.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { refundDelayedMail, refundFailedMail } from './refund-mails.server.tsx'

/** Makes a stored refund at the payment provider. */
const refundPayment = {
  name: 'refund-payment',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

interface RefundDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  payments: PaymentProviders
}

/**
 * Stores a refund of money that no order here was placed for, and queues its job, in the caller's transaction. Money of a
 * placed order is refunded by `requestRefund`.
 *
 * @param refund `key` names its reason: a second refund with the same key is a bug and fails the transaction
 * @returns its id
 */
export async function requestPaymentRefund(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  refund: { paymentId: string; key: string; amountPaise: Paise; reason: string },
): Promise<string> {
  const { id } = await insertRefund(tx, { ...refund, now: clock.now() })
  await jobs.enqueue(tx, refundPayment, { refundId: id })
  return id
}

export function refundPaymentHandler(deps: RefundDeps): JobHandler {
  return handles(refundPayment, ({ refundId }) => makeRefund(deps, refundId))
}

/**
 * Makes a requested refund at its provider. It is safe to repeat: the provider knows its key.
 *
 * @throws BalanceTooLow when it must wait; the attempt is counted
 */
export async function makeRefund(deps: RefundDeps, refundId: string) {
  const { db, clock, payments } = deps
  const found = await findRefund(db, refundId)
  if (found?.refund.status !== 'requested') return
  const paymentId = found.payment.providerPaymentId
  if (!paymentId) throw new Error('a refund of a payment that never reached the provider')
  const { key, attempts, amountPaise } = found.refund
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
  { db, clock, jobs }: RefundDeps,
  { refund, payment }: NonNullable<Awaited<ReturnType<typeof findRefund>>>,
) {
  await db.transaction(async (tx) => {
    const attempts = await countRefundAttempt(tx, refund.id, clock.now())
    const order = attempts === attemptsUntilMail && (await findOrder(tx, payment.orderId))
    if (!order) return
    const { id: refundId, amountPaise } = refund
    const mail = { refundId, orderNumber: order.number, amountPaise, provider: payment.provider }
    await queueMail({ jobs, clock }, tx, refundDelayedMail, mail)
  })
}

/**
 * Reads at the provider how a refund stands after a webhook event. When it will never reach the card, it is marked as
 * failed and the shop gets one mail: the money is with the shop again and must be refunded in another way.
 *
 * @throws AppError unavailable when the refund's id is not saved yet: the provider sends its event again
 */
export async function settleRefund(
  { db, clock, jobs, payments }: RefundDeps,
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
    await queueMail({ jobs, clock }, tx, refundFailedMail, mail)
  })
}
