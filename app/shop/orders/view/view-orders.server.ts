import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/roles.ts'
import type { Order } from '../order.schema.ts'
import { notYours } from '../order-errors.ts'
import { cancelError, toCancel } from '../order-status.ts'
import { ordersPerPage } from '../orders.endpoints.ts'
import { placedOrdersOf } from '../orders.store.server.ts'

export interface ViewOrdersDeps {
  db: Database
  clock: Clock
  /** Adds the quotes that wait for the customer's answer. */
  withOpenQuotes(db: Database, orders: Order[]): Promise<Order[]>
  /** Adds the invoices and credit notes. */
  withDocuments(db: Database, orders: Order[]): Promise<Order[]>
}

/**
 * The placed orders of the caller, or for staff of an e-mail, newest first, 50 at a time; `before` is the number of the
 * oldest one known. A guest sees their own alone, whoever else has the e-mail.
 *
 * @throws AppError forbidden for another's orders, unless staff who see orders ask
 */
export async function viewOrders(
  { db, clock, withOpenQuotes, withDocuments }: ViewOrdersDeps,
  { caller, email, before }: { caller: Caller; email: string; before?: number },
): Promise<Order[]> {
  const owner = email.toLowerCase()
  const isOwn = owner === caller.email
  if (!isOwn && !may(caller.role, 'see-orders')) throw notYours()
  const whose = isOwn ? { userId: caller.id } : { email: owner }
  const found = await placedOrdersOf(db, whose, { before, limit: ordersPerPage })
  const orders = await withDocuments(db, found)
  const now = clock.now()
  return withOpenQuotes(
    db,
    orders.map((order) => ({
      ...order,
      canCancel: cancelError(toCancel(order), now) === null,
    })),
  )
}
