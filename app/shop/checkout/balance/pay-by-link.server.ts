import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { changePaidOrder } from '#shop/orders/change/change-order.server.ts'
import { type BoughtChange, isForChange } from '#shop/orders/money/bought.ts'
import { paymentByLink, payUntil } from '#shop/orders/money/unpaid.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import type { StartedCheckout } from '../checkout.endpoints.ts'
import { confirmBalance, payBalance } from './pay-balance.server.ts'

/**
 * Starts the payment that an order or a change of it waits for, or continues the one that was started.
 *
 * @throws AppError conflict if none waits, or it can no longer be had; too_many
 */
export async function payByLink(
  deps: AppContext,
  by: { order: Order; paymentMethodId: string | null },
): Promise<StartedCheckout> {
  const { order } = by
  await deps.limiter.attempt('pay-again', order.id)
  const payment = paymentByLink(order)
  if (payment?.status !== 'started' || payUntil(payment) <= deps.clock.now())
    throw new AppError('conflict', 'Nothing is to be paid now.')
  if (isForChange(payment)) await requirePossible(deps, payment, payment.buys)
  return payBalance(deps, { ...by, payment, until: payUntil(payment) })
}

/**
 * Makes the change and undoes it.
 *
 * @throws AppError if it can no longer be had
 */
async function requirePossible(deps: AppContext, payment: OrderPayment, change: BoughtChange) {
  const undo = new Error('only tried')
  const tried = deps.db.transaction(async (tx) => {
    await changePaidOrder(deps, tx, payment, change)
    throw undo
  })
  await tried.catch((error: unknown) => {
    if (error !== undo) throw error
  })
}

/**
 * Called when the browser returns from the provider.
 *
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError malformed if the provider did not sign the return
 */
export function confirmByLink(
  deps: AppContext,
  order: Order,
  signedReturn?: Record<string, string>,
) {
  return confirmBalance(deps, order, paymentByLink(order), signedReturn)
}
