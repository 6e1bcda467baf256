import { z } from 'zod'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { awaitingOrders } from '#shop/orders/orders.store.server.ts'
import { findPayment, overdueRefunds } from '#shop/payments/payments.store.server.ts'
import { makeRefund } from '#shop/payments/refund-payment.server.ts'
import { eachApart } from './each-apart.server.ts'
import { expireUnpaidOrder } from './expire-unpaid-order.server.ts'
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
export const unpaidOrderLifetimeMs = 60 * 60_000
/** The refund's own job has stopped trying after this long, in ms. */
export const refundRetriesMs = 4 * 60 * 60_000
/** Orders, and refunds, looked at in one run; the rest wait for the next. */
const batch = 200
/** Each minute's run is followed by others after so many seconds: a schedule cannot be closer than a minute. */
const followAfterSeconds = [15, 30, 45]

export function reconcilePaymentsHandler(deps: SettleDeps): JobHandler {
  let isRunning = false
  return handles(reconcilePayments, async ({ follows }) => {
    // A run takes long while a company is away. What came due meanwhile is waiting at once, and would ask the same.
    if (isRunning) return
    isRunning = true
    try {
      for (const startAfterSeconds of follows ? [] : followAfterSeconds) {
        const later = { startAfterSeconds }
        await deps.jobs.enqueue(deps.db, reconcilePayments, { follows: true }, later)
      }
      await reconcile(deps)
    } finally {
      isRunning = false
    }
  })
}

/** Settles or ends every order left waiting, by the provider's word, and makes the refunds that were given up. */
export async function reconcile(deps: SettleDeps) {
  const now = deps.clock.now().getTime()
  const before = (age: number) => new Date(now - age)
  const waiting = await awaitingOrders(deps.db, before(graceMs), batch)
  const unmade = await overdueRefunds(deps.db, before(refundRetriesMs), batch)
  await Promise.all([
    eachApart(deps.log, { items: waiting, named: 'orderId' }, ({ id, createdAt }) =>
      reconcileOne(deps, id, now - createdAt.getTime() >= unpaidOrderLifetimeMs),
    ),
    eachApart(deps.log, { items: unmade, named: 'refundId' }, ({ id }) => makeRefund(deps, id)),
  ])
}

async function reconcileOne(deps: SettleDeps, orderId: string, tooOld: boolean) {
  if (tooOld) return expireUnpaidOrder(deps, orderId)
  const payment = await findPayment(deps.db, orderId)
  const paymentId = payment?.providerPaymentId
  if (paymentId) await settlePayment(deps, { provider: payment.provider, paymentId })
}
