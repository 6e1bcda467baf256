import type { Order } from './order.schema.ts'

/** How many orders with an item in `processing` one invoice PDF holds, the newest; as many as `adminOrders` answers. */
export const mostPendingInvoices = 500
/** How many of them a page of the admin's panel has. */
export const pendingPerPage = 20

/** An order that waits for the baker: the whole of it, with what was noted for the kitchen. */
export type PendingOrder = Order & { kitchenNote: string }
