import type { Caller } from '#platform/http/caller.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { notYours } from '#shop/orders/view-orders.server.ts'
import { providerNamed } from '#shop/payments/payment-provider.ts'
import { findPayment } from '#shop/payments/payments.store.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/**
 * The browser is back from the card company: asks the company, not the browser, where the payment stands.
 *
 * @throws AppError forbidden for another's order, or none; malformed when what it brings back is not the company's
 */
export async function confirmPayment(
  deps: SettleDeps,
  {
    caller,
    orderId,
    brought,
  }: { caller: Caller; orderId: string; brought?: Record<string, string> },
) {
  const order = await findOrder(deps.db, orderId)
  if (!order || order.userId !== caller.id) throw notYours()
  const payment = await findPayment(deps.db, orderId)
  const paymentId = payment?.providerPaymentId
  if (!paymentId || order.state === 'placed') return { state: order.state, number: order.number }
  const { provider } = payment
  if (brought) providerNamed(deps.payments, provider).verifyReturn(paymentId, brought)
  const settled = await settlePayment(deps, { provider, paymentId })
  return { state: settled?.state ?? order.state, number: order.number }
}
