import type { Clock } from '#platform/clock.ts'
import type { Jobs, JobsQueue } from '#platform/jobs/jobs.server.ts'
import type { MailComposer } from './mail-kind.server.ts'
import { queueMail } from './queue-mail.server.ts'

/**
 * Turns what waits in the queues of earlier versions into mails: each kind had a job of its own, 'mail-order-placed', with
 * the same data. Nothing is there to turn but at the first start after an upgrade.
 */
export async function adoptMailJobs(
  deps: { jobs: Jobs; clock: Clock },
  queue: Pick<JobsQueue, 'retire'>,
  composers: readonly MailComposer[],
) {
  const kinds = new Map(composers.map(({ kind }) => [`mail-${kind.name}`, kind]))
  await queue.retire([...kinds.keys()], async (tx, { name, data }) => {
    const kind = kinds.get(name)
    if (kind) await queueMail(deps, tx, kind, kind.data.parse(data))
  })
}
