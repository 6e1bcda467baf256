import type { AppContext } from '#app/context.server.ts'
import {
  type ProviderPaymentRow,
  startedBalances,
  updatePayment,
} from '#shop/orders/money/payments.store.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { settlePayment, unpaidOrderLifetimeMs } from '../settle/settle-payment.server.ts'

/** Payments of one run; the others wait for the next. */
const batchSize = 200

/**
 * Settles payments of quotes whose browser's return and webhook are missing, and cancels those that nobody has paid in
 * the time of an order.
 */
export async function settleBalances(deps: AppContext) {
  for (const payment of await startedBalances(deps.db, deps.clock.now(), batchSize)) {
    try {
      await settleOrCancel(deps, payment)
    } catch (error) {
      // A failure must not block the others.
      deps.log.error({ err: error, paymentId: payment.id }, 'a payment could not be settled')
    }
  }
}

async function settleOrCancel(deps: AppContext, payment: ProviderPaymentRow) {
  const { id, provider, providerId: paymentId, createdAt } = payment
  const updatedAt = deps.clock.now()
  const isOver = updatedAt.getTime() - createdAt.getTime() >= unpaidOrderLifetimeMs
  if (paymentId) {
    if (isOver) await getProvider(deps.payments, provider).cancelPayment(paymentId)
    await settlePayment(deps, { provider, paymentId })
  } else if (isOver) await updatePayment(deps.db, id, { status: 'cancelled', updatedAt })
}
