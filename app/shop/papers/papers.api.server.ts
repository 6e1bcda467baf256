import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api, FileResponse } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { requireSeen } from '#shop/orders/order-rules.ts'
import { findOrder, pendingOrders } from '#shop/orders/orders.store.server.ts'
import { documentPaper, orderSummary, type Paper } from './paper.ts'
import { generatePdfEndpoint } from './papers.endpoints.ts'
import { findPaper, papersOf } from './papers.store.server.ts'
import { drawPapers } from './print/draw-papers.server.ts'

export function serveTaxDocuments(api: Api, context: AppContext) {
  api.serveFile(generatePdfEndpoint, async ({ query }, { caller }) => {
    // Drawing takes CPU time, so few run at once.
    if (!may(caller.role, 'see-orders')) await context.limiter.attempt('invoice', caller.id)
    return readPapers(context, { caller, ...query })
  })
}

interface PapersRequest {
  caller: Caller
  order?: string
  document?: string
}

/** As PDF. @throws AppError as `findPapers` and `drawPapers` */
export async function readPapers(context: Context, request: PapersRequest): Promise<FileResponse> {
  const papers = await findPapers(context, request)
  return { type: 'application/pdf', name: 'invoice.pdf', body: await drawPapers(papers) }
}

/** The newest orders with an item in `processing`, as many as `adminOrders` returns. */
const maxPendingOrders = 500

type Context = Pick<AppContext, 'db' | 'shop'>

/**
 * The papers of an order, or one document, or without either those of all pending orders of the admin's panel, newest
 * first. An order without documents has its summary instead.
 *
 * @throws AppError forbidden for another customer's order, or for all without the permission to see orders; not_found
 *   if no order is pending
 */
export async function findPapers(
  context: Context,
  { caller, order: id, document: documentId }: PapersRequest,
): Promise<Paper[]> {
  if (documentId !== undefined) {
    const document = await findPaper(context.db, documentId)
    requireSeen(document && (await findOrder(context.db, document.orderId)), caller, 'see-money')
    return document ? [documentPaper(document)] : []
  }
  if (id !== undefined) {
    const order = await findOrder(context.db, id)
    requireSeen(order, caller, 'see-money')
    return papersOfOrders(context, [order])
  }
  checkPermission(caller, 'see-orders')
  const orders = await pendingOrders(context.db, { limit: maxPendingOrders })
  if (orders.length > 0) return papersOfOrders(context, orders)
  throw new AppError(
    'not_found',
    'No order is waiting for the baker, so there is nothing to invoice.',
  )
}

async function papersOfOrders({ db, shop }: Context, orders: readonly Order[]): Promise<Paper[]> {
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
