import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
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

export function serveAdminMails(api: Api, { db, clock, jobs }: AppContext) {
  api.serve(sendAgainEndpoint, async ({ body: { ids } }, { caller: by }) => {
    const count = await db.transaction(async (tx) => {
      let sent = 0
      const unsent = await mailsToSendAgain(tx, { ids, limit: maxPerCall })
      for (const { id, status, lastError } of unsent) {
        // A concurrent call may have requeued it.
        if (!(await requeueMail(tx, id))) continue
        await jobs.enqueue(tx, sendMail, { mailId: id }, { key: id, isMoved: true })
        await recordAudit(tx, {
          at: clock.now(),
          by,
          action: 'send-mail-again',
          subject: 'mail',
          subjectId: id,
          before: { status, lastError },
          after: { status: 'waiting' },
        })
        sent += 1
      }
      return sent
    })
    if (count === 0) throw new AppError('conflict', nothingToSend(ids))
    const deadLetterCount = ids ? 0 : await countDeadLetters(db)
    return { message: messageOf(count, deadLetterCount), count }
  })
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
