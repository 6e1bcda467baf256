import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Order } from '../order.schema.ts'
import { notYours } from '../order-errors.ts'
import { ordersPerPage } from '../orders.endpoints.ts'
import { placedOrdersOf } from '../orders.store.server.ts'

export interface ViewOrdersDeps {
  db: Database
  /** Adds the quotes that wait for the customer's answer. */
  withOpenQuotes(db: Database, orders: Order[]): Promise<Order[]>
}

/**
 * The placed orders of an account, newest first, 50 at a time; `before` is the number of the oldest one known.
 *
 * @throws AppError forbidden for another's orders, unless an administrator asks
 */
export async function viewOrders(
  { db, withOpenQuotes }: ViewOrdersDeps,
  { caller, email, before }: { caller: Caller; email: string; before?: number },
): Promise<Order[]> {
  const owner = email.toLowerCase()
  if (owner !== caller.email && !caller.isAdmin) throw notYours()
  return withOpenQuotes(db, await placedOrdersOf(db, owner, { before, limit: ordersPerPage }))
}
