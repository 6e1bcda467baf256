import pLimit from 'p-limit'
import { z } from 'zod'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { awaitingOrders } from '#shop/orders/orders.store.server.ts'
import {
  cancelledPayments,
  findPayment,
  overdueRefunds,
} from '#shop/payments/payments.store.server.ts'
import { makeRefund } from '#shop/refunds/refund-payment.server.ts'
import { expireUnpaidOrder, type SettleDeps, settlePayment } from './settle-payment.server.ts'

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

/**
 * Looks again at payments that were ended: a company that cannot refuse money may have taken some since, and its webhook
 * may have been lost.
 */
const seekLateMoney = {
  name: 'seek-late-money',
  data: z.object({}),
  retryLimit: 0,
  schedule: '41 * * * *',
} satisfies Job

/** Longer than that after its beginning no bank brings a payment to its end, in ms. */
export const lateCaptureWindowMs = 24 * 60 * 60_000
/** Payments looked at in one run. */
const batch = 500

export function lateCapturesHandler(deps: SettleDeps): JobHandler {
  return handles(seekLateMoney, async () => {
    const since = new Date(deps.clock.now().getTime() - lateCaptureWindowMs)
    const items = await cancelledPayments(deps.db, since, batch)
    await eachApart(deps.log, { items, named: 'paymentId' }, ({ provider, paymentId }) =>
      settlePayment(deps, { provider, paymentId }),
    )
  })
}

/** A company that answers slowly is asked about so many at once. */
const atOnce = 8

/** Does the work for each. One that its company chokes on is logged, and does not keep the others waiting. */
async function eachApart<Item extends { id: string }>(
  log: Log,
  { items, named }: { items: readonly Item[]; named: 'orderId' | 'refundId' | 'paymentId' },
  work: (item: Item) => Promise<unknown>,
) {
  const limit = pLimit(atOnce)
  async function one(item: Item) {
    try {
      await work(item)
    } catch (error) {
      log.error({ err: error, [named]: item.id }, 'a payment could not be reconciled')
    }
  }
  await Promise.all(items.map((item) => limit(() => one(item))))
}
