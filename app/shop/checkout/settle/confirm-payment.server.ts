import type { Caller } from '#platform/http/caller.ts'
import { notYours } from '#shop/orders/view-orders.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { findCustomersCheckout } from '../checkout.store.server.ts'
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
  const order = await findCustomersCheckout(deps.db, caller.id, orderId)
  if (!order) throw notYours()
  const { state, number, payment } = order
  const paymentId = payment?.providerPaymentId
  if (!paymentId || state === 'placed') return { state, number }
  const { provider } = payment
  if (brought) getProvider(deps.payments, provider).verifyReturn(paymentId, brought)
  const settled = await settlePayment(deps, { provider, paymentId })
  return { state: settled?.state ?? state, number }
}
