import { createHash } from 'node:crypto'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { releasePlace } from '#shop/delivery/reservations.store.server.ts'
import { giftColumns, giftParts } from '#shop/orders/gift/gift.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import { requireCash } from '../cash/require-cash.server.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import {
  type CheckoutOrder,
  countOpenRequests,
  findCheckout,
  insertCheckout,
  lockAskers,
  type NewOrderItem,
  savePaymentId,
} from '../checkout.store.server.ts'
import type { CheckoutDeps } from '../checkout-deps.server.ts'
import { placeOrder } from '../place-order.server.ts'
import { unpaidOrderLifetimeMs } from '../settle/reconcile-payments.job.server.ts'
import { expireUnpaidOrder, settlePayment } from '../settle/settle-payment.server.ts'
import { chooseDelivery, requireMinimum, reserveDelivery } from './choose-delivery.server.ts'
import { requireFirstOrder } from './guest-order.server.ts'
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
  number: number
  placed: boolean
  /** Until the order expires; 0 when it is placed. */
  secondsToPay: number
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
  // Again when a second request of the same checkout was faster: cash replaces the card payment that it began.
  const order = (await resumeOrCreate(deps, request)) ?? (await resumeOrCreate(deps, request))
  if (!order) throw expiredError()
  return startPayment(deps, order, request)
}

/** @returns null when a second request of the same checkout was faster */
async function resumeOrCreate(
  deps: CheckoutDeps,
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

/**
 * The order that this checkout has already, also when its cakes could no longer be ordered.
 *
 * @returns null when there is none, or it has expired
 */
async function resumeCheckout(
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
  return deps.db.transaction(async (tx) => {
    const isCustom = input.order.some(({ customize }) => customize)
    const askers = isCustom ? await lockAskers(tx, caller) : []
    await requireFirstOrder(tx, caller)
    const delivery = await chooseDelivery(deps, tx, { input, deliveryAt, now })
    const { items, price } = await priceOrder(tx, input, { delivery, now })
    requireMinimum(delivery, price)
    await requireFewRequests(tx, { askers, items, max: deps.maxCakesAwaitingPrice })
    if (input.cash) await requireCash(deps, tx, { caller, input, deliveryAt, price })
    const { cardPaise, cashPaise } = input.cash
      ? { cardPaise: 0, cashPaise: price.total }
      : { cardPaise: price.cardTotal, cashPaise: price.cashTotal }
    const isPaidByCard = cardPaise > 0
    const { active } = deps.payments
    if (isPaidByCard && active.needsPaymentMethod && !input.paymentMethodId) {
      throw fieldError('invalid', 'paymentMethodId', 'A card is needed to pay this order.')
    }
    const order = {
      id: newId(),
      userId: caller.id,
      address: delivery.address,
      deliveryAt,
      leadMinutes: delivery.leadMinutes,
      checkoutKey: key,
      subtotalPaise: price.subtotal,
      shippingPaise: price.shipping,
      cardPaise,
      cashPaise,
      createdAt: now,
      ...giftColumns(input),
      ...(await reserveDelivery(deps, tx, { ...delivery, now, isPaid: !isPaidByCard })),
    }
    const provider = isPaidByCard ? active.name : null
    const added = await insertCheckout(tx, { order, items, provider })
    if (!added) {
      if (order.reservationId) await releasePlace(tx, order.reservationId)
      return null
    }
    const stored = { ...order, ...added, totalPaise: price.cardTotal }
    if (provider) {
      const payment = { provider, providerPaymentId: null }
      return { ...stored, state: 'awaiting_payment', payment }
    }
    await placeOrder(deps, tx, { orderId: order.id, by: caller })
    return { ...stored, state: 'placed', payment: null }
  })
}

/** @throws AppError conflict when the customer would have too many customised cakes that wait for a price */
async function requireFewRequests(
  tx: Database,
  request: { askers: string[]; items: readonly NewOrderItem[]; max: number | undefined },
) {
  const { askers, items, max = defaultMaxCakesAwaitingPrice } = request
  const added = items.filter(({ customize }) => customize).length
  if (added === 0) return
  if ((await countOpenRequests(tx, askers)) + added <= max) return
  throw new AppError(
    'conflict',
    `You can have ${max} customised cakes waiting for a price. Please wait for our baker’s quotes, or call us.`,
  )
}

/** Each is work for the baker and a mail to an address that nobody has confirmed. */
const defaultMaxCakesAwaitingPrice = 5

/**
 * Starts the payment at the order's provider, or continues the one that was started. One that has succeeded meanwhile is
 * settled: the provider lets nobody pay it a second time.
 */
async function startPayment(
  deps: CheckoutDeps,
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
      amountPaise: order.cardPaise,
      currency: 'INR',
      reference: id,
      customer: { name: order.customerName, email: order.customerEmail },
      address: order.address,
    })
  const started = await start(payment.providerPaymentId)
  // Two tabs may start a payment at the same moment. Both continue with the one that was saved first.
  const savedId = await savePaymentId(deps.db, id, started.id)
  if (!savedId) throw expiredError()
  const { clientSecret, status } = savedId === started.id ? started : await start(savedId)
  const isSettled = order.state === 'placed' || status !== 'succeeded'
  const state = isSettled ? order.state : await settle(deps, provider.name, savedId)
  if (state === 'expired') throw expiredError()
  return {
    client_secret: clientSecret,
    orderId: id,
    number,
    placed: state === 'placed',
    secondsToPay: state === 'placed' ? 0 : secondsLeft(order, deps.clock.now()),
  }
}

async function settle(deps: CheckoutDeps, provider: string, paymentId: string) {
  return (await settlePayment(deps, { provider, paymentId }))?.state
}

/** Until an unpaid order expires. */
function secondsLeft({ createdAt }: CheckoutOrder, now: Date): number {
  const expiresAt = createdAt.getTime() + unpaidOrderLifetimeMs
  return Math.max(0, Math.floor((expiresAt - now.getTime()) / 1000))
}

/**
 * Identifies a checkout: the client's `checkoutId` and everything that is ordered. How it is paid is left out, so that
 * another card after a decline pays the same order, and nothing is ordered both by card and in cash.
 */
function checkoutKey(input: ProcessPaymentInput, deliveryAt: Date): string {
  const lines = input.order.map(
    ({ cakeid, flavour, wt, egg, amount, bname, customize, detail, image }) => [
      cakeid,
      flavour,
      wt,
      amount,
      bname,
      customize,
      detail,
      image,
      // Only where it is the customer's choice, so that a checkout from before there was one stays the same.
      ...(customize && egg ? [egg] : []),
    ],
  )
  const destination = input.pickup ? 'pickup' : input.address
  const checkout = [input.checkoutId, destination, deliveryAt.getTime()]
  const slot = input.slot ? [input.slot] : []
  return createHash('sha256')
    .update(JSON.stringify([...checkout, lines, ...slot, ...giftParts(input)]))
    .digest('base64url')
}

function expiredError(): AppError {
  return new AppError('conflict', 'This order has just expired. Please try again.')
}
