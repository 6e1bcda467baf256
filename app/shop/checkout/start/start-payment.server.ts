import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { type CheckoutOrder, savePaymentId } from '../checkout.store.server.ts'
import { unpaidOrderLifetimeMs } from '../settle/reconcile-payments.job.server.ts'
import { settlePayment } from '../settle/settle-payment.server.ts'
import type { CheckoutRequest } from './checkout-request.server.ts'

export interface StartedCheckout {
  client_secret: string | null
  orderId: string
  number: number
  placed: boolean
  /** Until the order expires; 0 when it is placed. */
  secondsToPay: number
}

/**
 * Starts the payment at the order's provider, or continues the one that was started. One that has succeeded meanwhile is
 * settled: the provider lets nobody pay it a second time.
 */
export async function startPayment(
  deps: AppContext,
  order: CheckoutOrder,
  { input }: CheckoutRequest,
): Promise<StartedCheckout> {
  const { id, number, payment } = order
  if (!payment) return { client_secret: null, orderId: id, number, placed: true, secondsToPay: 0 }
  const provider = getProvider(deps.payments, payment.provider)
  const start = (paymentId: string | null) =>
    provider.startPayment({
      key: id,
      paymentId,
      paymentMethodId: input.paymentMethodId ?? null,
      amountPaise: order.chargedPaise,
      currency: 'INR',
      reference: id,
      customer: { name: order.customerName, email: order.customerEmail },
      address: order.address,
    })
  const started = await start(payment.providerId)
  // Two tabs may start a payment at the same moment. Both continue with the one that was saved first.
  const savedId = await savePaymentId(deps.db, id, started.id)
  if (!savedId) throw expiredError()
  const { clientSecret, status } = savedId === started.id ? started : await start(savedId)
  const isPaidMeanwhile = order.state !== 'placed' && status === 'succeeded'
  const state = isPaidMeanwhile ? await settle(deps, provider.name, savedId) : order.state
  if (state === 'expired') throw expiredError()
  return {
    client_secret: clientSecret,
    orderId: id,
    number,
    placed: state === 'placed',
    secondsToPay: state === 'placed' ? 0 : secondsLeft(order, deps.clock.now()),
  }
}

async function settle(deps: AppContext, provider: string, paymentId: string) {
  return (await settlePayment(deps, { provider, paymentId }))?.state
}

/** Until an unpaid order expires. */
function secondsLeft({ createdAt }: CheckoutOrder, now: Date): number {
  const expiresAt = createdAt.getTime() + unpaidOrderLifetimeMs
  return Math.max(0, Math.floor((expiresAt - now.getTime()) / 1000))
}

/** Nobody may pay the order any more. */
export function expiredError(): AppError {
  return new AppError('conflict', 'This order has just expired. Please try again.')
}
