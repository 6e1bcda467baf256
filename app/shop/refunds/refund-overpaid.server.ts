import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hasBlockingDispute } from '#shop/orders/disputes/disputes.store.server.ts'
import { withPayment } from '#shop/orders/money/ledger.store.server.ts'
import { leftOfPayment, overpaidPaise } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Paise } from '#shop/values/money.ts'
import { requestRefund } from './refund-payment.server.ts'

export interface Refunded {
  order: Order
  /** 0 if nothing was overpaid. */
  refundedPaise: Paise
}

/**
 * Gives back what was paid online and is no longer charged, after charges were added. What is still due is lowered first;
 * what was taken in cash or by UPI is given back by staff.
 *
 * @param cause `event` identifies the cause and is unique; `reason` is for the shop's own records
 * @throws AppError conflict while a dispute forbids refunds
 */
export async function refundOverpaid(
  context: AppContext,
  tx: Database,
  order: Order,
  cause: { event: string; reason: string },
): Promise<Refunded> {
  const refundedPaise = overpaidPaise(order)
  return {
    order: await refundOnline(context, tx, order, { ...cause, paise: refundedPaise }),
    refundedPaise,
  }
}

/**
 * Refunds exactly this amount of what was paid online, the newest payment first.
 *
 * @throws AppError conflict while a dispute forbids refunds
 */
export async function refundOnline(
  context: AppContext,
  tx: Database,
  order: Order,
  { paise: allPaise, event, reason }: { paise: Paise; event: string; reason: string },
): Promise<Order> {
  let refunded = order
  let rest = allPaise
  for (const payment of order.payments.toReversed()) {
    const paise = Math.min(rest, leftOfPayment(order, payment))
    if (paise <= 0) continue
    if (await hasBlockingDispute(tx, payment.id)) throw disputed()
    const key = rest === allPaise ? event : `${event}-${payment.id}`
    const refund = await requestRefund(context, tx, payment, { paise, key, reason })
    refunded = withPayment(refunded, refund)
    rest -= paise
  }
  if (rest > 0) throw new RangeError('more is refunded than was paid online')
  return refunded
}

/** Providers do not refund a disputed payment: otherwise both the bank and the shop would pay the customer. */
function disputed(): AppError {
  return new AppError(
    'conflict',
    'The customer’s bank disputes this payment, so it cannot be refunded. The bank decides who gets the money.',
  )
}
