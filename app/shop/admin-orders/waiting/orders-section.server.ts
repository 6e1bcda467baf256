import type { Database } from '#platform/database/database.server.ts'
import { pendingOrders } from '#shop/orders/orders.store.server.ts'
import { countCustomCakes } from '../admin-orders.store.server.ts'
import { orderNumberOf } from '../order-search.ts'
import { toWaitingOrder } from './waiting-order.ts'

export const pendingPerPage = 20

/** First due first. `search` is the query of the page's URL: ?ordersAfter=1042. */
export async function loadOrdersSection(
  { db, now }: { db: Database; now: Date },
  search: URLSearchParams,
) {
  const after = orderNumberOf(search.get('ordersAfter') ?? '')
  const [found, customCounts] = await Promise.all([
    pendingOrders(db, { limit: pendingPerPage + 1, isByDue: true, before: after }),
    countCustomCakes(db, now),
  ])
  const orders = found.slice(0, pendingPerPage).map(toWaitingOrder)
  return {
    orders,
    /** Orders due after the one with this number; null for the first. */
    after,
    /** The next page has orders due after this one; null on the last page. */
    next: found.length > pendingPerPage ? (orders.at(-1)?.number ?? null) : null,
    customCounts,
    now: now.toISOString(),
  }
}
