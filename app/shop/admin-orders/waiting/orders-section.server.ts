import type { Database } from '#platform/database/database.server.ts'
import { pendingOrders } from '#shop/orders/orders.store.server.ts'
import { countCustomCakes } from '../admin-orders.store.server.ts'
import { orderNumberOf } from '../order-search.ts'
import { toWaitingOrder } from './waiting-order.ts'

/** How many waiting orders a page of the dashboard has. */
export const pendingPerPage = 20

/** What the section 'Orders' of the panel shows; `search` is the query of the page's address: ?ordersBefore=1042. */
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
    /** The number that the orders come before; null where they are the newest. */
    before,
    /** The number that the next page's orders come before; null on the last. */
    next: found.length > pendingPerPage ? (orders.at(-1)?.number ?? null) : null,
    customCounts,
    now: now.toISOString(),
  }
}
