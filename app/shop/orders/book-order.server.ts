import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { type Actor, writeJournal } from '#shop/journal/journal.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { mailOrderPlaced } from './order-mails.server.ts'
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
  const now = clock.now()
  await markPlaced(tx, orderId, now)
  await writeJournal(tx, {
    at: now,
    by,
    action: 'place-order',
    subject: 'order',
    subjectId: orderId,
  })
  await queueMail({ jobs, clock }, tx, mailOrderPlaced, { orderId })
}
