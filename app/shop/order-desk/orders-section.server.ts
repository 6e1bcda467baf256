import type { Database } from '#platform/database/database.server.ts'
import { pendingOrders } from '#shop/orders/orders.store.server.ts'
import { pendingOrdersShown } from '#shop/orders/pending-orders.ts'
import { toWaitingOrder } from './waiting-order.ts'

/** What the section 'Orders' of the panel shows: the newest orders that wait, and whether there are more. */
export async function loadOrdersSection({ db, now }: { db: Database; now: Date }) {
  const found = await pendingOrders(db, pendingOrdersShown + 1)
  return {
    orders: found.slice(0, pendingOrdersShown).map(toWaitingOrder),
    more: found.length > pendingOrdersShown,
    now: now.toISOString(),
  }
}
