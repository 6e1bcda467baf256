import type { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { MailKind } from './mail-kind.server.ts'
import { insertMail } from './mails.store.server.ts'
import { sendMail } from './send-mail.job.server.ts'

/**
 * Queues a mail about an event in the event's own transaction: the mail is sent if, and only if, the change is committed.
 * A second mail about the same event is not queued.
 */
export async function queueMail<Data extends z.ZodType>(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  kind: MailKind<Data>,
  data: z.output<Data>,
) {
  const id = `${kind.name}-${kind.eventId(data)}`
  const isNew = await insertMail(tx, { id, kind: kind.name, data, createdAt: clock.now() })
  if (isNew) await jobs.enqueue(tx, sendMail, { mailId: id })
}
