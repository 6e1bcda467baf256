import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import type { Order } from '../order.ts'
import { requireSeen } from '../order-errors.ts'
import { findOrder, pendingOrders } from '../orders.store.server.ts'
import { documentPaper, orderSummary, type Paper } from './paper.ts'
import { findPaper, papersOf } from './papers.store.server.ts'

/** The most orders in one PDF: the newest with an item in `processing`, as many as `adminOrders` returns. */
const mostPendingOrders = 500

/**
 * The tax documents of the order asked for, or the one document asked for, or without either those of every order that the
 * admin's panel shows, newest first. An order without one has its summary instead.
 *
 * @throws AppError forbidden for another's order or for all of them, unless staff who see orders ask; not_found for those
 */
export async function findPapers(
  deps: Pick<AppContext, 'db' | 'shop'>,
  { caller, order, document }: { caller: Caller; order?: string; document?: string },
): Promise<Paper[]> {
  if (document !== undefined) return oneDocument(deps, caller, document)
  if (order === undefined) return pendingPapers(deps, caller)
  const row = await findOrder(deps.db, order)
  requireSeen(row, caller)
  return papersOfOrders(deps, [row])
}

async function oneDocument(
  { db }: Pick<AppContext, 'db' | 'shop'>,
  caller: Caller,
  id: string,
): Promise<Paper[]> {
  const document = await findPaper(db, id)
  requireSeen(document && (await findOrder(db, document.orderId)), caller)
  return document ? [documentPaper(document)] : []
}

async function pendingPapers(
  deps: Pick<AppContext, 'db' | 'shop'>,
  caller: Caller,
): Promise<Paper[]> {
  checkPermission(caller, 'see-orders')
  const orders = await pendingOrders(deps.db, { limit: mostPendingOrders })
  if (orders.length === 0) {
    throw new AppError(
      'not_found',
      'No order is waiting for the baker, so there is nothing to invoice.',
    )
  }
  return papersOfOrders(deps, orders)
}

async function papersOfOrders(
  { db, shop }: Pick<AppContext, 'db' | 'shop'>,
  orders: readonly Order[],
): Promise<Paper[]> {
  const documents = await papersOf(
    db,
    orders.map(({ id }) => id),
  )
  const byOrder = Map.groupBy(documents, ({ orderId }) => orderId)
  return orders.flatMap((order) => {
    const theirs = byOrder.get(order.id) ?? []
    return theirs.length > 0 ? theirs.map(documentPaper) : [orderSummary(order, shop)]
  })
}
