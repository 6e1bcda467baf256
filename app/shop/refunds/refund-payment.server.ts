import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { SettleDeps } from '#shop/checkout/settle/settle-payment.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { addRefunded, findOrder, lockOrder } from '#shop/orders/orders.store.server.ts'
import { getProvider, type PaymentProviders } from '#shop/payments/payment-provider.ts'
import {
  findPayment,
  findRefund,
  hasRefundUnderWay,
  insertRefund,
  lockRefundOf,
  markRefunded,
  markRefundFailed,
} from '#shop/payments/payments.store.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { mailRefundFailed } from './refund-mails.server.tsx'

/** Asks the card company for a refund that has been noted. */
const refundPayment = {
  name: 'refund-payment',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

/**
 * Notes a refund and has it asked for, with the caller's change or not at all.
 * `key` names the reason it happens once: the same key twice is a bug and fails the transaction.
 */
export async function requestRefund(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  refund: { paymentId: string; key: string; amountPaise: Paise; reason: string },
) {
  const { id } = await insertRefund(tx, { ...refund, now: clock.now() })
  await jobs.enqueue(tx, refundPayment, { refundId: id })
}

interface RefundDeps {
  db: Database
  clock: Clock
  payments: PaymentProviders
}

export function refundPaymentHandler(deps: RefundDeps): JobHandler {
  return handles(refundPayment, ({ refundId }) => makeRefund(deps, refundId))
}

/** Has the card company make a refund that was noted; its key makes asking again harmless. */
export async function makeRefund({ db, clock, payments }: RefundDeps, refundId: string) {
  const found = await findRefund(db, refundId)
  if (found?.refund.status !== 'requested') return
  const paymentId = found.payment.providerPaymentId
  if (!paymentId) throw new Error('a refund of a payment that never reached the provider')
  const { key, amountPaise } = found.refund
  const provider = getProvider(payments, found.payment.provider)
  const { id } = await provider.refund({ key, paymentId, amountPaise })
  await markRefunded(db, refundId, id, clock.now())
}

/**
 * Has the card company give back what is left of an order's card payment, with the caller's change or not at all.
 *
 * @returns what is given back; 0 when nothing was paid by card or all of it is back already
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
  await addRefunded(tx, orderId, amountPaise)
  await requestRefund(deps, tx, {
    paymentId: payment.id,
    key: `rest-${payment.id}`,
    amountPaise,
    reason,
  })
  return amountPaise
}

/**
 * Asks the provider how a refund of ours stands that it spoke of. One that will never reach the card is noted as failed
 * and the shop is told, once: the money is with the shop again, and must go back in another way.
 *
 * @throws AppError unavailable when it may be one whose id we are about to learn: to be told again
 */
export async function settleRefund(
  deps: SettleDeps,
  { provider, ...asked }: { provider: string; paymentId: string; refundId: string },
) {
  const status = await getProvider(deps.payments, provider).getRefundStatus(asked)
  if (status !== 'failed') return
  await deps.db.transaction(async (tx) => {
    const found = await lockRefundOf(tx, { provider, refundId: asked.refundId })
    if (!found && (await hasRefundUnderWay(tx, { provider, paymentId: asked.paymentId }))) {
      throw new AppError('unavailable', 'This refund is being made just now.')
    }
    if (found?.refund.status !== 'succeeded') return
    await markRefundFailed(tx, found.refund.id, deps.clock.now())
    const order = await findOrder(tx, found.payment.orderId)
    if (!order) return
    await queueMail(deps, tx, mailRefundFailed, {
      refundId: found.refund.id,
      orderNumber: order.number,
      amountPaise: found.refund.amountPaise,
    })
  })
}
