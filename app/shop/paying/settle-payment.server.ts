import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { classifyDatabaseError } from '#platform/database/database-errors.server.ts'
import { makeChanges } from '#platform/database/query-parts.server.ts'
import { annotateCall } from '#platform/log.server.ts'
import { type Actor, auditEntries } from '#shop/audit-log/audit-log.store.server.ts'
import { changePaidOrder } from '#shop/changes/change-order.server.ts'
import { keepOrderPlace } from '#shop/delivery/places.server.ts'
import { queueRecipientAwaitsMail } from '#shop/handling/mails/move-mails.server.tsx'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  addOnlinePayment,
  addPaid,
  type Capture,
  capturePayment,
  withCapture,
} from '#shop/orders/money/ledger.store.server.ts'
import { leftOnlinePaise, type ReturnReason } from '#shop/orders/money/ledger.ts'
import {
  insertPaymentEvent,
  type LockedPayment,
  lockPayment,
  storeSettledEvent,
  updatePayment,
} from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { customerActor, findOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import { getProvider, type ProviderPayment } from '#shop/payments/payment-provider.ts'
import { acceptPaidQuote } from '#shop/quotes/answer-quote.server.ts'
import { requestRefund } from '#shop/refunds/refund-payment.server.ts'

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

const reasons: Record<ReturnReason, string> = {
  'slot-gone':
    'Paid after the hold of its delivery slot had lapsed, and the slot could not be had any more',
  'not-had': 'Paid for what could no longer be had, or another amount',
  second: 'The customer paid more than once',
}

/** Refunds all of a payment at once, and mails who is to know. */
async function returnPayment(
  shop: AppContext,
  tx: Database,
  { order, payment }: LockedPayment,
  captured: Capture & { returned: ReturnReason },
) {
  const { paise, returned } = captured
  const kind = payment.buys?.kind ?? 'order'
  await makeChanges(tx, capturePayment(tx, order.id, captured, { now: shop.clock.now() }))
  const wasAwaited = kind === 'order' && order.state === 'awaiting_payment'
  if (wasAwaited) await markExpired(tx, order.id)
  await requestRefund(shop, tx, payment, {
    key: `returned-${payment.id}`,
    paise,
    reason: reasons[returned],
  })
  if (returned === 'slot-gone') {
    const about = { orderId: order.id }
    await queueMail(shop, tx, 'slot-gone', order.id, about)
    return
  }
  const about = { orderId: order.id, amountPaise: paise, kind }
  await queueMail(shop, tx, 'balance-refunded', payment.id, about)
  const event = kind === 'order' ? `${order.number}` : payment.id
  await queueMail(shop, tx, 'unexpected-payment', event, {
    orderNumber: order.number,
    receivedPaise: paise,
    agreedPaise: payment.paise,
    kind,
  })
}

/** Money that came more than once is stored and refunded, each time by an id of its own. Mails the shop. */
async function refundSecondCaptures(
  shop: AppContext,
  tx: Database,
  { order: { id: orderId, number: orderNumber }, payment }: LockedPayment,
  { captures = [] }: ProviderPayment,
) {
  if (captures.length < 2) return
  const stored = (await findOrder(tx, orderId))?.payments ?? []
  const unknown = captures.filter(({ id }) => !stored.some(({ providerId }) => providerId === id))
  const ofIt = stored.filter(
    ({ id, providerId }) => id === payment.id || captures.some((one) => one.id === providerId),
  )
  const isOfIt = (rowId: string | null) => ofIt.some(({ id }) => id === rowId)
  const payments = stored.filter((row) => isOfIt(row.id) || isOfIt(row.paymentId))
  const atProvider = captures.reduce((sum, one) => sum + one.amountPaise - one.refundedPaise, 0)
  let tooMuchPaise = atProvider - leftOnlinePaise({ payments })
  // The first is what the order counts.
  for (const { id: providerId, amountPaise } of unknown.slice(1)) {
    // The owner may have refunded one of them by hand.
    if (amountPaise > tooMuchPaise) continue
    tooMuchPaise -= amountPaise
    const second = await addOnlinePayment(tx, orderId, {
      paise: amountPaise,
      cause: 'online',
      returned: 'second',
      status: 'succeeded',
      provider: payment.provider,
      providerId,
      key: `second-${providerId}`,
      reason: 'Came more than once',
      by: 'provider',
      now: shop.clock.now(),
    })
    await requestRefund(shop, tx, second, {
      key: `returned-${second.id}`,
      paise: amountPaise,
      reason: reasons.second,
    })
    const event = `second-${second.id}`
    await queueMail(shop, tx, 'unexpected-payment', event, {
      orderNumber,
      receivedPaise: amountPaise,
      agreedPaise: payment.paise,
      kind: 'second',
    })
  }
}
