import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { mailOrderPlaced } from './mails/order-mails.server.tsx'
import { markPlaced } from './orders.store.server.ts'

/**
 * From here an order counts: it is placed, has its invoice serial, stands in the journal, and its customer is told.
 * With the caller's change or not at all. The caller has made sure that the order was not placed before.
 */
export async function bookOrder(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  { orderId, by }: { orderId: string; by: Actor },
) {
  await queueMail({ jobs, clock }, tx, mailOrderPlaced, { orderId })
  // Last: every other order of the year waits for its serial until this transaction ends.
  await markPlaced(tx, orderId, { now: clock.now(), by })
}
