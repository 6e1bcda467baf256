import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { sendMail } from '#shop/mails/mail-kind.server.ts'
import { countDeadLetters, mailsToSendAgain, requeueMail } from '#shop/mails/mails.store.server.ts'

export const maxPerCall = 100

/** A mail's id. The database cannot search for NUL. */
const mailIdSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => !id.includes('\0'), 'must be the id of a mail')

const sendAgainEndpoint = endpoint({
  method: 'POST',
  path: '/mails/again',
  tag: 'Mails',
  summary: 'Send mails again that were not sent',
  description: `Sends those of \`ids\`, or with \`all\` the oldest ${maxPerCall} dead letters. Responds with 409 if none of them is a dead letter, is held back, or waits after a failure.`,
  access: 'read-mails',
  body: z
    .object({
      ids: z.array(mailIdSchema).min(1, 'Name at least one mail').max(maxPerCall).optional(),
      all: z.literal(true, 'must be true').optional(),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      path: ['ids'],
      message: 'Send either ids or all',
    }),
  response: z.object({ message: z.string(), count: z.number().int() }),
  problems: [409],
})

export type SendMailsAgain = typeof sendAgainEndpoint

export function serveAdminMails(api: Api, shop: AppContext) {
  api.serve(sendAgainEndpoint, async ({ body: { ids } }, { caller }) => {
    const count = await shop.db.transaction((tx) => requeueMails(shop, tx, { ids, caller }))
    if (count === 0) throw new AppError('conflict', nothingToSend(ids))
    const deadLetterCount = ids ? 0 : await countDeadLetters(shop.db)
    return { message: messageOf(count, deadLetterCount), count }
  })
}

/** Concurrent calls send each mail once. @returns how many */
async function requeueMails(
  { clock, jobs }: AppContext,
  tx: Database,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<number> {
  let count = 0
  for (const { id, status, lastError } of await mailsToSendAgain(tx, { ids, limit: maxPerCall })) {
    // A concurrent call may have requeued it.
    if (!(await requeueMail(tx, id))) continue
    await jobs.enqueue(tx, sendMail, { mailId: id }, { key: id, isMoved: true })
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
