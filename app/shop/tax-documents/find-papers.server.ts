import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { requireSeen } from '#shop/orders/order-errors.ts'
import { findOrder, pendingOrders } from '#shop/orders/orders.store.server.ts'
import { withItems } from '#shop/orders/whole-orders.store.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { documentPaper, orderSummary, type Paper } from './paper.ts'
import { documentsOf, findDocument } from './tax-documents.store.server.ts'

/** The most orders in one PDF: the newest with an item in `processing`, as many as `adminOrders` returns. */
const mostPendingOrders = 500

interface PapersDeps {
  db: Database
  shop: ShopDetails
}

/**
 * The tax documents of the order asked for, or the one document asked for, or without either those of every order that the
 * admin's panel shows, newest first. An order without one has its summary instead.
 *
 * @throws AppError forbidden for another's order or for all of them, unless staff who see orders ask; not_found for those
 */
export async function findPapers(
  deps: PapersDeps,
  { caller, order, document }: { caller: Caller; order?: string; document?: string },
): Promise<Paper[]> {
  if (document !== undefined) return oneDocument(deps, caller, document)
  if (order === undefined) return pendingPapers(deps, caller)
  const row = await findOrder(deps.db, order)
  requireSeen(row, caller)
  return papersOf(deps, await withItems(deps.db, [row]))
}

async function oneDocument({ db }: PapersDeps, caller: Caller, id: string): Promise<Paper[]> {
  const document = await findDocument(db, id)
  requireSeen(document && (await findOrder(db, document.orderId)), caller)
  return document ? [documentPaper(document)] : []
}

async function pendingPapers(deps: PapersDeps, caller: Caller): Promise<Paper[]> {
  checkPermission(caller, 'see-orders')
  const orders = await pendingOrders(deps.db, { limit: mostPendingOrders })
  if (orders.length === 0) {
    throw new AppError(
      'not_found',
      'No order is waiting for the baker, so there is nothing to invoice.',
    )
  }
  return papersOf(deps, orders)
}

async function papersOf({ db, shop }: PapersDeps, orders: Order[]): Promise<Paper[]> {
  const documents = await documentsOf(
    db,
    orders.map(({ id }) => id),
  )
  const byOrder = Map.groupBy(documents, ({ orderId }) => orderId)
  return orders.flatMap((order) => {
    const theirs = byOrder.get(order.id) ?? []
    return theirs.length > 0 ? theirs.map(documentPaper) : [orderSummary(order, shop)]
  })
}
