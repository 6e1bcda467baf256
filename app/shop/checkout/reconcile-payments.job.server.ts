import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { awaitingOrders, lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { findPayment, setPaymentStatus } from '#shop/payments/payments.store.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/** Looks after payments whose browser vanished and whose webhook never came. */
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
/** Orders looked at in one run; the rest wait a minute. */
const batch = 200

export function reconcilePaymentsHandler(deps: SettleDeps): JobHandler {
  return handles(reconcilePayments, () => reconcile(deps))
}

/** Asks the provider about every order left waiting; settles what was paid, ends what is too old. */
export async function reconcile(deps: SettleDeps) {
  const now = deps.clock.now().getTime()
  const waiting = await awaitingOrders(deps.db, new Date(now - graceMs), batch)
  for (const { id, createdAt } of waiting) {
    try {
      await reconcileOne(deps, id, now - createdAt.getTime() >= unpaidOrderLivesMs)
    } catch (error) {
      // One payment the provider chokes on must not keep the others waiting.
      deps.log.error({ err: error, orderId: id }, 'an order could not be reconciled')
    }
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
