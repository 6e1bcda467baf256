import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { checkRefundLimit } from '../cancel/refund-limit.server.ts'
import { addCharges } from '../money/ledger.store.server.ts'
import { leftOnlinePaise, paidOnlinePaise, refundedPaise, takeOffOnline } from '../money/ledger.ts'
import { refundArrives, refundError } from '../money/order-money.ts'
import { findPaymentByKey, lockPaymentKey } from '../money/payments.store.server.ts'
import type { OrderPayment } from '../order.ts'
import { lockPlacedOrder } from '../orders.store.server.ts'
import { printCharges } from '../papers/print-charges.server.ts'
import type { orderRefundedMail } from './refund-mails.server.ts'
import { refundOverpaid } from './refund-overpaid.server.ts'

export interface Refund {
  orderId: string
  amountPaise: Paise
  reason: string
  /** Created by the page: the same key again is the same refund. */
  key: string
}

/**
 * Refunds a part of an order's card payment, or the rest, and mails the customer. The same refund again changes nothing
 * and returns the same message.
 *
 * @throws AppError not_found; conflict when not enough is left, nothing was paid by card, the payment is disputed, or
 *   the key was used for another refund; forbidden beyond a manager's limit
 */
export async function refundOrder(
  context: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'shop'>,
  { caller, refund }: { caller: Caller; refund: Refund },
): Promise<string> {
  const { orderId, amountPaise, reason } = refund
  const event = refund.key
  await context.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    if (paidOnlinePaise(order) === 0) {
      throw new AppError('conflict', 'Nothing in this order was paid by card.')
    }
    // Refunds of two orders may use one key at the same time; the order's lock does not separate them.
    await lockPaymentKey(tx, event)
    const earlier = await findPaymentByKey(tx, event)
    if (earlier) return requireSameRefund(earlier, refund)
    const error = refundError(amountPaise, leftOnlinePaise(order))
    if (error) throw fieldError('conflict', 'amount', error)
    const before = refundedPaise(order)
    checkRefundLimit(context, caller, before + amountPaise)
    const now = context.clock.now()
    const charged = await addCharges(tx, order, {
      charges: takeOffOnline(order, amountPaise),
      cause: 'goodwill',
      event,
      reason: 'Refunded by the shop',
      now,
    })
    const refunded = await refundOverpaid(context, tx, charged, { event, reason })
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'refund-order',
      subject: 'order',
      subjectId: orderId,
      before: { refundedPaise: before },
      after: { refundedPaise: before + amountPaise, amountPaise, reason },
    })
    await queueMail<typeof orderRefundedMail>(context, tx, 'order-refunded', refund.key, {
      orderId,
      amountPaise,
      key: refund.key,
    })
    await printCharges(context, tx, refunded.order, now)
  })
  return `${formatInr(amountPaise)} refunded. ${refundArrives('the customer')}`
}

function requireSameRefund(earlier: OrderPayment, { orderId, amountPaise, reason }: Refund) {
  const same =
    earlier.orderId === orderId && earlier.paise === -amountPaise && earlier.reason === reason
  if (!same) {
    throw new AppError(
      'conflict',
      'This refund was already made with another amount or reason. Please check the refunds of this order.',
    )
  }
}
