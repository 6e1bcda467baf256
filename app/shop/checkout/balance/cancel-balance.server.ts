import type { AppContext } from '#app/context.server.ts'
import {
  lockBalance,
  type ProviderPaymentRow,
  updatePayment,
} from '#shop/orders/money/payments.store.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { settlePayment } from '../settle/settle-payment.server.ts'

/**
 * Cancels a started payment after the checkout at its provider, and here. If it was paid after all, what it buys is done.
 *
 * @throws AppError unavailable when the provider does not respond
 */
export async function cancelBalance(
  deps: AppContext,
  { id, provider, providerId: paymentId }: ProviderPaymentRow,
) {
  if (paymentId) {
    await getProvider(deps.payments, provider).cancelPayment(paymentId)
    await settlePayment(deps, { provider, paymentId })
    return
  }
  // The provider was never called, or its response was lost: nobody has the secret to pay.
  await deps.db.transaction(async (tx) => {
    const locked = await lockBalance(tx, id)
    if (locked?.payment.status !== 'started' || locked.payment.providerId) return
    await updatePayment(tx, id, { status: 'cancelled', updatedAt: deps.clock.now() })
  })
}
