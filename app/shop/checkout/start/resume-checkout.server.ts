import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { requireCash } from '../cash/require-cash.server.ts'
import { type CheckoutOrder, findCheckout } from '../checkout.store.server.ts'
import { expireUnpaidOrder } from '../settle/settle-payment.server.ts'
import type { CheckoutRequest } from './checkout-request.server.ts'
import { requireSameTotal } from './price-order.server.ts'

/**
 * The order that this checkout has already, also when its cakes could no longer be ordered.
 *
 * @returns null when there is none, or it has expired
 * @throws AppError conflict when its total is not as sent, when it cannot be paid in cash, and while its card payment is
 *   being confirmed
 */
export async function resumeCheckout(
  deps: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const { caller, input, key } = request
  const order = await findCheckout(deps.db, caller.id, key)
  // What is placed may cost less by now.
  if (!order || order.state === 'placed') return order
  requireSameTotal(input.amount, order.chargedPaise)
  const isPayable = order.payment?.provider === deps.payments.active.name && !input.cash
  if (!order.payment || isPayable) return order
  return expireUnlessPaid(deps, order, request)
}

/**
 * Makes way for a new order where this one cannot be paid as it was begun: it is paid in cash now, or its provider no
 * longer takes new payments.
 *
 * @returns null when it has expired
 */
async function expireUnlessPaid(
  deps: AppContext,
  { id, chargedPaise }: CheckoutOrder,
  { caller, input, deliveryAt, key }: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  if (input.cash) {
    // Where cash is refused, the card can still pay it.
    const hasCustom = input.order.some(({ customize }) => customize)
    const price = { total: chargedPaise, hasCustom }
    await deps.db.transaction((tx) => requireCash(deps, tx, { caller, input, deliveryAt, price }))
  }
  await expireUnpaidOrder(deps, id)
  const left = await findCheckout(deps.db, caller.id, key)
  if (left?.state !== 'awaiting_payment' || !input.cash) return left
  throw new AppError(
    'conflict',
    'Your card payment is still being confirmed. Please wait a moment, and do not order again.',
  )
}
