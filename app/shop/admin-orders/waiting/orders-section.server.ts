import type { Database } from '#platform/database/database.server.ts'
import { pendingOrders } from '#shop/orders/orders.store.server.ts'
import { countCustomCakes } from '../admin-orders.store.server.ts'
import { orderNumberOf } from '../order-search.ts'
import { toWaitingOrder } from './waiting-order.ts'

export const pendingPerPage = 20

/** `search` is the query of the page's URL: ?ordersBefore=1042. */
export async function loadOrdersSection(
  { db, now }: { db: Database; now: Date },
  search: URLSearchParams,
) {
  const before = orderNumberOf(search.get('ordersBefore') ?? '')
  const [found, customCounts] = await Promise.all([
    pendingOrders(db, { limit: pendingPerPage + 1, before }),
    countCustomCakes(db, now),
  ])
  const orders = found.slice(0, pendingPerPage).map(toWaitingOrder)
  return {
    orders,
    /** Orders below this number; null for the newest. */
    before,
    /** The next page has orders below this number; null on the last page. */
    next: found.length > pendingPerPage ? (orders.at(-1)?.number ?? null) : null,
    customCounts,
    now: now.toISOString(),
  }
}
