import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { releasePlace } from '#shop/delivery/reservations.store.server.ts'
import { giftColumns } from '#shop/orders/gift/gift.ts'
import { requireCash } from '../cash/require-cash.server.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import {
  type CheckoutOrder,
  countOpenRequests,
  insertCheckout,
  lockAskers,
  type NewOrderItem,
} from '../checkout.store.server.ts'
import type { CheckoutDeps } from '../checkout-deps.server.ts'
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
  deps: CheckoutDeps,
  request: CheckoutRequest,
): Promise<CheckoutOrder | null> {
  const { caller, input, deliveryAt, key } = request
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const { delivery, items, price } = await checkOrder(deps, tx, { ...request, now })
    const { cardPaise, cashPaise } = input.cash
      ? { cardPaise: 0, cashPaise: price.total }
      : { cardPaise: price.cardTotal, cashPaise: price.cashTotal }
    const provider = cardPaise > 0 ? requireProvider(deps, input) : null
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
      ...(await reserveDelivery(deps, tx, { ...delivery, now, isPaid: provider === null })),
    }
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

/** What is ordered, where it goes and what it costs, if the shop can take this order from this customer. */
async function checkOrder(
  deps: CheckoutDeps,
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
function requireProvider({ payments }: CheckoutDeps, input: ProcessPaymentInput): string {
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
