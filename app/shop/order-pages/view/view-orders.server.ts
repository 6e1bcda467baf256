import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { orderSchema, toApiOrder } from '#shop/orders/api/order.schema.ts'
import { codeToAsk } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { isLinkOver, payPath, trackingUrls } from '#shop/orders/links/tracking-link.server.ts'
import { awaitsAddress, cancelError, notYours } from '#shop/orders/order-rules.ts'
import { placedOrdersOf } from '#shop/orders/orders.store.server.ts'
import { showOrders } from '#shop/orders/quotes/quotes.store.server.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { withDocuments } from '#shop/papers/papers.store.server.ts'

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
    const found = await viewOrders(shop, { caller, email, before })
    const now = shop.clock.now()
    return found.map((order) => toApiOrder(order, { canCancel: cancelError(order, now) === null }))
  })
}

/** The customer's own page of an order, where it is tracked, shared, changed and reported. */
interface OrderPage {
  url: string
  /** Where a change is paid. */
  payUrl: string
  /** The rider asks for these four digits; null for pickup, and once it has arrived. */
  code: string | null
  /** The recipient's page, which asks them for the address; null if it is known. */
  askUrl: string | null
}

/** By the order's id; left out once the page does not open any more. */
export async function loadOrderPages(
  deps: AppContext,
  orders: readonly ShownOrder[],
): Promise<Record<string, OrderPage>> {
  const open = orders.filter((order) => !isLinkOver(order, deps.clock.now()))
  const ids = open.map(({ id }) => id)
  const urls = await trackingUrls(deps, ids, 'sender')
  const asking = open.filter(awaitsAddress).map(({ id }) => id)
  const askUrls = await trackingUrls(deps, asking, 'recipient')
  return Object.fromEntries(
    open.map((order): [string, OrderPage] => [
      order.id,
      {
        url: urls.get(order.id) ?? '',
        payUrl: payPath(deps, order.id),
        code: codeToAsk(deps, order),
        askUrl: askUrls.get(order.id) ?? null,
      },
    ]),
  )
}

/**
 * The placed orders of the caller, or for staff those of an e-mail, newest first, 50 at a time; `before` is the lowest
 * number of the previous page. A guest sees only their own orders, even if others have the same e-mail.
 *
 * @throws AppError forbidden for another customer's orders, except for staff who see orders
 */
export async function viewOrders(
  { db }: AppContext,
  { caller, email, before }: { caller: Caller; email: string; before?: number },
): Promise<ShownOrder[]> {
  const owner = email.toLowerCase()
  const isOwn = owner === caller.email
  if (!isOwn && !may(caller.role, 'see-orders')) throw notYours()
  const whose = isOwn ? { userId: caller.id } : { email: owner }
  const found = await placedOrdersOf(db, whose, { before, limit: ordersPerPage })
  return withDocuments(db, await showOrders(db, found))
}
