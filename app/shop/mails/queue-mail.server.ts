import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Changes } from '#platform/database/query-parts.server.ts'
import type { Job } from '#platform/jobs/job.server.ts'
import type { MailKind } from './mail-kind.server.ts'
import { insertMail } from './mails.store.server.ts'

const mailJobData = z.object({ mailId: z.string() })

/** Enqueued when the last attempt to send a mail has failed. */
export const deadLetterMail = {
  name: 'dead-letter-mail',
  data: mailJobData,
  retryLimit: 10,
} satisfies Job

/** Sends one mail. It is retried for about a day, with pauses of at most an hour. */
export const sendMail = {
  name: 'send-mail',
  data: mailJobData,
  retryLimit: 32,
  maxPauseSeconds: 3600,
  deadLetter: deadLetterMail.name,
} satisfies Job

/**
 * Queues a mail about an event in the event's own transaction: the mail is sent if, and only if, the change is committed.
 * A second mail of the same kind about the same event is not queued. Who queues a mail names it, and takes only its type:
 * `queueMail<typeof slotGoneMail>(context, tx, 'slot-gone', orderId, { orderId })`.
 *
 * @param event identifies the event: the mail's id is 'slot-gone-<event>'
 * @param changes made in the same statement
 */
export async function queueMail<Kind extends MailKind = never>(
  { jobs, clock }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Database,
  name: Kind['name'],
  event: string,
  data: z.output<Kind['data']>,
  changes: Changes = {},
) {
  const id = `${name}-${event}`
  const isNew = await insertMail(tx, { id, kind: name, data, createdAt: clock.now() }, changes)
  if (isNew) await jobs.enqueue(tx, sendMail, { mailId: id })
}
