import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { releasePlace } from '#shop/delivery/reservations.store.server.ts'
import { giftColumns } from '#shop/orders/gift/gift.ts'
import type { NetCharge } from '#shop/orders/money/ledger.ts'
import type { Paise } from '#shop/values/money.ts'
import { requireCash } from '../cash/require-cash.server.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import {
  type CheckoutOrder,
  countOpenRequests,
  insertCheckout,
  lockAskers,
  type NewOrderItem,
} from '../checkout.store.server.ts'
import { placeOrder } from '../place-order.server.ts'
import type { CheckoutRequest } from './checkout-request.server.ts'
import { chooseDelivery, requireMinimum, reserveDelivery } from './choose-delivery.server.ts'
import { requireFirstOrder } from './guest-order.server.ts'
import { priceOrder } from './price-order.server.ts'

/**
 * Prices the cart and stores it as an order: with its payment, or placed at once when nothing is paid by card.
 *
 * @returns null when this checkout has an order already
 */
export async function createCheckout(
  deps: AppContext,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const { caller, input, deliveryAt, key } = request
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const { delivery, items, price } = await checkOrder(deps, tx, { ...request, now })
    const isOnline = !input.cash && price.cardTotal > 0
    const provider = isOnline ? requireProvider(deps, input) : null
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
      ...(await reserveDelivery(deps, tx, { ...delivery, now, isPaid: provider === null })),
    }
    const charges = chargesOf(
      items,
      price.shipping,
      delivery.place?.option.slot.surchargePaise ?? 0,
    )
    const added = await insertCheckout(tx, { order, items, charges, provider })
    if (!added) {
      if (order.reservationId) await releasePlace(tx, order.reservationId)
      return null
    }
    const stored = { ...order, ...added, chargedPaise: price.cardTotal }
    if (provider) {
      const payment = { provider, providerId: null }
      return { ...stored, state: 'awaiting_payment', payment }
    }
    await placeOrder(deps, tx, { orderId: order.id, by: caller })
    return { ...stored, state: 'placed', payment: null }
  })
}

/** What is owed for ready-made cakes and the delivery. A customised cake is charged once its price is agreed. */
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

/** What is ordered, where it goes and what it costs, if the shop can take this order from this customer. */
async function checkOrder(
  deps: AppContext,
  tx: Database,
  { caller, input, deliveryAt, now }: CheckoutRequest & { now: Date },
) {
  const isCustom = input.order.some(({ customize }) => customize)
  const askers = isCustom ? await lockAskers(tx, caller) : []
  await requireFirstOrder(tx, caller)
  const delivery = await chooseDelivery(deps, tx, { input, deliveryAt, now })
  const { items, price } = await priceOrder(tx, input, { delivery, now })
  requireMinimum(delivery, price)
  await requireFewRequests(tx, { askers, items, max: deps.maxCakesAwaitingPrice })
  if (input.cash) await requireCash(deps, tx, { caller, input, deliveryAt, price })
  return { delivery, items, price }
}

/** The name of the provider that takes new payments. @throws AppError invalid without the card that it needs */
function requireProvider({ payments }: AppContext, input: ProcessPaymentInput): string {
  const { name, needsPaymentMethod } = payments.active
  if (!needsPaymentMethod || input.paymentMethodId) return name
  throw fieldError('invalid', 'paymentMethodId', 'A card is needed to pay this order.')
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
