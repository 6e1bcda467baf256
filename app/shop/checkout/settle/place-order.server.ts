import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { orderPlacedMail } from '#shop/orders/mails/order-mails.server.tsx'
import { queueRecipientAwaitsMail } from '#shop/orders/mails/queue-move-mails.server.ts'
import { markPlaced } from '#shop/orders/orders.store.server.ts'
import { printCharges } from '#shop/orders/papers/print-charges.server.ts'

/**
 * Places an order: queues its mails, records it in the audit log and issues its invoice, in the caller's transaction.
 * The caller has checked that it was not placed before.
 */
export async function placeOrder(
  { jobs, clock, shop }: Pick<AppContext, 'clock' | 'jobs' | 'shop'>,
  tx: Database,
  { orderId, by }: { orderId: string; by: Actor },
) {
  await queueMail<typeof orderPlacedMail>({ jobs, clock }, tx, 'order-placed', orderId, { orderId })
  const order = await markPlaced(tx, orderId, { now: clock.now(), by })
  // A customised cake is not agreed yet.
  if (order.items.some(({ customize }) => !customize))
    await queueRecipientAwaitsMail({ jobs, clock }, tx, order)
  // Last, because it locks the counter of serials until the transaction ends.
  await printCharges({ shop }, tx, order, clock.now())
}
