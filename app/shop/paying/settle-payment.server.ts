import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { type Database, makeChanges } from '#platform/database/database.server.ts'
import { classifyDatabaseError } from '#platform/database/database-errors.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { handles, type JobHandler } from '#platform/jobs/job.server.ts'
import { annotateCall } from '#platform/log.server.ts'
import { type Actor, auditEntries } from '#shop/audit-log/audit-log.store.server.ts'
import { changePaidOrder } from '#shop/changes/change-order.server.ts'
import { keepOrderPlace } from '#shop/delivery/places.server.ts'
import { queueRecipientAwaitsMail } from '#shop/handling/mails/move-mails.server.tsx'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  addPaid,
  type Capture,
  capturePayment,
  withCapture,
} from '#shop/orders/money/ledger.store.server.ts'
import { ownUpi, type ReturnReason } from '#shop/orders/money/ledger.ts'
import {
  insertPaymentEvent,
  type LockedPayment,
  lockPayment,
  storeSettledEvent,
  updatePayment,
} from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { customerActor, markExpired } from '#shop/orders/orders.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import {
  getProvider,
  type ProviderPayment,
  settleEventJob,
} from '#shop/payments/payment-provider.ts'
import { acceptPaidQuote } from '#shop/quotes/answer-quote.server.ts'
import { updateRefund } from '#shop/refunds/refund-payment.server.ts'
import { refundSecondCaptures, returnPayment } from './give-back-payment.server.ts'
import { recordDispute } from './record-dispute.server.ts'

export type OrderState = Order['state']

/** 'placed' if what it buys is done, 'expired' if it was not paid or the money goes back. */
export function stateOf({
  status,
  returned,
}: Pick<OrderPayment, 'status' | 'returned'>): OrderState {
  if (status === 'started') return 'awaiting_payment'
  return status === 'succeeded' && !returned ? 'placed' : 'expired'
}

/**
 * Stores where a payment stands at its provider, and does what it buys once it has succeeded. If that cannot be had, for
 * whatever reason, all of it goes back. The browser's start and return, the webhook, the reconciler and the comparison with
 * the provider all call this, in any order and any number of times: a success is final.
 *
 * @param provider the name of the payment's provider
 * @param eventId the provider's id of the webhook event, stored once; none for the other callers
 * @returns its state afterwards, as `stateOf` says; null if the payment belongs to no order here
 */
export async function settlePayment(
  shop: AppContext,
  { provider, paymentId, eventId }: { provider: string; paymentId: string; eventId?: string },
): Promise<OrderState | null> {
  const now = shop.clock.now()
  const settled = eventId
    ? await storeSettledEvent(shop.db, { provider, paymentId, eventId, now })
    : null
  if (settled?.isFirst) return stateOf({ status: 'succeeded', ...settled })
  const reported = await getProvider(shop.payments, provider).getPayment(paymentId)
  const settle = (notHad: NotHad | null) =>
    shop.db.transaction(async (tx) => {
      const found = await lockReported(tx, provider, reported)
      if (!found) {
        shop.log.error({ paymentId, reference: reported.reference }, 'a payment of no order here')
        return null
      }
      annotateCall({ order: found.order.number, payment: found.payment.id })
      const state = await storeReported(shop, tx, found, { reported, notHad })
      await refundSecondCaptures(shop, tx, found, reported)
      if (eventId) {
        await insertPaymentEvent(tx, {
          paymentId: found.payment.id,
          provider,
          providerEventId: eventId,
          type: reported.status,
          receivedAt: now,
        })
      }
      return state
    })
  try {
    return await settle(null)
  } catch (error) {
    if (!(error instanceof NotHad)) throw error
    const { cause } = error
    if (cause && !(cause instanceof AppError))
      shop.log.error({ err: cause, paymentId }, 'what was paid for failed, so it is refunded')
    // All that was begun is undone, and another may have settled it meanwhile.
    return settle(error)
  }
}

/** What was paid for cannot be had. */
class NotHad extends Error {
  readonly reason: ReturnReason

  constructor(reason: ReturnReason, cause?: unknown) {
    super('what was paid for cannot be had', { cause })
    this.reason = reason
  }
}

const uuid = z.uuid()

/** Exactly this payment, with its order: the provider's account may take other payments, under any reference. */
async function lockReported(
  tx: Database,
  provider: string,
  { id, reference }: ProviderPayment,
): Promise<LockedPayment | null> {
  if (!uuid.safeParse(reference).success) return null
  const locked = await lockPayment(tx, reference)
  if (locked?.payment.provider !== provider) return null
  return (locked.payment.providerId ?? id) === id ? locked : null
}

/**
 * @param notHad why what it buys cannot be had, as an earlier try has shown
 * @throws NotHad
 */
