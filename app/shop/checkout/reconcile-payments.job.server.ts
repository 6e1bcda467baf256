import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { awaitingOrders, lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { findPayment, refundsLeft, setPaymentStatus } from '#shop/payments/payments.store.server.ts'
import { makeRefund } from '#shop/payments/refund-payment.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/** Looks after payments whose browser vanished and whose webhook never came, and refunds that went unmade. */
const reconcilePayments = {
  name: 'reconcile-payments',
  data: z.object({}),
  retryLimit: 0,
  schedule: '* * * * *',
} satisfies Job

/** Younger orders are left to the browser and the webhook, in ms. */
const graceMs = 20_000
/** After this long an unpaid order is over, in ms. */
export const unpaidOrderLivesMs = 60 * 60_000
/** The refund's own job has stopped trying after this long, in ms. */
export const refundTriesLastMs = 4 * 60 * 60_000
/** Orders, and refunds, looked at in one run; the rest wait a minute. */
const batch = 200

export function reconcilePaymentsHandler(deps: SettleDeps): JobHandler {
  return handles(reconcilePayments, () => reconcile(deps))
}

/** Settles or ends every order left waiting, by the provider's word, and makes the refunds that were given up. */
export async function reconcile(deps: SettleDeps) {
  const now = deps.clock.now().getTime()
  const before = (age: number) => new Date(now - age)
  for (const { id, createdAt } of await awaitingOrders(deps.db, before(graceMs), batch)) {
    const tooOld = now - createdAt.getTime() >= unpaidOrderLivesMs
    await apart(deps, { orderId: id }, () => reconcileOne(deps, id, tooOld))
  }
  for (const { id } of await refundsLeft(deps.db, before(refundTriesLastMs), batch)) {
    await apart(deps, { refundId: id }, () => makeRefund(deps, id))
  }
}

/** One payment the provider chokes on must not keep the others waiting. */
async function apart({ log }: SettleDeps, facts: object, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, ...facts }, 'a payment could not be reconciled')
  }
}

async function reconcileOne(deps: SettleDeps, orderId: string, tooOld: boolean) {
  const payment = await findPayment(deps.db, orderId)
  const paymentId = payment?.providerPaymentId
  if (paymentId) {
    if (tooOld) await deps.payments.cancelPayment(paymentId)
    await settlePayment(deps, { paymentId })
  } else if (payment && tooOld) {
    // The provider was never asked, or its answer never arrived: nobody holds the secret to pay it.
    await deps.db.transaction((tx) => expire(tx, orderId, payment.id, deps.clock.now()))
  }
}

async function expire(tx: Database, orderId: string, paymentId: string, now: Date) {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'awaiting_payment') return
  await markExpired(tx, orderId)
  await setPaymentStatus(tx, paymentId, 'cancelled', now)
}
