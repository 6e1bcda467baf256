import pLimit from 'p-limit'
import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { awaitingOrders, lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { providerNamed } from '#shop/payments/payment-provider.ts'
import { findPayment, refundsLeft, setPaymentStatus } from '#shop/payments/payments.store.server.ts'
import { makeRefund } from '#shop/payments/refund-payment.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/** Looks after payments whose browser vanished and whose webhook never came, and refunds that went unmade. */
const reconcilePayments = {
  name: 'reconcile-payments',
  data: z.object({ follows: z.boolean().default(false) }),
  retryLimit: 0,
  schedule: '* * * * *',
} satisfies Job

/** Younger orders are left to the browser and the webhook, in ms. */
const graceMs = 10_000
/** After this long an unpaid order is over, in ms. */
export const unpaidOrderLivesMs = 60 * 60_000
/** The refund's own job has stopped trying after this long, in ms. */
export const refundTriesLastMs = 4 * 60 * 60_000
/** Orders, and refunds, looked at in one run; the rest wait for the next. */
const batch = 200
/** Each minute's run is followed by others after so many seconds: a schedule cannot be closer than a minute. */
const followAfterSeconds = [15, 30, 45]
/** A company that answers slowly is asked about so many payments at once. */
const atOnce = 8

export function reconcilePaymentsHandler(deps: SettleDeps): JobHandler {
  return handles(reconcilePayments, async ({ follows }) => {
    for (const startAfterSeconds of follows ? [] : followAfterSeconds) {
      const later = { startAfterSeconds }
      await deps.jobs.enqueue(deps.db, reconcilePayments, { follows: true }, later)
    }
    await reconcile(deps)
  })
}

/** Settles or ends every order left waiting, by the provider's word, and makes the refunds that were given up. */
export async function reconcile(deps: SettleDeps) {
  const limit = pLimit(atOnce)
  const now = deps.clock.now().getTime()
  const before = (age: number) => new Date(now - age)
  const waiting = await awaitingOrders(deps.db, before(graceMs), batch)
  const unmade = await refundsLeft(deps.db, before(refundTriesLastMs), batch)
  await Promise.all([
    ...waiting.map(({ id, createdAt }) =>
      limit(() => {
        const tooOld = now - createdAt.getTime() >= unpaidOrderLivesMs
        return apart(deps, { orderId: id }, () => reconcileOne(deps, id, tooOld))
      }),
    ),
    ...unmade.map(({ id }) =>
      limit(() => apart(deps, { refundId: id }, () => makeRefund(deps, id))),
    ),
  ])
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
    const { provider } = payment
    if (tooOld) await providerNamed(deps.payments, provider).cancelPayment(paymentId)
    await settlePayment(deps, { provider, paymentId })
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
