import type { AppContext } from '#app/context.server.ts'
import { choicesOf } from '#shop/changes/order-change.ts'
import { movesOf, type OrderMoveRow } from '#shop/handling/fulfilment/order-moves.store.server.ts'
import { type TimelineStep, timelineOf } from '#shop/handling/fulfilment/timeline.tsx'
import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'
import { codeToAsk } from '#shop/orders/fulfilment/delivery-code.server.ts'
import {
  type FulfilmentStatus,
  hasLeft,
  receivedBy,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Tracked } from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade, isLocked, locksAt, mayGiveAddress } from '#shop/orders/order-rules.ts'
import { type ShownCourier, shownCourier } from '#shop/orders/shown-order.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { senderName } from '#shop/values/typed/person-name.ts'
import { loadCustomersOrders } from './view-orders.server.ts'

/** What the page of a link shows. Its audience must not know what is left out here. */
export async function showTracked(deps: AppContext, { order, audience, isGuests }: Tracked) {
  const moves = await movesOf(deps.db, order.id)
  const common = trackedOrder(deps, { order, moves })
  return audience === 'recipient'
    ? ofRecipient(deps, order, common)
    : ofSender(deps, { order, common, isGuests })
}

function trackedOrder(
  deps: AppContext,
  { order, moves }: { order: Order; moves: readonly OrderMoveRow[] },
): TrackedOrder {
  const isCancelled = !isAnyMade(order)
  const ended = moves.findLast(({ move }) => move === 'deliver' || move === 'fail')
  return {
    number: order.number,
    fulfilment: order.fulfilment,
    isCancelled,
    isPickup: order.isPickup,
    timeline: timelineOf({
      ...order,
      isCancelled,
      placedAt: order.placedAt ?? order.createdAt,
      moves,
    }),
    deliveryAt: order.deliveryAt,
    slotStartsAt: order.slotStartsAt,
    slotEndsAt: order.slotEndsAt,
    code: codeToAsk(deps, order),
    courier: shownCourier(order),
    // Of the try before, once the rider has left again.
    outcome: order.fulfilment === 'out_for_delivery' ? '' : receivedBy(ended?.detail ?? '', order),
  }
}

/** 'Baking' would tell what it is. */
const labelsOfRecipient: Partial<Record<string, string>> = { Baking: 'Being made' }

function ofRecipient({ clock }: AppContext, order: Order, common: TrackedOrder): OrderOfRecipient {
  const parts = splitAddress(order.address)
  const now = clock.now()
  const isOpen = !order.isPickup && !common.isCancelled && mayGiveAddress(order, now)
  const until = isLocked(order, now) ? (order.slotStartsAt ?? order.deliveryAt) : locksAt(order)
  return {
    ...common,
    timeline: common.timeline.map((step) => ({
      ...step,
      label: labelsOfRecipient[step.label] ?? step.label,
    })),
    audience: 'recipient',
    from: order.isSurprise && !hasLeft(order.fulfilment) ? null : senderName(order),
    name: order.recipientName ?? '',
    mobile: order.recipientMobile,
    riderNote: order.riderNote,
    street: parts?.address.trim() ?? order.address,
    pincodeAndCity: parts ? `${parts.pincode}, ${parts.city}` : '',
    changesUntil: isOpen && parts ? until.toISOString() : null,
  }
}

async function ofSender(
  shop: AppContext,
  { order, common, isGuests }: { order: Order; common: TrackedOrder; isGuests: boolean },
) {
  const [found] = await loadCustomersOrders(shop, [order])
  if (!found) throw new Error(`order ${order.id} is not shown`)
  return {
    ...common,
    ...found,
    audience: 'sender' as const,
    now: shop.clock.now().toISOString(),
    choices: choicesOf([order], shop.publishedCakes.current().byId),
    /** View Orders shows it, because the sender has an account. */
    isInAccount: !isGuests,
  }
}

/** The order as its sender sees it. */
export type OrderOfSender = Awaited<ReturnType<typeof ofSender>>

/** What both audiences see; instants in ISO 8601. */
export interface TrackedOrder extends DeliveryTime {
  number: number
  fulfilment: FulfilmentStatus
  isCancelled: boolean
  timeline: TimelineStep[]
  isPickup: boolean
  /** The rider asks for these four digits; null for pickup, and once it has arrived. */
  code: string | null
  courier: ShownCourier | null
  /** Who received it, or why it could not be handed over; '' before. */
  outcome: string
}

/** The order as its recipient sees it: nothing of its cakes, prices or texts. */
export interface OrderOfRecipient extends TrackedOrder {
  audience: 'recipient'
  /** Who sends it, by first name; null while it is a surprise. */
  from: string | null
  /** As the sender typed it. */
  name: string
  mobile: string
  riderNote: string
  /** Without pincode and city; '' if it is not known. */
  street: string
  /** '560001, Bengaluru', which cannot be changed here. */
  pincodeAndCity: string
  /** Until when address and number may be changed; null once they may not. */
  changesUntil: string | null
}
