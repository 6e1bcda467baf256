import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { sendMail } from '#shop/mails/mail-kind.server.ts'
import { requeueMail } from '#shop/mails/mails.store.server.ts'
import {
  mailFileEndpoint,
  mailHtmlEndpoint,
  maxPerCall,
  sendAgainEndpoint,
} from './admin-mails.endpoints.ts'
import { countDeadLetters, findListedMail, mailsToSendAgain } from './admin-mails.store.server.ts'
import { assertNoToken, hidesTokens, mailAsPage, mailPolicy } from './read-mail.server.ts'

/** The calls by which the admin reads mails and sends dead letters again. */
export function serveAdminMails(api: Api, deps: AppContext) {
  const isHidden = hidesTokens(deps.shop)
  api.serve(sendAgainEndpoint, ({ body }, { caller }) => sendAgain(deps, { ids: body.ids, caller }))

  api.serveFile(mailHtmlEndpoint, async ({ params }, { caller, responseHeaders }) => {
    responseHeaders.set('content-security-policy', mailPolicy)
    const file = await readMail(deps, { id: params.id, by: caller })
    return { type: 'text/html; charset=utf-8', body: await mailAsPage(file, { isHidden }) }
  })

  api.serveFile(mailFileEndpoint, async ({ params }, { caller }) => {
    const file = await readMail(deps, { id: params.id, by: caller })
    if (isHidden) await assertNoToken(file)
    return { type: 'message/rfc822', name: outboxKey(params.id), body: file }
  })
}

/** The file of a mail. The security log records the reader. */
async function readMail(
  { db, outbox, securityLog }: AppContext,
  { id, by }: { id: string; by: Caller },
) {
  // The id of a mail that exists cannot be a made-up path.
  const mail = await findListedMail(db, id)
  const file = mail && outbox ? await outbox.get(outboxKey(mail.id)) : null
  if (!file) throw new AppError('not_found', 'This email does not exist or has no content here.')
  await securityLog.record({ kind: 'mail-read', userId: by.id, details: { mail: id } })
  return file
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
