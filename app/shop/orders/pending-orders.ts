import type { Order } from './order.schema.ts'

/** How many of the newest orders with an item in `processing` the admin's panel shows, and one invoice PDF holds. */
export const pendingOrdersShown = 100

/** An order that waits for the baker: the whole of it, with what was noted for the kitchen. */
export type PendingOrder = Order & { kitchenNote: string }
