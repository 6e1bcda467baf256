import { createHash } from 'node:crypto'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/new-id.server.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import { findCakesForPricing } from '#shop/cakes/cakes.store.server.ts'
import { type CartPrice, priceCart } from '#shop/cart/price-cart.ts'
import { bookOrder } from '#shop/orders/book-order.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { refuseDelivery } from '#shop/values/delivery-slot.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import {
  type CheckoutOrder,
  findCheckout,
  insertCheckout,
  type NewOrder,
  type NewOrderItem,
  noteBegun,
} from '../checkout.store.server.ts'
import { expireUnpaidOrder, type SettleDeps } from '../settle/settle-payment.server.ts'

import { type CheckedLine, checkCart, lockDesigns } from './price-order.server.ts'

interface PlacedOrder {
  client_secret: string | null
  orderId: string
  placed: boolean
}

/**
 * Prices a cart anew, keeps it as an order and begins its card payment. The order is stored before the card company
 * is asked, and asked under the order's id: whatever is repeated or cut short, there is one order and one payment.
 *
 * @throws AppError invalid (delivery time, missing card), conflict (the cart or its total is not as sent)
 */
export async function placeOrder(
  deps: SettleDeps,
  { caller, input }: { caller: Caller; input: ProcessPaymentInput },
): Promise<PlacedOrder> {
  const deliveryAt = deliveryTime(input.time)
  const order = await orderOf(deps, {
    ...{ caller, input, deliveryAt },
    key: checkoutKey(input, deliveryAt),
  })
  if (order.cardPaise === 0) return { client_secret: null, orderId: order.id, placed: true }
  return beginPayment(deps, order, { caller, input })
}

function deliveryTime(time: string): Date {
  const named = /(Z|[+-]\d\d:?\d\d)$/.test(time)
  return named ? new Date(time) : kolkataToInstant(time)
}

interface Checkout {
  caller: Caller
  input: ProcessPaymentInput
  deliveryAt: Date
  key: string
}

/**
 * A new order of this checkout, or the one that it has already. That one is looked for last, as most have none; it counts
 * also when what it is made of could not be ordered any more.
 */