async function storeReported(
  shop: AppContext,
  tx: Database,
  { order, payment }: LockedPayment,
  { reported, notHad }: { reported: ProviderPayment; notHad: NotHad | null },
): Promise<OrderState> {
  const { id: providerId, amountPaise: paise, feePaise } = reported
  const { id, status } = payment
  const updatedAt = shop.clock.now()
  const declined = reported.declined?.slice(0, 500)
  if (declined && declined !== payment.declined) {
    await updatePayment(tx, id, { declined, declinedAt: updatedAt, updatedAt })
  }
  if (reported.status === 'succeeded' && status !== 'succeeded') {
    const captured = { id, paise, providerId, feePaise }
    const isAgreed = paise === payment.paise && reported.currency === payment.currency
    if (notHad || !isAgreed) {
      const returned = notHad?.reason ?? 'not-had'
      await returnPayment(shop, tx, { order, payment }, { ...captured, returned })
      return 'expired'
    }
    await buy(shop, tx, { order, payment }, captured).catch(cannotBeHad)
    return 'placed'
  }
  if (reported.status === 'cancelled' && status === 'started') {
    await updatePayment(tx, id, { status: 'cancelled', providerId, updatedAt })
    if (payment.buys?.kind === 'order') await markExpired(tx, order.id)
    // Its time was over, and nobody has found it.
    if (payment.provider === ownUpi && payment.until)
      await queueMail(shop, tx, 'upi-not-found', id, { orderId: order.id, paymentId: id })
    return 'expired'
  }
  if (status === 'started' && !payment.providerId)
    await updatePayment(tx, id, { status, providerId, updatedAt })
  return stateOf(payment)
}

/** A database or service that is away for a moment may be asked again. */
function cannotBeHad(error: unknown): never {
  const isForNow =
    error instanceof AppError ? error.code === 'unavailable' : classifyDatabaseError(error) !== null
  throw isForNow || error instanceof NotHad ? error : new NotHad('not-had', error)
}

/** Does what a captured payment buys. */
async function buy(
  shop: AppContext,
  tx: Database,
  { order, payment }: LockedPayment,
  captured: Capture,
) {
  const { buys } = payment
  if (buys?.kind === 'order') {
    if (order.state !== 'awaiting_payment') throw new AppError('conflict', 'The order is over.')
    if (!(await keepOrderPlace(shop, tx, order))) throw new NotHad('slot-gone')
    return placeOrder(shop, tx, order, { by: customerActor(order), captured })
  }
  await makeChanges(tx, capturePayment(tx, order.id, captured, { now: shop.clock.now() }))
  if (buys?.kind === 'change') return changePaidOrder(shop, tx, payment, buys)
  if (buys?.kind === 'quote') return acceptPaidQuote(shop, tx, buys.quoteId)
  throw new Error(`payment ${payment.id} buys nothing`)
}

/**
 * Places an order, with the payment that was captured for it: queues its mails, records it in the audit log and issues
 * its invoice, in the caller's transaction.
 *
 * @param order locked, and not placed before
 */
export async function placeOrder(
  shop: AppContext,
  tx: Database,
  order: Order,
  { by, captured }: { by: Actor; captured?: Capture },
) {
  const { id: orderId } = order
  const now = shop.clock.now()
  const change = { state: 'placed' as const, placedAt: now }
  await queueMail(
    shop,
    tx,
    'order-placed',
    orderId,
    { orderId },
    {
      ...(captured
        ? capturePayment(tx, orderId, captured, { now, change })
        : { placed: addPaid(tx, orderId, 0, change) }),
      entry: auditEntries(tx, { at: now, by, action: 'place-order', orderId }),
    },
  )
  // A customised cake is not agreed yet.
  if (order.items.some(({ customize }) => !customize))
    await queueRecipientAwaitsMail(shop, tx, order)
  // Last, because it locks the counter of serials until the transaction ends.
  await printCharges(shop, tx, captured ? withCapture(order, captured) : order, now)
}

/** The webhooks of the payment providers, who sign them. */
export function receiveWebhooks(api: Api, shop: AppContext) {
  for (const provider of shop.payments.all) {
    const { name } = provider
    api.receive(`/payments/webhook/${name}`, async (body, headers) => {
      const { id, type, paymentId, refundId, dispute } = await provider.readWebhook(body, headers)
      if (type === 'payment' || type === 'refund')
        await settleEvent(shop, { provider: name, eventId: id, paymentId, refundId })
      if (dispute) await recordDispute(shop, { provider: name, paymentId, report: dispute })
    })
  }
}

type ReportedEvent = z.output<typeof settleEventJob.data>

/** Maximum time to a webhook's response, in ms: Razorpay counts it as failed after 5 seconds. */
const respondWithinMs = 4000

export function settleEventHandler(shop: AppContext): JobHandler {
  return handles(settleEventJob, (event) => settleReported(shop, event))
}

/**
 * Settles the payment or refund of a webhook. If that takes long, it continues in the background, and a job ensures
 * that it is done.
 *
 * @throws errors of settling within that time, so that the provider sends the webhook again
 */
export async function settleEvent(shop: AppContext, event: ReportedEvent, ms = respondWithinMs) {
  const settling = settleReported(shop, event).then(() => true)
  if (await Promise.race([settling, pause(ms, false, { ref: false })])) return
  settling.catch(() => {
    // The job logs the error and tries again.
  })
  await shop.db.transaction((tx) => shop.jobs.enqueue(tx, settleEventJob, event))
}

async function settleReported(shop: AppContext, { refundId, ...event }: ReportedEvent) {
  if (refundId === null) await settlePayment(shop, event)
  else await updateRefund(shop, { ...event, refundId })
}
