import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { minuteMs } from '#platform/durations.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/order-rules.ts'
import type { ProcessPaymentInput, StartedCheckout } from '../checkout.endpoints.ts'
import { type CheckoutOrder, findCheckout, savePaymentId } from '../checkout.store.server.ts'
import { countHeld } from '../held-places.server.ts'
import { expireUnpaidOrder } from '../settle/settle-payment.server.ts'
import {
  type ByStaff,
  type CheckoutRequest,
  createCheckout,
  readRequest,
  requireCash,
} from './create-checkout.server.ts'
import { requireSameTotal } from './price-order.server.ts'
import { secondsLeft, startAtProvider } from './start-at-provider.server.ts'

/**
 * Turns a cart into an order, and starts its payment. One that is not paid online is placed; the payment of one that staff
 * take is started by its link. The order is stored before the payment provider is called, with its own id as the key: a
 * repeated or interrupted checkout has one order and one payment.
 *
 * @throws AppError invalid (delivery time, missing card), conflict (the cart or its total is not as sent)
 */
export async function startCheckout(
  deps: AppContext,
  from: { caller: Caller; address: string; input: ProcessPaymentInput; staff?: ByStaff },
): Promise<StartedCheckout> {
  const request = readRequest(from)
  // Again if a second request of the same checkout was faster: cash replaces the card payment that it started.
  const order = (await resumeOrCreate(deps, request)) ?? (await resumeOrCreate(deps, request))
  if (!order) throw expiredError()
  return startPayment(deps, order, request)
}

async function resumeOrCreate(
  deps: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const order = await resumeCheckout(deps, request)
  if (order) return order
  try {
    const created = await createCheckout(deps, request)
    if (created && !request.staff) await limitHeld(deps, request, created)
    return created
  } catch (error) {
    // The second request of the same checkout may have taken what is missing, such as the last place of a slot.
    const isRejected = error instanceof AppError
    if (isRejected && (await findCheckout(deps.db, request.caller.id, request.key))) return null
    throw error
  }
}

/** Expires an order that holds too much. @throws AppError too_many */
async function limitHeld(deps: AppContext, request: CheckoutRequest, order: CheckoutOrder) {
  try {
    await countHeld(deps, request, order)
  } catch (error) {
    await expireUnpaidOrder(deps, order.id)
    throw error
  }
}

/**
 * The existing order of this checkout, even if its cakes could no longer be ordered.
 *
 * @returns null if there is none, or it has expired
 * @throws AppError conflict if its total is not as sent, if it cannot be paid in cash, and while its card payment is
 *   being confirmed; too_many for a thief who tries cards
 */
async function resumeCheckout(
  deps: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const { caller, input, key } = request
  const order = await findCheckout(deps.db, caller.id, key)
  // A placed order may cost less by now.
  if (!order || order.state === 'placed') return order
  requireSameTotal(input.amount, order.chargedPaise)
  const isPayable =
    order.payment?.provider === deps.payments.active.name &&
    !input.cash &&
    secondsLeft(payableUntil(order), deps.clock.now()) > 0
  if (isPayable) await deps.limiter.attempt('pay-again', order.id)
  if (!order.payment || isPayable) return order
  return expireUnlessPaid(deps, order, request)
}

/**
 * Expires an order that cannot be paid as it was started, so that a new one replaces it: it is now paid in cash, or its
 * provider no longer takes new payments, or its place has lapsed.
 *
 * @returns null if it has expired
 */
async function expireUnlessPaid(
  deps: AppContext,
  { id, chargedPaise }: CheckoutOrder,
  { caller, input, staff, deliveryAt, key }: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  if (input.cash && !staff) {
    // An order that cannot be paid in cash can still be paid by card.
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

function startPayment(
  deps: AppContext,
  order: CheckoutOrder,
  { input, staff }: CheckoutRequest,
): Promise<StartedCheckout> | StartedCheckout {
  const { id, number, payment, state } = order
  if (!payment || staff) {
    const placed = !payment || state === 'placed'
    const secondsToPay = placed ? 0 : secondsLeft(payableUntil(order), deps.clock.now())
    return { client_secret: null, orderId: id, number, placed, secondsToPay }
  }
  return startAtProvider(deps, {
    provider: payment.provider,
    reference: id,
    startedId: payment.providerId,
    paymentMethodId: input.paymentMethodId ?? null,
    amountPaise: order.chargedPaise,
    order,
    isPlaced: order.state === 'placed',
    until: payableUntil(order),
    save: (paymentId) => savePayment(deps, { orderId: id, paymentId }),
    overError: expiredError,
  })
}

/**
 * Saves the provider's id of an order's payment. The customer's older orders that hold places without being paid expire,
 * so that nobody can fill a slot for nothing.
 *
 * @returns the id that was saved first
 * @throws AppError conflict if the order has expired, too_many for a thief who tries cards
 */
async function savePayment(
  deps: AppContext,
  payment: { orderId: string; paymentId: string },
): Promise<string> {
  const since = new Date(deps.clock.now().getTime() - unpaidWithinMs)
  const saved = await savePaymentId(deps.db, { ...payment, since })
  if (!saved) throw expiredError()
  if (saved.unpaidOrders > maxUnpaidOrders) throw tooManyCards()
  for (const older of saved.surplus) await expireUnpaidOrder(deps, older)
  return saved.id
}

/** Until the order expires, or before that its place lapses. */
function payableUntil({ createdAt, heldUntil }: CheckoutOrder): Date {
  const expiresAt = createdAt.getTime() + unpaidOrderLifetimeMs
  return new Date(Math.min(expiresAt, heldUntil?.getTime() ?? expiresAt))
}

/** What one customer may begin and not pay: more is a thief who tries cards, each with an order of its own. */
const maxUnpaidOrders = 20
const unpaidWithinMs = 15 * minuteMs

function tooManyCards(): AppError {
  const sentence =
    'Too many payments were started and not finished. Please wait 15 minutes and try again.'
  return new AppError('too_many', sentence, { retryAfterSeconds: unpaidWithinMs / 1000 })
}

function expiredError(): AppError {
  return new AppError('conflict', 'This order has just expired. Please try again.')
}
