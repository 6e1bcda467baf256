import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { markPaid } from '#shop/orders/money/ledger.store.server.ts'
import { type LockedBalance, updatePayment } from '#shop/orders/money/payments.store.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { acceptQuote } from '#shop/orders/quotes/answer-quote.server.ts'
import { quoteOfPayment } from '#shop/orders/quotes/quote-payment.server.ts'
import { quoteStatusAt } from '#shop/orders/quotes/quote-status.ts'
import { lockQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import { requestRefund } from '#shop/orders/refunds/refund-payment.server.ts'
import type { ProviderPayment } from '#shop/payments/payment-provider.ts'
import type { balanceRefundedMail } from './balance-refunded-mail.server.ts'

/**
 * Stores where the payment of a quote stands, and accepts the quote once it is paid. If it can no longer be accepted, the
 * money goes back.
 *
 * @returns 'placed' if the quote is accepted, 'expired' if it was not paid or the money goes back
 */
export async function settleBalance(
  deps: AppContext,
  tx: Database,
  { order, payment }: LockedBalance,
  reported: ProviderPayment,
): Promise<Order['state']> {
  if (payment.status === 'succeeded') return isAccepted(tx, payment)
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
  if (isAgreed && (await acceptPaidQuote(deps, tx, payment))) return 'placed'
  await requestRefund(deps, tx, payment, {
    key: `unexpected-${payment.id}`,
    paise,
    reason: 'Paid for a quote that was closed, or whose slot was full by then',
  })
  const about = { orderId: order.id, amountPaise: paise }
  await queueMail<typeof balanceRefundedMail>(deps, tx, 'balance-refunded', payment.id, about)
  return 'expired'
}

async function isAccepted(tx: Database, payment: LockedBalance['payment']) {
  const locked = await lockQuote(tx, quoteOfPayment(payment))
  return locked?.quote.status === 'accepted' ? 'placed' : 'expired'
}

/** In a transaction of its own: what it began is undone if the slot has no room. */
async function acceptPaidQuote(
  deps: AppContext,
  tx: Database,
  payment: LockedBalance['payment'],
): Promise<boolean> {
  try {
    return await tx.transaction(async (inner) => {
      const locked = await lockQuote(inner, quoteOfPayment(payment))
      const now = deps.clock.now()
      const itemStatus = locked?.item.status
      if (!locked || !itemStatus) return false
      if (quoteStatusAt(locked.quote, { itemStatus, now }) !== 'open') return false
      await acceptQuote(deps, inner, locked, 'link')
      return true
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}
