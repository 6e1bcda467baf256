import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { sendMail } from '#shop/mails/mail-kind.server.ts'
import { requeueMail } from '#shop/mails/mails.store.server.ts'
import { maxPerCall, sendAgainEndpoint } from './admin-mails.endpoints.ts'
import { countDeadLetters, mailsToSendAgain } from './admin-mails.store.server.ts'

export function serveAdminMails(api: Api, deps: AppContext) {
  api.serve(sendAgainEndpoint, ({ body }, { caller }) => sendAgain(deps, { ids: body.ids, caller }))
}

/**
 * Sends mails again: these dead-letter or held-back ones, or the oldest of all dead letters. Concurrent calls send each mail once.
 *
 * @throws AppError conflict if none of them waits for that
 */
async function sendAgain(
  deps: AppContext,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<{ message: string; count: number }> {
  const count = await deps.db.transaction((tx) => requeueMails(deps, tx, { ids, caller }))
  if (count === 0) throw new AppError('conflict', nothingToSend(ids))
  const deadLetterCount = ids ? 0 : await countDeadLetters(deps.db)
  return { message: messageOf(count, deadLetterCount), count }
}

async function requeueMails(
  { clock, jobs }: AppContext,
  tx: Database,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<number> {
  let count = 0
  for (const { id, status, lastError } of await mailsToSendAgain(tx, { ids, limit: maxPerCall })) {
    // A concurrent call may have requeued it.
    if (!(await requeueMail(tx, id))) continue
    await jobs.enqueue(tx, sendMail, { mailId: id })
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'send-mail-again',
      subject: 'mail',
      subjectId: id,
      before: { status, lastError },
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
