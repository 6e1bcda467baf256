import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import { findCakesForPricing } from '#shop/cakes/cakes.store.server.ts'
import { type CartPrice, priceCart } from '#shop/cart/price-cart.ts'
import { bookOrder } from '#shop/orders/book-order.server.ts'
import {
  customerOf,
  findOrder,
  findOrderByKey,
  insertOrder,
  lockOrder,
  type NewOrder,
  type NewOrderItem,
} from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { providerNamed } from '#shop/payments/payment-provider.ts'
import {
  findPayment,
  insertPayment,
  keepProviderPaymentId,
} from '#shop/payments/payments.store.server.ts'
import { refuseDelivery } from '#shop/values/delivery-slot.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import { type CheckedLine, checkCart } from './check-cart.ts'
import type { ProcessPaymentInput } from './checkout.endpoints.ts'
import { checkoutKey } from './checkout-key.server.ts'
import { endUnpaidOrder } from './end-unpaid-order.server.ts'
import { holdDesigns } from './hold-designs.server.ts'
import type { SettleDeps } from './settle-payment.server.ts'

export interface PlacedOrder {
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
  const key = checkoutKey(input, deliveryAt)
  const known = await findOrderByKey(deps.db, caller.id, key)
  if (known) refuseOtherAmount(input.amount, known.cardPaise)
  const order =
    (known && (await takeUp(deps, known))) ??
    (await keepOrder(deps, { caller, input, deliveryAt, key }))
  if (order.cardPaise === 0) return { client_secret: null, orderId: order.id, placed: true }
  return beginPayment(deps, order, input.paymentMethodId)
}

function deliveryTime(time: string): Date {
  const named = /(Z|[+-]\d\d:?\d\d)$/.test(time)
  return named ? new Date(time) : kolkataToInstant(time)
}

/**
 * An order that was kept before, to go on with; null when it was begun at a company that takes no new payments any more:
 * that one is ended, and the checkout begins anew.
 */
async function takeUp(deps: SettleDeps, order: OrderRow): Promise<OrderRow | null> {
  if (order.state === 'placed') return order
  const payment = await findPayment(deps.db, order.id)
  if (!payment || payment.provider === deps.payments.active.name) return order
  await endUnpaidOrder(deps, order.id)
  const ended = await findOrder(deps.db, order.id)
  return ended?.state === 'expired' ? null : ended
}

interface Checkout {
  caller: Caller
  input: ProcessPaymentInput
  deliveryAt: Date
  key: string
}

async function keepOrder(deps: SettleDeps, checkout: Checkout): Promise<OrderRow> {
  const { caller, input, deliveryAt, key } = checkout
  const now = deps.clock.now()
  const refusal = refuseDelivery(deliveryAt, now)
  if (refusal) throw new AppError('invalid', refusal, { errors: { time: refusal } })

  const kept = await deps.db.transaction(async (tx) => {
    const { lines, price } = await priceOrder(tx, input, now)
    if (deps.payments.active.needsPaymentMethod) refuseWithoutCard(input, price)
    const customer = await customerOf(tx, caller.id)
    const address = input.address
    const order = newOrder({ caller, key, address, deliveryAt, customer, price, now })
    const inserted = await insertOrder(tx, order, lines.map(newItem))
    if (!inserted) return null
    if (order.cardPaise > 0) {
      const provider = deps.payments.active.name
      await insertPayment(tx, { orderId: order.id, provider, amountPaise: order.cardPaise, now })
    } else {
      await bookOrder(deps, tx, { orderId: order.id, by: caller })
    }
    return inserted
  })
  if (kept) return kept
  // The same checkout was sent twice at once, and the other one was first.
  const first = await findOrderByKey(deps.db, caller.id, key)
  if (!first) throw expiredJustNow()
  return first
}

/** The lines and what they cost as the catalogue is now; refused when that is not what was sent. Held as `tx` lasts. */
async function priceOrder(tx: Database, input: ProcessPaymentInput, now: Date) {
  const ids = input.order.filter((line) => !line.customize).map(({ cakeid }) => cakeid)
  const cakes = await findCakesForPricing(tx, [...new Set(ids)])
  const { lines, changes } = checkCart(input.order, cakes)
  Object.assign(changes, await holdDesigns(tx, input.order, now))
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
  customer: { name: string; email: string; mobileno: string }
  price: CartPrice
  now: Date
}): NewOrder {
  const { caller, key, address, deliveryAt, customer, price, now } = from
  return {
    id: crypto.randomUUID(),
    userId: caller.id,
    customerName: customer.name,
    customerEmail: customer.email,
    customerMobile: customer.mobileno,
    address,
    deliveryAt,
    state: 'awaiting_payment',
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
    id: crypto.randomUUID(),
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
  order: OrderRow,
  paymentMethodId: string | null | undefined,
): Promise<PlacedOrder> {
  const known = await findPayment(db, order.id)
  const provider = providerNamed(payments, known?.provider ?? payments.active.name)
  const start = (paymentId: string | null) =>
    provider.startPayment({
      key: order.id,
      paymentId,
      paymentMethodId: paymentMethodId ?? null,
      amountPaise: order.cardPaise,
      currency: 'INR',
      reference: order.id,
      email: order.customerEmail,
    })
  const begun = await start(known?.providerPaymentId ?? null)
  const counts = await db.transaction((tx) => keepBegun(tx, order.id, begun.id))
  const payment = counts === begun.id ? begun : await start(counts)
  return {
    client_secret: payment.clientSecret,
    orderId: order.id,
    placed: order.state === 'placed',
  }
}

/** Notes the company's id, unless the order has ended meanwhile: then nobody may learn how to pay it. */
async function keepBegun(tx: Database, orderId: string, paymentId: string): Promise<string> {
  const held = await lockOrder(tx, orderId)
  if (held?.state === 'expired') throw expiredJustNow()
  return keepProviderPaymentId(tx, orderId, paymentId)
}

function expiredJustNow(): AppError {
  return new AppError('conflict', 'This order has just expired. Please try again.')
}
