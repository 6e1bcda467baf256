import { createHash } from 'node:crypto'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import type { Guest } from '#shop/accounts/accounts.schema.ts'
import { addGuest } from '#shop/accounts/accounts.store.server.ts'
import {
  chooseDelivery,
  requireMinimum,
  reserveDelivery,
} from '#shop/delivery/options/choose-delivery.server.ts'
import { findWantedSlot } from '#shop/delivery/options/list-slots.server.ts'
import { addDoorPayment, type PaidBy } from '#shop/handling/door/take-door-money.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { businessParts } from '#shop/orders/business/business.ts'
import { giftColumns, giftParts } from '#shop/orders/gift/gift.ts'
import { lockGuest } from '#shop/orders/guest/keep-order.store.server.ts'
import type { payByLinkMail } from '#shop/orders/mails/pay-by-link-mail.server.ts'
import {
  type CashOrder,
  cashError,
  cashPlanOf,
  paidAheadError,
  trustedPayer,
} from '#shop/orders/money/cash-on-delivery.ts'
import type { NetCharge } from '#shop/orders/money/ledger.ts'
import { isKnownEnough } from '#shop/orders/money/paid-ahead.store.server.ts'
import { taxedCharges } from '#shop/orders/money/taxed-charges.ts'
import { noSuchOrder, unpaidOrderLifetimeMs } from '#shop/orders/order-rules.ts'
import { findOrder, lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { placeOrder } from '#shop/paying/place-order.server.ts'
import { parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import { placeOf, splitAddress } from '#shop/values/india-address.ts'
import type { Paise } from '#shop/values/money.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import {
  type CheckoutOrder,
  cancelUnbegun,
  countOpenRequests,
  insertCheckout,
  isCheckoutTaken,
  lockRequesters,
  type NewOrderItem,
} from '../checkout.store.server.ts'
import { countOpenCashOrders, lockCashCustomer } from './cash-orders.store.server.ts'
import { priceOrder } from './price-order.server.ts'

/** An order that a colleague places for the caller, who need not be known to the shop to pay in cash. */
export interface ByStaff {
  by: Caller
  /** How it is paid now, in full; null if it is paid when it is handed over, or online by its link. */
  paid: PaidBy | null
  /** Who is added, and is the caller of this order. */
  guest: Guest
  /** An order with their number that this one replaces. */
  replacedOrderId?: string
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

export function readRequest(
  request: Pick<CheckoutRequest, 'caller' | 'address' | 'input' | 'staff'>,
): CheckoutRequest {
  const { input } = request
  const deliveryAt = parseDeliveryTime(input.time)
  return { ...request, deliveryAt, key: checkoutKey(input, deliveryAt) }
}

/**
 * Identifies a checkout: the client's `checkoutId` and everything that is ordered. The payment method is left out, so
 * that another card after a decline pays the same order, and nothing is ordered both by card and in cash.
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
      // For a ready-made cake it is not the customer's choice.
      customize ? egg : null,
    ],
  )
  const destination = input.pickup ? 'pickup' : input.address
  const checkout = [input.checkoutId, destination, deliveryAt.getTime()]
  const slot = input.slot ? [input.slot] : []
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...checkout,
        lines,
        ...slot,
        ...giftParts(input),
        ...businessParts(input.business),
      ]),
    )
    .digest('base64url')
}

/**
 * Prices the cart and stores it as an order: with its payment, or placed at once if nothing is paid by card.
 *
 * @returns null if this checkout has an order already
 */
export async function createCheckout(
  deps: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  await limitRequests(deps, request)
  try {
    return await deps.db.transaction((tx) => storeCheckout(deps, tx, request))
  } catch (error) {
    if (isCheckoutTaken(error)) return null
    throw error
  }
}

async function storeCheckout(
  deps: AppContext,
  tx: Database,
  request: CheckoutRequest,
): Promise<CheckoutOrder> {
  const { caller, input, staff, deliveryAt, key } = request
  const now = deps.clock.now()
  if (staff) await addGuest(tx, { ...staff.guest, id: caller.id }, now)
  if (staff?.replacedOrderId) await endReplaced(tx, staff, now)
  const { delivery, items, price } = await checkOrder(deps, tx, { ...request, now })
  const isOnline = !input.cash && price.cardTotal > 0
  const provider = isOnline ? requireProvider(deps, request) : null
  if (provider && !staff) await deps.limiter.countUnpaid(request.address)
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
    takenBy: staff?.by.email ?? null,
    ...(await reserveDelivery(deps, tx, {
      ...delivery,
      now,
      isPaid: provider === null,
      ...(staff && { holdMs: unpaidOrderLifetimeMs }),
    })),
  }
  const charges = chargesOf(items, price.shipping, delivery.place?.option.slot.surchargePaise ?? 0)
  const taxed = taxedCharges(charges, { items, shop: deps.shop, at: now })
  const stored = await insertCheckout(tx, {
    order,
    items,
    charges: taxed,
    provider,
    by: staff?.by.email ?? 'shop',
  })
  if (provider) {
    if (staff) {
      const about = { orderId: stored.id, reason: '' }
      await queueMail<typeof payByLinkMail>(deps, tx, 'pay-by-link', stored.id, about)
    }
    return stored
  }
  if (staff?.paid && stored.chargedPaise > 0) {
    const taken = { cause: 'counter' as const, paise: stored.chargedPaise, reason: '', at: now }
    await addDoorPayment(tx, stored, { ...taken, by: staff.by.email }, staff.paid)
  }
  const whole = await findOrder(tx, stored.id)
  if (!whole) throw new Error(`no order ${stored.id} to place`)
  await placeOrder(deps, tx, whole, { by: staff?.by ?? caller })
  return { ...stored, state: 'placed' }
}

const whyNotReplaced = {
  own: 'was not taken by staff, so its customer alone pays or leaves it.',
  others: 'is another customer’s. It ends by itself if it is not paid within the hour.',
  placed: 'is placed: it is paid online already, or when it is handed over. Open its page.',
  begun: 'is being paid online. Ask if it is paid, or wait until its hour is over.',
}

/** Ends an unpaid order in the transaction that stores the one in its stead. @throws AppError not_found, conflict */
async function endReplaced(tx: Database, { replacedOrderId = '', guest }: ByStaff, now: Date) {
  const order = await lockOrder(tx, replacedOrderId)
  if (!order) throw noSuchOrder()
  const refuse = (why: keyof typeof whyNotReplaced) =>
    fieldError('conflict', 'paid', `Order ${order.number} ${whyNotReplaced[why]}`)
  if (!order.takenBy) throw refuse('own')
  if (order.customerMobile !== guest.mobileno) throw refuse('others')
  if (order.state === 'placed') throw refuse('placed')
  if (order.state === 'expired') return
  if (!(await cancelUnbegun(tx, order.id, now))) throw refuse('begun')
  await markExpired(tx, order.id)
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

async function checkOrder(
  deps: AppContext,
  tx: Database,
  { caller, input, staff, deliveryAt, now }: CheckoutRequest & { now: Date },
) {
  const isCustom = input.order.some(({ customize }) => customize)
  const requesters = isCustom && !staff ? await lockRequesters(tx, caller) : []
  await requireGuest(tx, caller)
  requireTaxpayer(deps, input)
  const delivery = await chooseDelivery(deps, tx, { input, deliveryAt, now })
  const { items, price } = await priceOrder(tx, input, { delivery, now })
  requireMinimum(delivery, price)
  if (!staff) await requireFewRequests(tx, { requesters, items, max: deps.maxCakesAwaitingPrice })
  if (input.cash && !staff) await requireCash(deps, tx, { caller, input, deliveryAt, price })
  if (input.cash && staff && !staff.paid && price.cardTotal > 0) requirePaidAhead(input, delivery)
  const minutes = delivery.place?.minutes ?? []
  const timed = items.map((item, line) => ({ ...item, kitchenMinutes: minutes[line] ?? 0 }))
  return { delivery, items: timed, price }
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
  const requests = input.order.filter(({ customize }) => customize).length
  if (requests === 0 || staff) return
  await limiter.attempt('request-cake', address, requests)
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
function requireTaxpayer({ shop }: AppContext, { business }: ProcessPaymentInput) {
  if (!business || shop.gst === 'regular') return
  throw fieldError('conflict', 'business', 'We write no GST invoices. Please remove the business.')
}

/** @throws AppError conflict for an order by phone of which nothing may be due at the hand-over */
function requirePaidAhead(
  { recipient, pickup }: ProcessPaymentInput,
  { place, address }: Awaited<ReturnType<typeof chooseDelivery>>,
) {
  const error = paidAheadError({
    ...trustedPayer,
    pincode: pickup ? null : placeOf(address).pincode,
    isForSomebodyElse: recipient !== null,
    takesCash: true,
    isAtMidnight: place?.option.slot.kind === 'midnight',
  })
  if (error) throw fieldError('conflict', 'paid', error)
}

/** Of a customer, with a mobile, of a mailbox, or to an address: each is baked before it is paid. */
const maxOpenCashOrders = 3

/**
 * @throws AppError conflict if the order cannot be paid in cash, or its customer has too many open cash orders; invalid
 *   for a time without a slot
 */
export async function requireCash(
  { deliveryPlan, clock, shop }: Pick<AppContext, 'deliveryPlan' | 'clock' | 'shop'>,
  tx: Database,
  {
    caller,
    input,
    deliveryAt,
    price,
  }: { caller: Caller; input: ProcessPaymentInput; deliveryAt: Date; price: CashOrder['price'] },
) {
  const plan = cashPlanOf(deliveryPlan.current())
  if (!plan) throw fieldError('conflict', 'cash', 'This order is paid online.')
  const { mobile, email, emailVerified } = await lockCashCustomer(tx, caller.id)
  const wanted = { time: deliveryAt, slotId: input.slot, isPickup: input.pickup, now: clock.now() }
  const error = cashError(plan, {
    price,
    pincode: input.pickup ? null : (splitAddress(input.address ?? '')?.pincode ?? ''),
    slotId: findWantedSlot(deliveryPlan.current(), wanted).slot.id,
    isForSomebodyElse: input.recipient !== null,
    isGuest: caller.isGuest === true,
    emailVerified,
    isKnown: await isKnownEnough({ shop }, tx, { id: caller.id, email, emailVerified }),
  })
  if (error) throw fieldError('conflict', 'cash', error)
  const address = input.pickup ? null : (input.address ?? null)
  const open = await countOpenCashOrders(tx, { userId: caller.id, mobile, email, address })
  if (open < maxOpenCashOrders) return
  const sentence = `You have ${maxOpenCashOrders} orders in cash that have not arrived yet. Please pay this one online.`
  throw fieldError('conflict', 'cash', sentence)
}
