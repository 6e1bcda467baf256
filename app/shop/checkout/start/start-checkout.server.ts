import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { requireCash } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { payUntil } from '#shop/orders/money/ledger.ts'
import { notYours } from '#shop/orders/order-rules.ts'
import {
  type Confirmed,
  confirmedSchema,
  confirmPayment,
  expireUnpaidOrder,
  type StartedPayment,
  secondsLeft,
  signedReturnSchema,
  startedSchema,
  startPayment,
  timeIsOver,
} from '#shop/paying/start-payment.server.ts'
import { parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import { type CheckoutOrder, findCheckout, findCustomerCheckout } from '../checkout.store.server.ts'
import { type CheckoutRequest, checkoutKey, createCheckout } from './create-checkout.server.ts'
import { checkoutSchema, requireSameTotal } from './price-order.server.ts'

const processPaymentEndpoint = endpoint({
  method: 'POST',
  path: '/orders/process-payment',
  tag: 'Checkout',
  summary: 'Order a cart and start its payment',
  description: [
    'Prices the lines again, stores the order as awaiting payment and starts its payment at the payment provider.',
    'Sending the same again (same `checkoutId` and contents) returns the same order and payment.',
    '409 when a price, a choice or the total is not what was sent: `errors` says what changed.',
    'With customised cakes alone nothing is paid by card: `client_secret` is null and the order is placed. So it is with `cash`; 409 at `cash` says why an order cannot be paid so.',
    'With `pickup` the customer comes to the shop at a time of a pickup slot: there is no fee, and no address is needed.',
    'With a `recipient` who can be called, and who is not to be surprised, the address may be `,pincode,city`: they add the rest.',
  ].join(' '),
  access: 'guest',
  body: checkoutSchema,
  response: startedSchema,
  problems: [409],
})

const confirmPaymentEndpoint = endpoint({
  method: 'POST',
  path: '/orders/confirm-payment',
  tag: 'Checkout',
  summary: "The browser's return from the payment provider",
  description:
    'Reads at the payment provider where the payment stands and places the order when it is paid. Never trusts the caller about it.',
  access: 'guest',
  body: z.object({
    orderId: orderIdSchema,
    signedReturn: signedReturnSchema,
  }),
  response: confirmedSchema,
  problems: [403],
})

export type ProcessPayment = typeof processPaymentEndpoint
export type ConfirmPayment = typeof confirmPaymentEndpoint

export function serveCheckout(api: Api, shop: AppContext) {
  api.serve(processPaymentEndpoint, ({ body }, { caller, address }) =>
    startCheckout(shop, { caller, address, input: body }),
  )

  api.serve(confirmPaymentEndpoint, ({ body }, { caller }) =>
    confirmCheckout(shop, { caller, ...body }),
  )
}

/**
 * Turns a cart into an order, and starts its payment. One that is not paid online is placed; the payment of one that staff
 * take is started by its link. The order is stored before the payment provider is called, with a key of its own: a
 * repeated or interrupted checkout has one order and one payment.
 *
 * @throws AppError invalid (delivery time, missing card), conflict (the cart or its total is not as sent)
 */
export async function startCheckout(
  shop: AppContext,
  from: Omit<CheckoutRequest, 'deliveryAt' | 'key'>,
): Promise<StartedPayment> {
  const deliveryAt = parseDeliveryTime(from.input.time)
  const request = { ...from, deliveryAt, key: checkoutKey(from.input, deliveryAt) }
  // Again if a second request of the same checkout was faster: cash replaces the card payment that it started.
  const order = (await resumeOrCreate(shop, request)) ?? (await resumeOrCreate(shop, request))
  if (!order) throw timeIsOver()
  return begin(shop, order, request)
}

async function resumeOrCreate(
  shop: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const order = await resumeCheckout(shop, request)
  if (order) return order
  try {
    return await createCheckout(shop, request)
  } catch (error) {
    // The second request of the same checkout may have taken what is missing, such as the last place of a slot.
    const isRejected = error instanceof AppError
    if (isRejected && (await findCheckout(shop.db, request.caller.id, request.key))) return null
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
  shop: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const { caller, input, key } = request
  const order = await findCheckout(shop.db, caller.id, key)
  // A placed order may cost less by now.
  if (!order || order.state === 'placed') return order
  requireSameTotal(input.amount, order.chargedPaise)
  const isPayable =
    order.payment?.provider === shop.payments.active.name &&
    !input.cash &&
    secondsLeft(payableUntil(order), shop.clock.now()) > 0
  if (isPayable) await shop.limiter.attempt('pay-again', order.id)
  if (!order.payment || isPayable) return order
  return expireUnlessPaid(shop, order, request)
}

/**
 * Expires an order that cannot be paid as it was started, so that a new one replaces it: it is now paid in cash, or its
 * provider no longer takes new payments, or its place has lapsed.
 *
 * @returns null if it has expired
 */
async function expireUnlessPaid(
  shop: AppContext,
  { id, chargedPaise }: CheckoutOrder,
  { caller, input, staff, deliveryAt, key }: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  if (input.cash && !staff) {
    // An order that cannot be paid in cash can still be paid by card.
    const hasCustom = input.order.some(({ customize }) => customize)
    const price = { total: chargedPaise, hasCustom }
    await shop.db.transaction((tx) => requireCash(shop, tx, { caller, input, deliveryAt, price }))
  }
  await expireUnpaidOrder(shop, id)
  const left = await findCheckout(shop.db, caller.id, key)
  if (left?.state !== 'awaiting_payment' || !input.cash) return left
  throw new AppError(
    'conflict',
    'Your card payment is still being confirmed. Please wait a moment, and do not order again.',
  )
}

function begin(
  shop: AppContext,
  order: CheckoutOrder,
  { input, staff }: CheckoutRequest,
): Promise<StartedPayment> | StartedPayment {
  const { id, number, payment, state } = order
  const until = payableUntil(order)
  if (payment && !staff) {
    const { paymentMethodId = null } = input
    return startPayment(shop, { order, payment, paymentMethodId, until })
  }
  const placed = !payment || state === 'placed'
  const secondsToPay = placed ? 0 : secondsLeft(until, shop.clock.now())
  return { client_secret: null, orderId: id, number, placed, secondsToPay }
}

/** Until the order expires, or before that its place lapses. */
function payableUntil({ createdAt, heldUntil, payment }: CheckoutOrder): Date {
  const expiresAt = payUntil(payment ?? { createdAt, until: null }).getTime()
  return new Date(Math.min(expiresAt, heldUntil?.getTime() ?? expiresAt))
}

/**
 * Called when the browser returns from the payment provider.
 *
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError forbidden for another customer's order; malformed if the provider did not sign the return
 */
async function confirmCheckout(
  shop: AppContext,
  from: {
    caller: Caller
    orderId: string
    signedReturn?: Record<string, string>
  },
): Promise<Confirmed> {
  const order = await findCustomerCheckout(shop.db, from.caller.id, from.orderId)
  if (!order) throw notYours()
  const { number, payment } = order
  if (!payment) return { state: order.state, number }
  return { state: await confirmPayment(shop, payment, from.signedReturn), number }
}
