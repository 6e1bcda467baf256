import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { loadPhotos } from '#shop/handling/photos/order-photos.server.ts'
import { orderSchema, toApiOrder } from '#shop/orders/api/order.schema.ts'
import { codeToAsk } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { isLinkOver, payPath, trackingUrls } from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { mayReportPhoto } from '#shop/orders/order-photo.ts'
import {
  cancelError,
  isAddressMissing,
  isAnyMade,
  mayGiveAddress,
  notYours,
} from '#shop/orders/order-rules.ts'
import { placedOrdersOf } from '#shop/orders/orders.store.server.ts'
import { showOrders } from '#shop/orders/quotes/quotes.store.server.ts'
import { reviewsOf } from '#shop/orders/reviews/reviews.store.server.ts'
import { withDocuments } from '#shop/papers/papers.store.server.ts'
import { messagesOf } from '#shop/storefront/storefront.store.server.ts'

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
