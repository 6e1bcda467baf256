import { createHash } from 'node:crypto'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { placeOrder } from '#shop/orders/place-order.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { deliveryError } from '#shop/values/delivery-slot.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import {
  type CheckoutOrder,
  findCheckout,
  insertCheckout,
  savePaymentId,
} from '../checkout.store.server.ts'
import type { CheckoutDeps } from '../checkout-deps.server.ts'
import { expireUnpaidOrder } from '../settle/settle-payment.server.ts'
import { priceOrder, requireSameTotal } from './price-order.server.ts'

interface CheckoutRequest {
  caller: Caller
  input: ProcessPaymentInput
  deliveryAt: Date
  /** The same for the same checkout, however often it is sent. */
  key: string
}

export interface StartedCheckout {
  client_secret: string | null
  orderId: string
  placed: boolean
}

/**
 * Turns a cart into an order that awaits payment, and starts the payment. The order is stored before the payment provider
 * is called, under its own id as the key: a repeated or interrupted checkout has one order and one payment.
 *
 * @throws AppError invalid (delivery time, missing card), conflict (the cart or its total is not as sent)
 */
export async function startCheckout(
  deps: CheckoutDeps,
  { caller, input }: { caller: Caller; input: ProcessPaymentInput },
): Promise<StartedCheckout> {
  const deliveryAt = parseDeliveryTime(input.time)
  const request = { caller, input, deliveryAt, key: checkoutKey(input, deliveryAt) }
  const order =
    (await resumeCheckout(deps, request)) ??
    (await createCheckout(deps, request)) ??
    // A second request of the same checkout was faster.
    (await resumeCheckout(deps, request))
  if (!order) throw expiredError()
  return startPayment(deps, order, request)
}

/**
 * The order that this checkout has already, also when its cakes could no longer be ordered.
 *
 * @returns null when there is none, or it has expired
 */
async function resumeCheckout(
  deps: CheckoutDeps,
  { caller, input, key }: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const order = await findCheckout(deps.db, caller.id, key)
  if (!order) return null
  requireSameTotal(input.amount, order.cardPaise)
  const { active } = deps.payments
  if (order.state === 'placed' || !order.payment || order.payment.provider === active.name) {
    return order
  }
  // Its provider no longer takes new payments. Unless it was paid there, a new order replaces it.
  await expireUnpaidOrder(deps, order.id)
  return findCheckout(deps.db, caller.id, key)
}

/**
 * Prices the cart and stores it as an order, with its payment or placed at once when nothing is paid by card.
 *
 * @returns null when this checkout has an order already
 */
async function createCheckout(
  deps: CheckoutDeps,
  { caller, input, deliveryAt, key }: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const now = deps.clock.now()
  const timeError = deliveryError(deliveryAt, now)
  if (timeError) throw fieldError('time', timeError)
  return deps.db.transaction(async (tx) => {
    const { items, price } = await priceOrder(tx, input, now)
    const isPaidByCard = price.cardTotal > 0
    const { active } = deps.payments
    if (isPaidByCard && active.needsPaymentMethod && !input.paymentMethodId) {
      throw fieldError('paymentMethodId', 'A card is needed to pay this order.')
    }
    const order = {
      id: newId(),
      userId: caller.id,
      address: input.address,
      deliveryAt,
      checkoutKey: key,
      subtotalPaise: price.subtotal,
      shippingPaise: price.shipping,
      cardPaise: price.cardTotal,
      cashPaise: price.cashDue,
      createdAt: now,
    }
    const provider = isPaidByCard ? active.name : null
    const isNew = await insertCheckout(tx, { order, items, provider })
    if (!isNew) return null
    const { id, cardPaise } = order
    if (!provider) {
      await placeOrder(deps, tx, { orderId: id, by: caller })
      return { id, state: 'placed', cardPaise, payment: null }
    }
    const payment = { provider, providerPaymentId: null }
    return { id, state: 'awaiting_payment', cardPaise, payment }
  })
}

/** Starts the payment at the order's provider, or continues the one that was started. */
async function startPayment(
  { db, payments }: CheckoutDeps,
  { id, state, cardPaise, payment }: CheckoutOrder,
  { caller, input }: CheckoutRequest,
): Promise<StartedCheckout> {
  if (!payment) return { client_secret: null, orderId: id, placed: true }
  const provider = getProvider(payments, payment.provider)
  const start = (paymentId: string | null) =>
    provider.startPayment({
      key: id,
      paymentId,
      paymentMethodId: input.paymentMethodId ?? null,
      amountPaise: cardPaise,
      currency: 'INR',
      reference: id,
      email: caller.email,
    })
  const started = await start(payment.providerPaymentId)
  // Two tabs may start a payment at the same moment. Both continue with the one that was saved first.
  const savedId = await savePaymentId(db, id, started.id)
  if (!savedId) throw expiredError()
  const { clientSecret } = savedId === started.id ? started : await start(savedId)
  return { client_secret: clientSecret, orderId: id, placed: state === 'placed' }
}

/** An instant, or a local time in Kolkata. */
function parseDeliveryTime(time: string): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(time)
  return hasZone ? new Date(time) : kolkataToInstant(time)
}

/**
 * Identifies a checkout: the client's `checkoutId` and everything that is ordered. The card is left out, so that another
 * card after a decline pays the same order.
 */
function checkoutKey(input: ProcessPaymentInput, deliveryAt: Date): string {
  const lines = input.order.map(
    ({ cakeid, flavour, wt, amount, bname, customize, detail, image }) => [
      cakeid,
      flavour,
      wt,
      amount,
      bname,
      customize,
      detail,
      image,
    ],
  )
  return createHash('sha256')
    .update(JSON.stringify([input.checkoutId, input.address, deliveryAt.getTime(), lines]))
    .digest('base64url')
}

function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', message, { errors: { [field]: message } })
}

function expiredError(): AppError {
  return new AppError('conflict', 'This order has just expired. Please try again.')
}
