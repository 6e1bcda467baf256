import { AppError } from '#platform/app-error.ts'
import { requireCash } from '../cash/require-cash.server.ts'
import { type CheckoutOrder, findCheckout } from '../checkout.store.server.ts'
import type { CheckoutDeps } from '../checkout-deps.server.ts'
import { expireUnpaidOrder } from '../settle/settle-payment.server.ts'
import type { CheckoutRequest } from './checkout-request.server.ts'
import { requireSameTotal } from './price-order.server.ts'

/**
 * The order that this checkout has already, also when its cakes could no longer be ordered.
 *
 * @returns null when there is none, or it has expired
 */
export async function resumeCheckout(
  deps: CheckoutDeps,
  { caller, input, deliveryAt, key }: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const order = await findCheckout(deps.db, caller.id, key)
  // What is placed may cost less by now.
  if (!order || order.state === 'placed') return order
  requireSameTotal(input.amount, order.totalPaise)
  const isPayable = order.payment?.provider === deps.payments.active.name && !input.cash
  if (!order.payment || isPayable) return order
  if (input.cash) {
    // Where cash is refused, the card can still pay it.
    const hasCustom = input.order.some(({ customize }) => customize)
    const price = { total: order.totalPaise, hasCustom }
    await deps.db.transaction((tx) => requireCash(deps, tx, { caller, input, deliveryAt, price }))
  }
  // It is paid in cash now, or its provider no longer takes new payments. Unless it was paid there, a new order replaces it.
  await expireUnpaidOrder(deps, order.id)
  const left = await findCheckout(deps.db, caller.id, key)
  if (left?.state !== 'awaiting_payment' || !input.cash) return left
  throw new AppError(
    'conflict',
    'Your card payment is still being confirmed. Please wait a moment, and do not order again.',
  )
}
