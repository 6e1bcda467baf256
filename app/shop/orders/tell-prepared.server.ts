import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { mailOrderPrepared } from './order-mails.server.ts'
import { orderProgress } from './order-progress.ts'
import { itemsOf } from './orders.store.server.ts'

/**
 * Has the customer told once all that is still wanted of an order is prepared. To be called after an item was moved, in
 * the same transaction; told again only when more was prepared since.
 */
export async function mailWhenPrepared(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  orderId: string,
) {
  const items = await itemsOf(tx, orderId)
  const { label, prepared } = orderProgress(items.map(({ status }) => ({ isConfirmed: status })))
  if (label !== 'Prepared') return
  await queueMail(deps, tx, mailOrderPrepared, { orderId, items: prepared })
}
