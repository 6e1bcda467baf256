import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { requeueMail } from '#shop/mails/mails.store.server.ts'
import { sendMail } from '#shop/mails/send-mail.job.server.ts'
import { maxPerCall } from './admin-mails.endpoints.ts'
import { countDeadLetters, deadLetters } from './admin-mails.store.server.ts'

/**
 * Sends dead-letter mails again: these, or the oldest of all. Concurrent calls send each mail once.
 *
 * @throws AppError conflict if none of them is a dead letter
 */
export async function sendAgain(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<{ message: string; count: number }> {
  const count = await deps.db.transaction((tx) => requeueDeadLetters(deps, tx, { ids, caller }))
  if (count === 0) throw new AppError('conflict', nothingToSend(ids))
  const deadLetterCount = ids ? 0 : await countDeadLetters(deps.db)
  return { message: messageOf(count, deadLetterCount), count }
}

async function requeueDeadLetters(
  { clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  tx: Database,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<number> {
  let count = 0
  for (const { id, lastError } of await deadLetters(tx, { ids, limit: maxPerCall })) {
    // A concurrent call may have requeued it.
    if (!(await requeueMail(tx, id))) continue
    await jobs.enqueue(tx, sendMail, { mailId: id })
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'send-mail-again',
      subject: 'mail',
      subjectId: id,
      before: { status: 'dead_letter', lastError },
      after: { status: 'waiting' },
    })
    count += 1
  }
  return count
}

function nothingToSend(ids: readonly string[] | undefined): string {
  if (!ids) return 'There are no emails to send again.'
  return ids.length === 1
    ? 'This email is already being sent again, or was sent.'
    : 'These emails are already being sent again, or were sent.'
}

function messageOf(count: number, deadLetterCount: number): string {
  const sent = count === 1 ? '1 email will be sent again.' : `${count} emails will be sent again.`
  return deadLetterCount === 0 ? sent : `${sent} ${deadLetterCount} more could not be sent.`
}
