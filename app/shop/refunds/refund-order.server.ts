import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { checkRefundLimit, type RefundLimit } from '#shop/orders/cancel/refund-limit.server.ts'
import { refundArrives } from '#shop/orders/order-money.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import {
  findPayment,
  findRefundByKey,
  lockRefundKey,
  type RefundRow,
} from '#shop/payments/payments.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { orderRefundedMail } from './refund-mails.server.tsx'
import { requestRefund } from './request-refund.server.ts'

export interface Refund {
  orderId: string
  amountPaise: Paise
  /** Why, in the baker's words. */
  reason: string
  /** From the page: the same key again is the same refund. */
  key: string
}

/**
 * Refunds a part of an order's card payment, or all that remains, and mails the customer. The same refund again changes
 * nothing and returns the same message.
 *
 * @throws AppError not_found; conflict when there is not so much left, nothing was paid by card, the payment is disputed, or
 *   the key was used for another refund; forbidden beyond a manager's limit
 */
export async function refundOrder(
  deps: { db: Database; jobs: Jobs; clock: Clock } & RefundLimit,
  { caller, refund }: { caller: Caller; refund: Refund },
): Promise<string> {
  const { orderId, amountPaise } = refund
  await deps.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const payment = await findPayment(tx, orderId)
    if (payment?.status !== 'succeeded') {
      throw new AppError('conflict', 'Nothing in this order was paid by card.')
    }
    const request = { ...refund, key: `admin-${refund.key}`, paymentId: payment.id }
    // Two orders' refunds may come under one key at once; the order's own lock does not keep them apart.
    await lockRefundKey(tx, request.key)
    const earlier = await findRefundByKey(tx, request.key)
    if (earlier) return requireSameRefund(earlier, request)
    await requestRefund(deps, tx, { ...request, order, creditReason: 'Refunded by the shop' })
    checkRefundLimit(deps, caller, order.refundedPaise + amountPaise)
    await recordAudit(tx, {
      at: deps.clock.now(),
      by: caller,
      action: 'refund-order',
      subject: 'order',
      subjectId: orderId,
      before: { refundedPaise: order.refundedPaise },
      after: {
        refundedPaise: order.refundedPaise + amountPaise,
        amountPaise,
        reason: refund.reason,
      },
    })
    await queueMail(deps, tx, orderRefundedMail, { orderId, amountPaise, key: refund.key })
  })
  return `${formatInr(amountPaise)} refunded. ${refundArrives('the customer')}`
}

function requireSameRefund(
  earlier: RefundRow,
  requested: Pick<RefundRow, 'paymentId' | 'amountPaise' | 'reason'>,
) {
  const same =
    earlier.paymentId === requested.paymentId &&
    earlier.amountPaise === requested.amountPaise &&
    earlier.reason === requested.reason
  if (!same)
    throw new AppError(
      'conflict',
      'This refund was already made with another amount or reason. Please check the refunds of this order.',
    )
}
