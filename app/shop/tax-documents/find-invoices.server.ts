import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { may } from '#shop/accounts/roles.ts'
import { notYours } from '#shop/orders/order-errors.ts'
import { findOrder, pendingOrders } from '#shop/orders/orders.store.server.ts'
import { withItems } from '#shop/orders/whole-orders.store.server.ts'
import type { IssuedOrder } from './invoice.ts'
import { serialsOf } from './tax-documents.store.server.ts'

/** The most orders in one invoice PDF: the newest with an item in `processing`, as many as `adminOrders` returns. */
const mostPendingInvoices = 500

/**
 * The order asked for, or without one every order that the admin's panel shows, newest first.
 *
 * @throws AppError forbidden for another's order or for all of them, unless staff who see orders ask; not_found for those
 */
export async function findInvoices(
  db: Database,
  { caller, orderId }: { caller: Caller; orderId?: string },
): Promise<IssuedOrder[]> {
  return orderId === undefined ? pendingInvoices(db, caller) : oneInvoice(db, caller, orderId)
}

async function pendingInvoices(db: Database, caller: Caller): Promise<IssuedOrder[]> {
  checkPermission(caller, 'see-orders')
  const orders = await pendingOrders(db, { limit: mostPendingInvoices })
  if (orders.length === 0) {
    throw new AppError(
      'not_found',
      'No order is waiting for the baker, so there is nothing to invoice.',
    )
  }
  const serials = await serialsOf(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({ order, serial: serials.get(order.id) ?? '' }))
}

async function oneInvoice(db: Database, caller: Caller, orderId: string): Promise<IssuedOrder[]> {
  const row = await findOrder(db, orderId)
  const seesAll = may(caller.role, 'see-orders')
  if (!row?.invoiceSerial || !(seesAll || row.userId === caller.id)) {
    throw seesAll ? new AppError('not_found', 'There is no such order.') : notYours()
  }
  const serial = row.invoiceSerial
  return (await withItems(db, [row])).map((order) => ({ order, serial }))
}
