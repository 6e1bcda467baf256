import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Order } from '../order.schema.ts'
import { ordersPerPage } from '../orders.endpoints.ts'
import { placedOrdersOf } from '../orders.store.server.ts'

/**
 * The placed orders of an account, newest first, 50 at a time; `before` is the number of the oldest one known.
 *
 * @throws AppError forbidden for another's orders, unless an administrator asks
 */
export async function viewOrders(
  db: Database,
  { caller, email, before }: { caller: Caller; email: string; before?: number },
): Promise<Order[]> {
  const asked = email.toLowerCase()
  if (asked !== caller.email && !caller.isAdmin) throw notYours()
  return placedOrdersOf(db, asked, { before, limit: ordersPerPage })
}

/** One answer for another's order and for none at all, so that it gives nothing away. */
export function notYours(): AppError {
  return new AppError('forbidden', 'These are not your orders.')
}