async function orderOf(deps: SettleDeps, checkout: Checkout): Promise<CheckoutOrder> {
  const { caller, input, key } = checkout
  const kept = await keepOrder(deps, checkout).catch(asRefusal)
  if (kept && !(kept instanceof AppError)) return kept
  const known = await findCheckout(deps.db, caller.id, key)
  if (!known) throw kept ?? expiredJustNow()
  refuseOtherAmount(input.amount, known.cardPaise)
  return (await takeUp(deps, known)) ?? orderOf(deps, checkout)
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/**
 * An order that was kept before, to go on with; null when it was begun at a company that takes no new payments any more:
 * that one is ended, and the checkout begins anew.
 */
async function takeUp(deps: SettleDeps, known: CheckoutOrder): Promise<CheckoutOrder | null> {
  const { id, state, payment } = known
  if (state === 'placed' || !payment || payment.provider === deps.payments.active.name) return known
  await expireUnpaidOrder(deps, id)
  const ended = await findOrder(deps.db, id)
  return ended?.state === 'expired' ? null : { ...known, state: ended?.state ?? state }
}

/** Null when this checkout has an order already. */
async function keepOrder(deps: SettleDeps, checkout: Checkout): Promise<CheckoutOrder | null> {
  const { input, deliveryAt } = checkout
  const refusal = refuseDelivery(deliveryAt, deps.clock.now())
  if (refusal) throw new AppError('invalid', refusal, { errors: { time: refusal } })
  // What is bought by card alone is kept by a single statement; all else has more to do with it.
  const isPlain = input.order.every(({ customize }) => !customize)
  return isPlain
    ? keepPriced(deps, deps.db, checkout)
    : deps.db.transaction((tx) => keepPriced(deps, tx, checkout))
}

async function keepPriced(
  deps: SettleDeps,
  tx: Database,
  { caller, input, deliveryAt, key }: Checkout,
): Promise<CheckoutOrder | null> {
  const now = deps.clock.now()
  const { active } = deps.payments
  const { lines, price } = await priceOrder(tx, input, now)
  if (active.needsPaymentMethod) refuseWithoutCard(input, price)
  const provider = price.cardTotal > 0 ? active.name : null
  const order = newOrder({ caller, key, address: input.address, deliveryAt, price, now })
  const isNew = await insertCheckout(tx, { order, items: lines.map(newItem), provider })
  if (!isNew) return null
  if (!provider) await bookOrder(deps, tx, { orderId: order.id, by: caller })
  return {
    id: order.id,
    state: provider ? 'awaiting_payment' : 'placed',
    cardPaise: order.cardPaise,
    payment: provider ? { provider, providerPaymentId: null } : null,
  }
}

/** The lines and what they cost as the catalogue is now; refused when that is not what was sent. */
async function priceOrder(tx: Database, input: ProcessPaymentInput, now: Date) {
  const ids = input.order.filter((line) => !line.customize).map(({ cakeid }) => cakeid)
  const cakes = await findCakesForPricing(tx, [...new Set(ids)])
  const { lines, changes } = checkCart(input.order, cakes)
  Object.assign(changes, await lockDesigns(tx, input.order, now))
  if (Object.keys(changes).length > 0) throw changed(changes)
  const price = priceCart(lines)
  refuseOtherAmount(input.amount, price.cardTotal)
  return { lines, price }
}

function refuseWithoutCard({ paymentMethodId }: ProcessPaymentInput, { cardTotal }: CartPrice) {
  if (cardTotal === 0 || paymentMethodId) return
  const detail = 'A card is needed to pay this order.'
  throw new AppError('invalid', detail, { errors: { paymentMethodId: detail } })
}

/** The card must pay what the customer saw, the first time and every time the checkout is sent again. */
function refuseOtherAmount(rupees: number, cardPaise: Paise) {
  if (toPaise(rupees) === cardPaise) return
  throw changed({ amount: `The total is now ${formatInr(cardPaise)}.` })
}

function changed(errors: Record<string, string>): AppError {
  const [only, ...others] = Object.values(errors)
  const detail =
    only && others.length === 0 ? only : 'Some cakes in your cart have changed. Please check them.'
  return new AppError('conflict', detail, { errors })
}

function newOrder(from: {
  caller: Caller
  key: string
  address: string
  deliveryAt: Date
  price: CartPrice
  now: Date
}): NewOrder {
  const { caller, key, address, deliveryAt, price, now } = from
  return {
    id: newId(),
    userId: caller.id,
    address,
    deliveryAt,
    checkoutKey: key,
    subtotalPaise: price.subtotal,
    shippingPaise: price.shipping,
    cardPaise: price.cardTotal,
    cashPaise: price.cashDue,
    createdAt: now,
  }
}

function newItem(line: CheckedLine): NewOrderItem {
  const { name, category, flavour, wt, egg, amount, bname, detail, customize, image } = line
  return {
    id: newId(),
    cakeId: customize ? null : line.cakeid,
    name,
    category,
    flavour,
    wt,
    egg,
    amount,
    bname,
    detail,
    customize,
    image,
    pricePaise: toPaise(line.price),
    unitPaise: customize ? 0 : unitPrice(line, wt),
  }
}

/**
 * Begins the payment, or takes up the one that is begun. Two tabs may ask at the same moment: the payment whose id was
 * noted first is the one that both are told of.
 */
async function beginPayment(
  { db, payments }: SettleDeps,
  { id, state, cardPaise, payment }: CheckoutOrder,
  { caller, input }: Pick<Checkout, 'caller' | 'input'>,
): Promise<PlacedOrder> {
  const provider = getProvider(payments, payment?.provider ?? payments.active.name)
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
  const begun = await start(payment?.providerPaymentId ?? null)
  const counts = await noteBegun(db, id, begun.id)
  if (!counts) throw expiredJustNow()
  const { clientSecret } = counts === begun.id ? begun : await start(counts)
  return { client_secret: clientSecret, orderId: id, placed: state === 'placed' }
}

function expiredJustNow(): AppError {
  return new AppError('conflict', 'This order has just expired. Please try again.')
}

/**
 * What makes two requests the same checkout: the client's `checkoutId` and everything that is ordered.
 * The card is left out, so that another card after a refusal pays the same order.
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
