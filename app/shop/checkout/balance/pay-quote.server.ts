import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { changePaidOrder } from '#shop/orders/change/change-order.server.ts'
import { type BoughtChange, isForChange, isForQuote } from '#shop/orders/money/bought.ts'
import { openBalance } from '#shop/orders/money/open-balance.server.ts'
import { paymentByLink, payUntil } from '#shop/orders/money/unpaid.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { noSuchLink, requireOpen } from '#shop/orders/quotes/answer-quote.server.ts'
import { quotePayment } from '#shop/orders/quotes/quote-payment.server.ts'
import { findQuote, lockQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import { requireQuotedRoom } from '#shop/orders/quotes/take-quoted-work.server.ts'
import type { StartedCheckout } from '../checkout.endpoints.ts'
import { confirmBalance, payBalance } from './pay-balance.server.ts'

interface PayQuote {
  quoteId: string
  paymentMethodId: string | null
  /** All that the hand-over would cost, where less is required. */
  all: boolean
}

/**
 * Starts the payment that accepts a quote, or continues the one that was started.
 *
 * @throws AppError not_found, conflict if the quote is closed, has no room, or nothing is paid for it; too_many
 */
export async function payQuote(
  deps: AppContext,
  { quoteId, paymentMethodId, all }: PayQuote,
): Promise<StartedCheckout> {
  await deps.limiter.attempt('pay-again', quoteId)
  const stored = await deps.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, quoteId)
    if (!locked) throw noSuchLink()
    const { order, quote } = locked
    const now = deps.clock.now()
    requireOpen(locked, now)
    await requireQuotedRoom(deps, tx, { ...locked, now })
    const { requiredPaise, allPaise } = await quotePayment(deps, tx, locked)
    const paise = all ? allPaise : requiredPaise
    if (paise === 0) throw new AppError('conflict', 'Nothing is to be paid now.')
    const payment = await openBalance(deps, tx, order, { paise, buys: { quoteId } })
    const until = new Date(Math.min(payUntil(payment).getTime(), quote.answerBy.getTime()))
    return { order, payment, until }
  })
  return payBalance(deps, { ...stored, paymentMethodId })
}

/**
 * Called when the browser returns from the provider.
 *
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError not_found; malformed if the provider did not sign the return
 */
export async function confirmQuotePayment(
  deps: AppContext,
  { quoteId, signedReturn }: { quoteId: string; signedReturn?: Record<string, string> },
): Promise<{ state: Order['state']; number: number }> {
  const quote = await findQuote(deps.db, quoteId)
  const order = quote && (await findOrder(deps.db, quote.orderId))
  if (!order) throw noSuchLink()
  const payment = order.payments.findLast(isForQuote(quoteId))
  const confirmed = await confirmBalance(deps, order, payment, signedReturn)
  const isOpen = confirmed.state === 'awaiting_payment'
  return isOpen && quote.status === 'accepted' ? { ...confirmed, state: 'placed' } : confirmed
}

/**
 * Starts the payment that an order or a change of it waits for, or continues the one that was started.
 *
 * @throws AppError conflict if none waits, or it can no longer be had; too_many
 */
export async function payByLink(
  deps: AppContext,
  by: { order: Order; paymentMethodId: string | null },
): Promise<StartedCheckout> {
  const { order } = by
  await deps.limiter.attempt('pay-again', order.id)
  const payment = paymentByLink(order)
  if (payment?.status !== 'started' || payUntil(payment) <= deps.clock.now())
    throw new AppError('conflict', 'Nothing is to be paid now.')
  if (isForChange(payment)) await requirePossible(deps, payment, payment.buys)
  return payBalance(deps, { ...by, payment, until: payUntil(payment) })
}

/**
 * Makes the change and undoes it.
 *
 * @throws AppError if it can no longer be had
 */
async function requirePossible(deps: AppContext, payment: OrderPayment, change: BoughtChange) {
  const undo = new Error('only tried')
  const tried = deps.db.transaction(async (tx) => {
    await changePaidOrder(deps, tx, payment, change)
    throw undo
  })
  await tried.catch((error: unknown) => {
    if (error !== undo) throw error
  })
}

/**
 * Called when the browser returns from the provider.
 *
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError malformed if the provider did not sign the return
 */
export function confirmByLink(
  deps: AppContext,
  order: Order,
  signedReturn?: Record<string, string>,
) {
  return confirmBalance(deps, order, paymentByLink(order), signedReturn)
}
