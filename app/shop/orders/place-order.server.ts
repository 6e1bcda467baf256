import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { mailOrderPlaced } from './mails/order-mails.server.tsx'
import { markPlaced } from './orders.store.server.ts'

/**
 * Places an order: queues its mail, gives it its invoice serial and records it in the audit log, in the caller's transaction.
 * The caller has checked that it was not placed before.
 */
export async function placeOrder(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  { orderId, by }: { orderId: string; by: Actor },
) {
  await queueMail({ jobs, clock }, tx, mailOrderPlaced, { orderId })
  // Last, because it locks the counter of invoice serials until the transaction ends.
  await markPlaced(tx, orderId, { now: clock.now(), by })
}
