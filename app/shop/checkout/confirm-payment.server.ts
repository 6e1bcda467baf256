import type { Caller } from '#platform/http/caller.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { notYours } from '#shop/orders/view-orders.server.ts'
import { findPayment } from '#shop/payments/payments.store.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/**
 * The browser is back from the card company: asks the company, not the browser, where the payment stands.
 *
 * @throws AppError forbidden for another's order, or none
 */
export async function confirmPayment(
  deps: SettleDeps,
  { caller, orderId }: { caller: Caller; orderId: string },
) {
  const order = await findOrder(deps.db, orderId)
  if (!order || order.userId !== caller.id) throw notYours()
  const payment = await findPayment(deps.db, orderId)
  const settled = payment?.providerPaymentId
    ? await settlePayment(deps, { paymentId: payment.providerPaymentId })
    : null
  return { state: settled?.state ?? order.state, number: order.number }
}
