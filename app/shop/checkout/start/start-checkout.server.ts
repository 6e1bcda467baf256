import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import { type CheckoutOrder, findCheckout } from '../checkout.store.server.ts'
import { type CheckoutRequest, readRequest } from './checkout-request.server.ts'
import { createCheckout } from './create-checkout.server.ts'
import { resumeCheckout } from './resume-checkout.server.ts'
import { expiredError, type StartedCheckout, startPayment } from './start-payment.server.ts'

/**
 * Turns a cart into an order that awaits payment, and starts the payment. The order is stored before the payment provider
 * is called, under its own id as the key: a repeated or interrupted checkout has one order and one payment.
 *
 * @throws AppError invalid (delivery time, missing card), conflict (the cart or its total is not as sent)
 */
export async function startCheckout(
  deps: AppContext,
  { caller, input }: { caller: Caller; input: ProcessPaymentInput },
): Promise<StartedCheckout> {
  const request = readRequest(caller, input)
  // Again when a second request of the same checkout was faster: cash replaces the card payment that it began.
  const order = (await resumeOrCreate(deps, request)) ?? (await resumeOrCreate(deps, request))
  if (!order) throw expiredError()
  return startPayment(deps, order, request)
}

/** The order of this checkout. @returns null when a second request of the same checkout was faster */
async function resumeOrCreate(
  deps: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const order = await resumeCheckout(deps, request)
  if (order) return order
  try {
    return await createCheckout(deps, request)
  } catch (error) {
    // What is refused, such as the last place of a slot, the second request of the same checkout may have.
    const isRefused = error instanceof AppError
    if (isRefused && (await findCheckout(deps.db, request.caller.id, request.key))) return null
    throw error
  }
}
