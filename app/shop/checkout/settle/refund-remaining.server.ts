import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { addRefunded, lockOrder } from '#shop/orders/orders.store.server.ts'
import { findPayment } from '#shop/payments/payments.store.server.ts'
import { requestRefund } from '#shop/payments/refund-payment.server.ts'
import type { Paise } from '#shop/values/money.ts'

/**
 * Has the card company give back what is left of an order's card payment, with the caller's change or not at all.
 *
 * @returns what is given back; 0 when nothing was paid by card or all of it is back already
 */
export async function refundRemaining(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  orderId: string,
  reason: string,
): Promise<Paise> {
  const order = await lockOrder(tx, orderId)
  const payment = await findPayment(tx, orderId)
  const amountPaise = order ? order.cardPaise - order.refundedPaise : 0
  if (payment?.status !== 'succeeded' || amountPaise === 0) return 0
  await addRefunded(tx, orderId, amountPaise)
  await requestRefund(deps, tx, {
    paymentId: payment.id,
    key: `rest-${payment.id}`,
    amountPaise,
    reason,
  })
  return amountPaise
}
