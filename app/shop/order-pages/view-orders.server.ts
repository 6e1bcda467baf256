import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { choicesOf } from '#shop/changes/changeable-parts.ts'
import { movesOf } from '#shop/handling/handling.store.server.ts'
import { loadPhotos } from '#shop/handling/photos/order-photos.server.ts'
import { orderSchema, toApiOrder } from '#shop/orders/api/order.schema.ts'
import { codeToAsk } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { hasEnded, hasLeft, receivedBy } from '#shop/orders/fulfilment/fulfilment-status.ts'
import {
  isLinkOver,
  payPath,
  type Tracked,
  trackingUrls,
} from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { mayReportPhoto } from '#shop/orders/order-photo.ts'
import {
  cancelError,
  isAddressMissing,
  isAnyMade,
  isLocked,
  locksAt,
  mayGiveAddress,
  notYours,
} from '#shop/orders/order-rules.ts'
import { placedOrdersOf } from '#shop/orders/orders.store.server.ts'
import { showOrders } from '#shop/orders/quotes/quotes.store.server.ts'
import { reviewsOf } from '#shop/orders/reviews/reviews.store.server.ts'
import { shownCourier } from '#shop/orders/shown-order.ts'
import { withDocuments } from '#shop/papers/papers.store.server.ts'
import { messagesOf } from '#shop/storefront/storefront.store.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { senderName } from '#shop/values/typed/typed.schema.ts'
import { timelineOf } from './timeline.tsx'

export const ordersPerPage = 50

/** `before` is the lowest number of the page before. */
export const olderOrders = z.object({
  before: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

const viewOrdersEndpoint = endpoint({
  method: 'POST',
  path: '/orders/viewOrders',
  tag: 'Orders',
  summary: "A customer's orders",
  description:
    "Placed orders, newest first, at most 50; `before` (an order's number) asks for older ones. One's own e-mail only; any for staff who see orders.",
  access: 'guest',
  body: z.object({ email: z.email('Invalid email') }),
  query: olderOrders,
  response: z.array(orderSchema),
  problems: [403],
})

export function serveViewOrders(api: Api, shop: AppContext) {
  api.serve(viewOrdersEndpoint, async ({ body: { email }, query: { before } }, { caller }) => {
    const found = await findOrdersOf(shop, { caller, email, before })
    const shown = await withDocuments(shop.db, await showOrders(shop.db, found))
    const now = shop.clock.now()
    return shown.map((order) => toApiOrder(order, { canCancel: cancelError(order, now) === null }))
  })
}

export type CustomersOrder = Awaited<ReturnType<typeof loadCustomersOrders>>[number]

/** Orders, and what belongs to each, for the pages of their customer. */
export async function loadCustomersOrders(shop: AppContext, orders: readonly Order[]) {
  const { db, clock } = shop
  const now = clock.now()
  const shown = await withDocuments(db, await showOrders(db, orders))
  const photos = await loadPhotos(db, orders)
  const conversations = await messagesOf(db, orders)
  const linked = orders.filter((order) => !isLinkOver(order, now))
  const gifts = linked.filter(
    (order) => order.recipientName !== null && isAnyMade(order) && !hasEnded(order.fulfilment),
  )
  const idsOf = (some: readonly Order[]) => some.map(({ id }) => id)
  const arrived = linked.filter((order) => order.arrivedAt !== null)
  const reviews = await reviewsOf(db, idsOf(arrived))
  const urls = await trackingUrls(shop, idsOf(linked), 'sender')
  const recipientUrls = await trackingUrls(shop, idsOf(gifts), 'recipient')
  return shown.map((order, index) => {
    const { dispatchHeldAt } = orders[index] as Order
    const { id, recipientName, recipientMobile: mobile } = order
    const url = urls.get(id) ?? null
    const recipientUrl = recipientUrls.get(id)
    const { leaving } = photos[id] ?? {}
    return {
      order,
      /** Where it is followed; null once no link opens it any more. */
      url,
      /** Of that link. */
      token: url?.split('/').at(-1) ?? null,
      /** Where a change is paid. */
      payUrl: payPath(shop, id),
      /** The rider asks for these four digits; null for pickup, and once it has arrived. */
      code: codeToAsk(shop, order),
      photos: photos[id] ?? {},
      /** Whether they may still say that something is wrong with the photo from before it leaves. */
      mayReportPhoto:
        leaving !== undefined &&
        mayReportPhoto({ ...order, dispatchHeldAt }, { takenAt: new Date(leaving) }, now),
      /** They reported the photo, and the baker has not released the order. */
      isHeld: dispatchHeldAt !== null,
      /** What they have said of its cakes. */
      reviews: reviews.filter(({ orderId }) => orderId === id),
      conversations: conversations.filter(({ orderId }) => orderId === id),
      /** Whether their page asks for the address; null for an order without one, and at its end. */
      recipient: recipientUrl
        ? {
            name: recipientName ?? '',
            mobile,
            url: recipientUrl,
            isAsked: isAddressMissing(order) && mayGiveAddress(order, now),
          }
        : null,
    }
  })
}

/**
 * The placed orders of the caller, or for staff those of an e-mail, newest first, 50 at a time; `before` is the lowest
 * number of the previous page. A guest sees only their own orders, even if others have the same e-mail.
 *
 * @throws AppError forbidden for another customer's orders, except for staff who see orders
 */
export async function findOrdersOf(
  { db }: AppContext,
  { caller, email, before }: { caller: Caller; email: string; before?: number },
): Promise<Order[]> {
  const owner = email.toLowerCase()
  const isOwn = owner === caller.email
  if (!isOwn && !may(caller.role, 'see-orders')) throw notYours()
  const whose = isOwn ? { userId: caller.id } : { email: owner }
  return placedOrdersOf(db, whose, { before, limit: ordersPerPage })
}

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
