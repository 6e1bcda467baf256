import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api, FileResponse } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { may } from '#shop/accounts/roles.ts'
import type { Order } from '../order.ts'
import { requireSeen } from '../order-errors.ts'
import { findOrder, pendingOrders } from '../orders.store.server.ts'
import { documentPaper, orderSummary, type Paper } from './paper.ts'
import { generatePdfEndpoint } from './papers.endpoints.ts'
import { findPaper, papersOf } from './papers.store.server.ts'

/** The call for invoices, credit notes and order summaries. */
export function serveTaxDocuments(api: Api, deps: AppContext) {
  api.serveFile(generatePdfEndpoint, async ({ query }, { caller }) => {
    // Drawing takes CPU time, so few run at once.
    if (!may(caller.role, 'see-orders')) await deps.limiter.attemptByMany('invoice', caller.id)
    return readPapers(deps, { caller, ...query })
  })
}

/** The papers of a request as PDF. @throws AppError as `findPapers` */
export async function readPapers(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop'>,
  request: PapersRequest,
): Promise<FileResponse> {
  const papers = await findPapers(context, request)
  // Loaded when first needed, because the libraries are large.
  const { papersPdf } = await import('./print/draw-paper.server.ts')
  return { type: 'application/pdf', name: 'invoice.pdf', body: papersPdf(papers, deps.clock.now()) }
}

/** How many orders one PDF has at most: the newest with an item in `processing`, as many as `adminOrders` returns. */
const maxPendingOrders = 500

/**
 * The papers of an order, or one document, or without either those of every order that the admin's panel shows, newest first.
 * An order without documents has its summary instead.
 *
 * @throws AppError forbidden for another's order, or for all without the permission to see orders; not_found if none waits
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
  const orders = await pendingOrders(deps.db, { limit: maxPendingOrders })
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
