import pLimit from 'p-limit'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { dayMs, hourMs } from '#platform/clock.ts'
import { handles, type Job, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import type { Log } from '#platform/log.server.ts'
import { releaseLapsedPlaces } from '#shop/delivery/places.server.ts'
import { payUntil } from '#shop/orders/money/ledger.ts'
import {
  cancelledPayments,
  overdueRefunds,
  type ProviderPaymentRow,
  startedPayments,
} from '#shop/orders/money/payments.store.server.ts'
import { tellSoldOut } from '#shop/orders/sold/take-pieces.server.ts'
import { makeRefund } from '#shop/refunds/refund-payment.server.ts'
import { settlePayment } from './settle-payment.server.ts'
import { cancelPayment } from './start-payment.server.ts'

/** Settles payments whose browser's return and webhook are missing, and makes refunds whose own job has given up. */
const reconcilePayments = {
  name: 'reconcile-payments',
  data: z.object({ isFollowUp: z.boolean().default(false) }),
  retryLimit: 0,
  schedule: '* * * * *',
} satisfies Job

/** Settles payments captured after their cancellation if the webhook was lost too. */
const reconcileLateCaptures = scheduledJob('reconcile-late-captures', '41 * * * *')

/** Younger payments are left to the browser and the webhook, in ms. */
const graceMs = 10_000
/** A refund's own job has given up after this time, in ms. */
export const refundRetriesMs = 4 * hourMs
/** No provider captures a payment later than this after its start, in ms: they ask the banks for up to five days. */
export const lateCaptureWindowMs = 5 * dayMs
/** Payments, and refunds, of one run. */
const batchSize = 200
/** More payments than a shop has that are open. */
const maxStarted = 10_000
const lateCaptureBatchSize = 500
/** Further runs after each minute's run, in seconds: a schedule cannot be closer than a minute. */
const followUpSeconds = [15, 30, 45]
/** Concurrent requests to a slow provider. */
const concurrency = 8

export function reconcilePaymentsHandler(shop: AppContext): JobHandler {
  let isRunning = false
  let lastRun: Date | undefined
  return handles(reconcilePayments, async ({ isFollowUp }) => {
    // A run takes long while a provider is unavailable. Other runs in that time would find the same payments.
    if (isRunning) return
    isRunning = true
    try {
      for (const startAfterSeconds of isFollowUp ? [] : followUpSeconds) {
        const options = { startAfterSeconds }
        await shop.jobs.enqueue(shop.db, reconcilePayments, { isFollowUp: true }, options)
      }
      const now = shop.clock.now()
      await reconcile(shop, lastRun)
      lastRun = now
    } finally {
      isRunning = false
    }
  })
}

export function lateCapturesHandler(shop: AppContext): JobHandler {
  return handles(reconcileLateCaptures, async () => {
    const since = new Date(shop.clock.now().getTime() - lateCaptureWindowMs)
    const payments = await cancelledPayments(shop.db, since, lateCaptureBatchSize)
    await forEach(shop.log, payments, 'paymentId', (payment) => settleStarted(shop, payment))
  })
}

/**
 * How often the provider was to be asked about a payment by a moment, in ms: whenever it is a quarter older, and at the
 * end of its life. Who leaves a payment rarely comes back to it.
 */
function questionsBy(payment: Pick<ProviderPaymentRow, 'createdAt' | 'until'>, at: number): number {
  const ageMs = at - payment.createdAt.getTime()
  if (ageMs < graceMs) return 0
  const asked = 1 + Math.floor(Math.log(ageMs / graceMs) / Math.log(1.25))
  return at < payUntil(payment).getTime() ? asked : asked + 1
}

/**
 * Settles or cancels the started payments that are to be asked about since the last run, or all of them in a process's
 * first, and makes overdue refunds. What they took or gave back of places and pieces is told.
 */
export async function reconcile(shop: AppContext, lastRun?: Date) {
  await releaseLapsedPlaces(shop.db, shop.clock.now())
  const now = shop.clock.now().getTime()
  const asked = (payment: ProviderPaymentRow) =>
    lastRun ? questionsBy(payment, lastRun.getTime()) : 0
  const started = await startedPayments(shop.db, new Date(now - graceMs), maxStarted)
  const payments = started
    .filter((payment) => questionsBy(payment, now) > asked(payment))
    .slice(0, batchSize)
  const refunds = await overdueRefunds(shop.db, new Date(now - refundRetriesMs), batchSize)
  await Promise.all([
    forEach(shop.log, payments, 'paymentId', (payment) =>
      now >= payUntil(payment).getTime()
        ? cancelPayment(shop, payment)
        : settleStarted(shop, payment),
    ),
    forEach(shop.log, refunds, 'refundId', ({ id }) => makeRefund(shop, id)),
  ])
  await tellSoldOut(shop)
}

async function settleStarted(
  shop: AppContext,
  { provider, providerId: paymentId }: ProviderPaymentRow,
) {
  if (paymentId) await settlePayment(shop, { provider, paymentId })
}

/** A failing item is logged and does not stop the others. */
async function forEach<Item extends { id: string }>(
  log: Log,
  items: readonly Item[],
  idName: 'refundId' | 'paymentId',
  work: (item: Item) => Promise<unknown>,
) {
  const limit = pLimit(concurrency)
  async function workSafely(item: Item) {
    try {
      await work(item)
    } catch (error) {
      log.error({ err: error, [idName]: item.id }, 'a payment could not be reconciled')
    }
  }
  await Promise.all(items.map((item) => limit(() => workSafely(item))))
}
