import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { requeueMail } from '#shop/mails/mails.store.server.ts'
import { sendMail } from '#shop/mails/send-mail.job.server.ts'
import { mostAtOnce } from './admin-mails.endpoints.ts'
import { countDeadLetters, deadLetters } from './admin-mails.store.server.ts'

interface SendAgainDeps {
  db: Database
  clock: Clock
  jobs: Jobs
}

/**
 * Has dead mails sent again, these or the oldest of all; each once, however often it is asked for.
 *
 * @throws AppError conflict when none of them is dead
 */
export async function sendAgain(
  deps: SendAgainDeps,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<{ message: string; count: number }> {
  const count = await deps.db.transaction((tx) => reviveThem(deps, tx, { ids, caller }))
  if (count === 0) throw new AppError('conflict', nothingToSend(ids))
  const left = ids ? 0 : await countDeadLetters(deps.db)
  return { message: answerText(count, left), count }
}

async function reviveThem(
  { clock, jobs }: SendAgainDeps,
  tx: Database,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<number> {
  let count = 0
  for (const { id, fault } of await deadLetters(tx, { ids, limit: mostAtOnce })) {
    // Whoever comes second finds it revived.
    if (!(await requeueMail(tx, id))) continue
    await jobs.enqueue(tx, sendMail, { mailId: id })
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'send-mail-again',
      subject: 'mail',
      subjectId: id,
      before: { status: 'dead', fault },
      after: { status: 'waiting' },
    })
    count += 1
  }
  return count
}

function nothingToSend(ids: readonly string[] | undefined): string {
  if (!ids) return 'There is no mail to send again.'
  return ids.length === 1
    ? 'This mail is on its way again already, or was sent.'
    : 'These mails are on their way again already, or were sent.'
}

function answerText(count: number, left: number): string {
  const sent =
    count === 1 ? '1 mail is on its way again.' : `${count} mails are on their way again.`
  return left === 0 ? sent : `${sent} ${left} more could not be sent.`
}
