import type { AppContext } from '#app/context.server.ts'
import { choicesOf } from '#shop/changes/order-change.ts'
import { movesOf } from '#shop/handling/fulfilment/order-moves.store.server.ts'
import { timelineOf } from '#shop/handling/fulfilment/timeline.tsx'
import { codeToAsk } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { hasLeft, receivedBy } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Tracked } from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade, isLocked, locksAt, mayGiveAddress } from '#shop/orders/order-rules.ts'
import { shownCourier } from '#shop/orders/shown-order.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { senderName } from '#shop/values/typed/person-name.ts'
import { loadCustomersOrders } from './view-orders.server.ts'

/** What the page of a link shows. Its audience must not know what is left out here. */
export async function showTracked(shop: AppContext, { order, audience, isGuests }: Tracked) {
  const tracked = await ofBoth(shop, order)
  return audience === 'recipient'
    ? ofRecipient(shop, order, tracked)
    : ofSender(shop, { order, tracked, isGuests })
}

/** What sender and recipient see; instants of its steps in ISO 8601. */
export type TrackedOrder = Awaited<ReturnType<typeof ofBoth>>

async function ofBoth(shop: AppContext, order: Order) {
  const { number, fulfilment, isPickup, deliveryAt, slotStartsAt, slotEndsAt } = order
  const moves = await movesOf(shop.db, order.id)
  const isCancelled = !isAnyMade(order)
  const ended = moves.findLast(({ move }) => move === 'deliver' || move === 'fail')
  const placedAt = order.placedAt ?? order.createdAt
  return {
    number,
    fulfilment,
    isCancelled,
    isPickup,
    timeline: timelineOf({ fulfilment, isPickup, isCancelled, placedAt, moves }),
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    /** The rider asks for these four digits; null for pickup, and once it has arrived. */
    code: codeToAsk(shop, order),
    courier: shownCourier(order),
    /** Who received it, or why it could not be handed over; '' before, also while the rider tries again. */
    outcome: fulfilment === 'out_for_delivery' ? '' : receivedBy(ended?.detail ?? '', order),
  }
}

/** 'Baking' would tell what it is. */
const labelsOfRecipient: Partial<Record<string, string>> = { Baking: 'Being made' }

/** The order as its recipient sees it: nothing of its cakes, prices or texts. */
export type OrderOfRecipient = ReturnType<typeof ofRecipient>

function ofRecipient({ clock }: AppContext, order: Order, tracked: TrackedOrder) {
  const parts = splitAddress(order.address)
  const now = clock.now()
  const isOpen = !order.isPickup && !tracked.isCancelled && mayGiveAddress(order, now)
  const until = isLocked(order, now) ? (order.slotStartsAt ?? order.deliveryAt) : locksAt(order)
  return {
    ...tracked,
    timeline: tracked.timeline.map((step) => ({
      ...step,
      label: labelsOfRecipient[step.label] ?? step.label,
    })),
    audience: 'recipient' as const,
    /** Who sends it, by first name; null while it is a surprise. */
    from: order.isSurprise && !hasLeft(order.fulfilment) ? null : senderName(order),
    /** As the sender typed it. */
    name: order.recipientName ?? '',
    mobile: order.recipientMobile,
    riderNote: order.riderNote,
    /** Without pincode and city; '' if it is not known. */
    street: parts?.address.trim() ?? order.address,
    /** '560001, Bengaluru', which cannot be changed here. */
    pincodeAndCity: parts ? `${parts.pincode}, ${parts.city}` : '',
    /** Until when address and number may be changed; null once they may not. */
    changesUntil: isOpen && parts ? until.toISOString() : null,
  }
}

/** The order as its sender sees it. */
export type OrderOfSender = Awaited<ReturnType<typeof ofSender>>

async function ofSender(
  shop: AppContext,
  { order, tracked, isGuests }: { order: Order; tracked: TrackedOrder; isGuests: boolean },
) {
  const [found] = await loadCustomersOrders(shop, [order])
  if (!found) throw new Error(`order ${order.id} is not shown`)
  return {
    ...tracked,
    ...found,
    audience: 'sender' as const,
    now: shop.clock.now().toISOString(),
    choices: choicesOf([order], shop.publishedCakes.current().byId),
    /** View Orders shows it, because the sender has an account. */
    isInAccount: !isGuests,
  }
}
