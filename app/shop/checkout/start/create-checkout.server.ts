import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import { minuteMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId, textHash } from '#platform/secrets.server.ts'
import { lockGuest } from '#shop/accounts/accounts.store.server.ts'
import { hasDays } from '#shop/cakes/cake-days.ts'
import { chooseDelivery, requireMinimum } from '#shop/delivery/options/choose-delivery.server.ts'
import { reserveDelivery } from '#shop/delivery/places.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { businessParts } from '#shop/orders/business.schema.ts'
import { takeCoupon } from '#shop/orders/coupons/coupons.server.ts'
import { unpaidTries } from '#shop/orders/coupons/coupons.store.server.ts'
import { giftColumns, giftParts } from '#shop/orders/gift/gift.ts'
import { requireCash } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { type NetCharge, ownUpi, payableBy } from '#shop/orders/money/ledger.ts'
import { loweredCharges, taxedCharges } from '#shop/orders/money/tax.ts'
import { findOrder, type NewOrderItem } from '#shop/orders/orders.store.server.ts'
import { takePieces } from '#shop/orders/sold/take-pieces.server.ts'
import { placeOrder } from '#shop/paying/settle-payment.server.ts'
import { expireUnpaidOrder } from '#shop/paying/start-payment.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { Paise } from '#shop/values/money.ts'
import {
  type CheckoutOrder,
  countOpenRequests,
  insertCheckout,
  isCheckoutTaken,
  lockRequesters,
} from '../checkout.store.server.ts'
import { type ProcessPaymentInput, priceOrder } from './price-order.server.ts'

/** An order that a colleague takes for the caller, a guest of theirs: limits of customers do not hold. */
export interface ByStaff {
  by: Caller
  /** In the transaction that stores the order, before it is checked. */
  prepare(tx: Database): Promise<void>
  /** In the same, after it is stored and before it is placed. */
  complete(tx: Database, order: Pick<CheckoutOrder, 'id' | 'chargedPaise'>): Promise<void>
}

export interface CheckoutRequest {
  caller: Caller
  /** Of the network. */
  address: string
  input: ProcessPaymentInput
  staff?: ByStaff
  deliveryAt: Date
  /** The same for a repeated checkout. */
  key: string
}

/**
 * Identifies a checkout: the client's `checkoutId` and everything that is ordered. The payment method is left out, so
 * that another card after a decline pays the same order, and nothing is ordered both by card and in cash.
 */
export function checkoutKey(input: ProcessPaymentInput, deliveryAt: Date): string {
  const lines = input.order.map(
    ({ cakeid, flavour, wt, egg, chosen, amount, bname, customize, detail, image }) => [
      cakeid,
      flavour,
      wt,
      amount,
      bname,
      customize,
      detail,
      image,
      // For a ready-made cake it is not the customer's choice.
      customize ? egg : null,
      ...chosen,
    ],
  )
  const destination = input.pickup ? 'pickup' : input.address
  const checkout = [input.checkoutId, destination, deliveryAt.getTime()]
  const slot = input.slot ? [input.slot] : []
  const coupon = input.coupon ? [{ coupon: input.coupon }] : []
  const parts = [...slot, ...giftParts(input), ...businessParts(input.business), ...coupon]
  return textHash(JSON.stringify([...checkout, lines, ...parts]))
}

/**
 * Prices the cart and stores it as an order: with its payment, or placed at once if nothing is paid by card.
 *
 * @returns null if this checkout has an order already
 */
export async function createCheckout(
  shop: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  await limitRequests(shop, request)
  await endOtherTries(shop, request)
  try {
    return await shop.db.transaction((tx) => storeCheckout(shop, tx, request))
  } catch (error) {
    if (isCheckoutTaken(error)) return null
    throw error
  }
}

async function storeCheckout(
  shop: AppContext,
  tx: Database,
  request: CheckoutRequest,
): Promise<CheckoutOrder> {
  const { caller, input, staff, deliveryAt, key } = request
  const now = shop.clock.now()
  await staff?.prepare(tx)
  const { delivery, items, price } = await checkOrder(shop, tx, { ...request, now })
  const isOnline = !input.cash && price.cardTotal > 0
  const provider = isOnline ? requireProvider(shop, request) : null
  const lastAt = deliveryAt.getTime() - delivery.leadMinutes * minuteMs
  const last = delivery.place?.option.orderBy ?? new Date(lastAt)
  const until = payableBy(provider, now, last)
  const isLookedFor = provider === ownUpi
  const order = {
    id: newId(),
    userId: caller.id,
    address: delivery.address,
    deliveryAt,
    leadMinutes: delivery.leadMinutes,
    checkoutKey: key,
    paymentMethod: isOnline ? ('provider' as const) : ('cash' as const),
    createdAt: now,
    ...giftColumns(input),
    business: input.business,
    coupon: input.coupon,
    takenBy: staff?.by.email ?? null,
    ...(await reserveDelivery(shop, tx, {
      ...delivery,
      now,
      isPaid: provider === null,
      ...((staff || isLookedFor) && { holdMs: until.getTime() - now.getTime() }),
      ...(!staff && provider && { network: request.address }),
    })),
  }
  const charges = chargesOf(items, price.shipping, delivery.place?.option.slot.surchargePaise ?? 0)
  const taxed = taxedCharges(charges, { items, shop: shop.shop, at: now })
  const stored = await insertCheckout(tx, {
    order,
    items,
    charges: taxed,
    taken: loweredCharges(takenByCoupon(items), taxed),
    provider,
    until,
    by: staff?.by.email ?? 'shop',
  })
  await staff?.complete(tx, stored)
  if (isLookedFor && !staff) {
    const about = { orderId: stored.id, reason: '' }
    await queueMail(shop, tx, 'pay-by-link', stored.id, about)
  }
  if (provider) return stored
  const whole = await findOrder(tx, stored.id)
  if (!whole) throw new Error(`no order ${stored.id} to place`)
  await placeOrder(shop, tx, whole, { by: staff?.by ?? caller })
  return { ...stored, state: 'placed' }
}

