import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { referenceOf, saveProviderId } from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import type { StartedCheckout } from '../checkout.endpoints.ts'
import { settlePayment } from '../settle/settle-payment.server.ts'
import { startAtProvider } from '../start/start-at-provider.server.ts'

interface PayBalance {
  order: Order
  /** Stored before the provider is called, with its own id as the key. */
  payment: OrderPayment
  paymentMethodId: string | null
  /** Until when it can be paid. */
  until: Date
}

/**
 * Starts a payment that is paid by a link at its provider, or continues the one that was started.
 *
 * @throws AppError conflict if it was cancelled, or its order or what it buys can no longer be had
 */
export function payBalance(
  deps: AppContext,
  { order, payment, paymentMethodId, until }: PayBalance,
): Promise<StartedCheckout> {
  return startAtProvider(deps, {
    provider: payment.provider ?? '',
    reference: referenceOf(payment),
    startedId: payment.providerId,
    paymentMethodId,
    amountPaise: payment.paise,
    order,
    isPlaced: false,
    until,
    async save(startedId) {
      const savedId = await saveProviderId(deps.db, payment.id, startedId)
      if (savedId === null) throw overError()
      return savedId
    },
    overError,
  })
}

function overError(): AppError {
  return new AppError('conflict', 'The time to pay is over. Please try again.')
}

/**
 * Called when the browser returns from the provider, which says where the payment stands.
 *
 * @param payment the newest of what is being paid for
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError malformed if the provider did not sign the return
 */
export async function confirmBalance(
  deps: AppContext,
  { number }: Pick<Order, 'number'>,
  payment: OrderPayment | undefined,
  signedReturn?: Record<string, string>,
): Promise<{ state: Order['state']; number: number }> {
  const { provider, providerId: paymentId, status } = payment ?? {}
  const stored = { state: status === 'cancelled' ? 'expired' : 'awaiting_payment', number } as const
  if (!provider || !paymentId) return stored
  if (signedReturn) getProvider(deps.payments, provider).verifyReturn(paymentId, signedReturn)
  return (await settlePayment(deps, { provider, paymentId })) ?? stored
}
