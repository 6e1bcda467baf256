import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { changePaidOrder } from '#shop/orders/change/change-order.server.ts'
import { isForChange } from '#shop/orders/money/bought.ts'
import { markPaid } from '#shop/orders/money/ledger.store.server.ts'
import { findPaymentByKey, updatePayment } from '#shop/orders/money/payments.store.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { acceptQuote, noSuchLink, requireOpen } from '#shop/orders/quotes/answer-quote.server.ts'
import { lockQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import { requestRefund, unexpectedKey } from '#shop/orders/refunds/refund-payment.server.ts'
import type { ProviderPayment } from '#shop/payments/payment-provider.ts'
import type { LockedPayment } from '../checkout.store.server.ts'
import type { balanceRefundedMail } from './balance-refunded-mail.server.ts'

/**
 * Stores where a payment after the checkout stands, and does what it buys once it is paid. If that can no longer be had,
 * the money goes back.
 *
 * @returns 'placed' if it is bought, 'expired' if it was not paid or the money goes back
 */
export async function settleBalance(
  deps: AppContext,
  tx: Database,
  { order, payment }: LockedPayment,
  reported: ProviderPayment,
): Promise<Order['state']> {
  const refundKey = unexpectedKey(payment.id)
  if (payment.status === 'succeeded')
    return (await findPaymentByKey(tx, refundKey)) ? 'expired' : 'placed'
  const { id: providerId, status, amountPaise: paise, feePaise } = reported
  const updatedAt = deps.clock.now()
  if (status !== 'succeeded') {
    const next = status === 'cancelled' ? status : payment.status
    if (next === 'cancelled' || next === 'started')
      await updatePayment(tx, payment.id, { status: next, providerId, updatedAt })
    return next === 'started' ? 'awaiting_payment' : 'expired'
  }
  await markPaid(tx, { id: payment.id, paise, providerId, feePaise }, updatedAt)
  const isAgreed = paise === payment.paise && reported.currency === payment.currency
  if (isAgreed && (await isBought(deps, tx, payment))) return 'placed'
  await requestRefund(deps, tx, payment, {
    key: refundKey,
    paise,
    reason: 'Paid for a quote or a change that could no longer be had',
  })
  const about = { orderId: order.id, amountPaise: paise, isChange: isForChange(payment) }
  await queueMail<typeof balanceRefundedMail>(deps, tx, 'balance-refunded', payment.id, about)
  return 'expired'
}

/** In a transaction of its own: what it began is undone if it cannot be had. */
async function isBought(
  deps: AppContext,
  tx: Database,
  payment: LockedPayment['payment'],
): Promise<boolean> {
  try {
    await tx.transaction((inner) => buy(deps, inner, payment))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return false
    throw error
  }
}

/** @throws AppError if it can no longer be had */
async function buy(deps: AppContext, tx: Database, payment: LockedPayment['payment']) {
  const { buys } = payment
  if (!buys) throw new AppError('conflict', 'It buys nothing.')
  if ('changes' in buys) return changePaidOrder(deps, tx, payment, buys)
  const locked = await lockQuote(tx, buys.quoteId)
  if (!locked) throw noSuchLink()
  requireOpen(locked, deps.clock.now())
  await acceptQuote(deps, tx, locked, 'link')
}
