import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { orderPlacedMail } from '#shop/orders/mails/order-mails.server.tsx'
import { queueRecipientAwaitsMail } from '#shop/orders/mails/way-mails.server.tsx'
import { markPlaced } from '#shop/orders/orders.store.server.ts'
import { invoicePlacedOrder } from '#shop/tax-documents/issue-invoice.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/**
 * Places an order: queues its mails, records it in the audit log and issues its invoice, in the caller's transaction.
 * The caller has checked that it was not placed before.
 */
export async function placeOrder(
  { jobs, clock, shop }: { jobs: Jobs; clock: Clock; shop: ShopDetails },
  tx: Database,
  { orderId, by }: { orderId: string; by: Actor },
) {
  await queueMail({ jobs, clock }, tx, orderPlacedMail, { orderId })
  const order = await markPlaced(tx, orderId, { now: clock.now(), by })
  // Whether a customised cake is made is agreed later.
  if (order.subtotalPaise > 0) await queueRecipientAwaitsMail({ jobs, clock }, tx, order)
  // Last, because it locks the counter of serials until the transaction ends.
  await invoicePlacedOrder({ shop }, tx, order)
}