/** Charges of ready-made cakes and the delivery. A customised cake is charged when its price is agreed. */
function chargesOf(
  items: readonly NewOrderItem[],
  shippingPaise: Paise,
  surchargePaise: Paise,
): NetCharge[] {
  const lines: NetCharge[] = [
    ...items.map(({ id, unitPaise, amount }) => ({
      line: 'item' as const,
      itemId: id,
      paise: unitPaise * amount,
    })),
    { line: 'delivery', itemId: null, paise: shippingPaise - surchargePaise },
    { line: 'surcharge', itemId: null, paise: surchargePaise },
  ]
  return lines.filter(({ paise }) => paise > 0)
}

const takenByCoupon = (items: readonly NewOrderItem[]): NetCharge[] =>
  items.flatMap(({ id, couponPaise = 0 }) =>
    couponPaise > 0 ? { line: 'item', itemId: id, paise: -couponPaise } : [],
  )

async function checkOrder(
  shop: AppContext,
  tx: Database,
  { caller, input, staff, deliveryAt, now }: CheckoutRequest & { now: Date },
) {
  const isCustom = input.order.some(({ customize }) => customize)
  const requesters = isCustom && !staff ? await lockRequesters(tx, caller) : []
  await requireGuest(tx, caller)
  requireTaxpayer(shop, input)
  const delivery = await chooseDelivery(shop, tx, { input, deliveryAt, now })
  const coupon = input.coupon ? await takeCoupon(tx, { code: input.coupon, by: caller, now }) : null
  const day = delivery.place?.option.day ?? kolkataDay(deliveryAt)
  await takePieces(shop, tx, { lines: input.order, day })
  const { items, price } = await priceOrder(tx, input, { delivery, coupon, now })
  requireMinimum(delivery, price)
  if (!staff) await requireFewRequests(tx, { requesters, items, max: shop.maxCakesAwaitingPrice })
  if (input.cash && !staff) await requireCash(shop, tx, { caller, input, deliveryAt, price })
  const minutes = delivery.place?.minutes ?? []
  const timed = items.map((item, line) => ({ ...item, kitchenMinutes: minutes[line] ?? 0 }))
  return { delivery, items: timed, price }
}

/**
 * A coupon, or a piece of a cake of which there are few, is for one cart: who comes again with another, such as one for
 * another time, has not used it yet.
 */
async function endOtherTries(shop: AppContext, { caller, input, key }: CheckoutRequest) {
  const { byId } = shop.publishedCakes.current()
  const cakeIds = input.order
    .map(({ cakeid }) => cakeid)
    .filter((id) => {
      const cake = byId.get(id)
      return cake && hasDays(cake)
    })
  if (!input.coupon && cakeIds.length === 0) return
  const tries = { userId: caller.id, coupon: input.coupon, cakeIds, but: key }
  for (const orderId of await unpaidTries(shop.db, tries)) {
    await expireUnpaidOrder(shop, orderId)
  }
}

/** The name of the provider that takes new payments. @throws AppError invalid without the card that it needs */
function requireProvider({ payments }: AppContext, { input, staff }: CheckoutRequest): string {
  const { name, needsPaymentMethod } = payments.active
  if (!needsPaymentMethod || input.paymentMethodId || staff) return name
  throw fieldError('invalid', 'paymentMethodId', 'A card is needed to pay this order.')
}

/** @throws AppError conflict if too many customised cakes of the customer would wait for a price */
async function requireFewRequests(
  tx: Database,
  request: { requesters: string[]; items: readonly NewOrderItem[]; max: number | undefined },
) {
  const { requesters, items, max = defaultMaxCakesAwaitingPrice } = request
  const added = items.filter(({ customize }) => customize).length
  if (added === 0) return
  if ((await countOpenRequests(tx, requesters)) + added <= max) return
  throw new AppError(
    'conflict',
    `You can have ${max} customised cakes waiting for a price. Please wait for our baker’s quotes, or call us.`,
  )
}

/** Each is work for the baker and a mail to an unconfirmed address. */
const defaultMaxCakesAwaitingPrice = 5

/** Before the transaction: the limiter may need a connection of its own. @throws AppError too_many */
async function limitRequests({ limiter }: AppContext, { address, input, staff }: CheckoutRequest) {
  if (staff) return
  if (!input.cash) await limiter.attempt('order', address)
  const requests = input.order.filter(({ customize }) => customize).length
  if (requests > 0) await limiter.attempt('request-cake', address, requests)
}

/**
 * Locks the guest, so that no order is moved to an account meanwhile.
 *
 * @throws AppError not_signed_in if an account has the guest's orders
 */
async function requireGuest(tx: Database, caller: Caller) {
  if (caller.isGuest && !(await lockGuest(tx, caller.id))) {
    throw new AppError('not_signed_in', 'Please log in first.')
  }
}

/** @throws AppError conflict for a business if the shop collects no tax that it could take back */
function requireTaxpayer({ shop: { gst } }: AppContext, { business }: ProcessPaymentInput) {
  if (!business || gst === 'regular') return
  throw fieldError('conflict', 'business', 'We write no GST invoices. Please remove the business.')
}
