import type { Database } from '#platform/database/database.server.ts'
import { lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { findPayment, setPaymentStatus } from '#shop/payments/payments.store.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/**
 * Ends an order that waits for its payment: first at its company, whose word counts, so that one which was paid after all
 * is placed.
 *
 * @throws AppError unavailable when the company does not answer
 */
export async function expireUnpaidOrder(deps: SettleDeps, orderId: string) {
  const payment = await findPayment(deps.db, orderId)
  const paymentId = payment?.providerPaymentId
  if (paymentId) {
    const { provider } = payment
    await getProvider(deps.payments, provider).cancelPayment(paymentId)
    await settlePayment(deps, { provider, paymentId })
  } else if (payment) {
    await deps.db.transaction((tx) => expireUnbegun(tx, orderId, deps.clock.now()))
  }
}

/** The company was never asked, or its answer never arrived: nobody holds the secret to pay it. */
async function expireUnbegun(tx: Database, orderId: string, now: Date) {
  const order = await lockOrder(tx, orderId)
  const payment = await findPayment(tx, orderId)
  if (order?.state !== 'awaiting_payment' || !payment || payment.providerPaymentId) return
  await markExpired(tx, orderId)
  await setPaymentStatus(tx, payment.id, 'cancelled', now)
}
