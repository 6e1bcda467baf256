import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { type Mailer, whyRefusedForGood } from '#platform/mail/mailer.server.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import type { MailComposer } from './mail-kind.server.ts'
import {
  findMail,
  type MailRow,
  markMailDead,
  markMailSent,
  noteFault,
  noteTry,
  removeMail,
} from './mails.store.server.ts'

const aboutAMail = z.object({ mailId: z.string() })

/** Comes when a mail was tried as often as it may be. */
const buryMail = { name: 'bury-mail', data: aboutAMail, retryLimit: 10 } satisfies Job

/** Sends one mail; tried again for about a day, with pauses of at most an hour. */
export const sendMail = {
  name: 'send-mail',
  data: aboutAMail,
  retryLimit: 32,
  longestPauseSeconds: 3600,
  deadLetter: buryMail.name,
} satisfies Job

export interface SendMailDeps {
  db: Database
  clock: Clock
  mailer: Mailer
  composers: readonly MailComposer[]
}

/** What sends mails, and what lays those aside that could not be sent. */
export function mailHandlers(deps: SendMailDeps): JobHandler[] {
  return [
    handles(buryMail, ({ mailId }) => markMailDead(deps.db, mailId)),
    handles(sendMail, ({ mailId }) => sendOne(deps, mailId)),
  ]
}

async function sendOne(deps: SendMailDeps, mailId: string) {
  const mail = await findMail(deps.db, mailId)
  if (!mail || mail.status === 'sent') return
  try {
    await composeAndSend(deps, mail)
  } catch (error) {
    const refusal = whyRefusedForGood(error)
    if (refusal !== null) return markMailDead(deps.db, mailId, refusal)
    await noteFault(deps.db, mailId, error instanceof Error ? error.message : String(error))
    throw error
  }
}

async function composeAndSend({ db, clock, mailer, composers }: SendMailDeps, row: MailRow) {
  const composer = composers.find(({ kind }) => kind.name === row.kind)
  if (!composer) throw new Error(`nothing composes mails of the kind ${row.kind}`)
  const composed = await composer.compose(row.data)
  if (!composed) return removeMail(db, row.id)
  const { mail, ...rest } = composed
  await noteTry(db, row.id, { recipient: rest.to, subject: rest.subject })
  await mailer.send({ id: row.id, ...rest, ...(await renderMail(mail)) })
  await markMailSent(db, row.id, clock.now())
}
