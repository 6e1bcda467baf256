import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { MailFault } from '#platform/mail/mail-fault.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import type { MailComposer, MailKind } from './mail-kind.server.ts'
import {
  deleteMail,
  type MailRow,
  markDeadLetter,
  markMailSent,
  saveComposed,
  saveFault,
  startAttempt,
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
  log: Log
  mailer: Mailer
  composers: readonly MailComposer[]
}

/** What a failure that is no mail server's is called; it may hold anything, so the log alone has it. */
const ownFault = 'Something went wrong in the shop itself; its log says what.'

/** What sends mails, and what lays those aside that could not be sent. */
export function mailHandlers(deps: SendMailDeps): JobHandler[] {
  return [
    handles(buryMail, ({ mailId }) => bury(deps, mailId)),
    handles(sendMail, ({ mailId }) => sendOne(deps, mailId)),
  ]
}

async function sendOne(deps: SendMailDeps, mailId: string) {
  const mail = await startAttempt(deps.db, mailId)
  if (!mail) return
  try {
    await composeAndSend(deps, mail)
  } catch (error) {
    const isFault = error instanceof MailFault
    if (isFault && error.isForGood) return bury(deps, mailId, error.message)
    await saveFault(deps.db, mailId, isFault ? error.message : ownFault)
    throw error
  }
}

async function bury({ db, log }: SendMailDeps, mailId: string, fault?: string) {
  await markDeadLetter(db, mailId, fault)
  log.error({ mailId }, 'mail given up')
}

async function composeAndSend({ db, clock, mailer, composers }: SendMailDeps, row: MailRow) {
  const composer = composers.find(({ kind }) => kind.name === row.kind)
  if (!composer) throw new Error(`nothing composes mails of the kind ${row.kind}`)
  refuseOld(row, composer.kind, clock.now())
  const composed = await composer.compose(row.data)
  if (!composed) return deleteMail(db, row.id)
  const { mail, ...rest } = composed
  await saveComposed(db, row.id, { recipient: rest.to, subject: rest.subject })
  await mailer.send({ id: row.id, ...rest, ...(await renderMail(mail)) })
  await markMailSent(db, row.id, clock.now())
}

/** Also when it is sent again: what was asked for long ago may surprise whoever reads it now. */
function refuseOld({ createdAt }: MailRow, { expiresAfterMs = Infinity }: MailKind, now: Date) {
  if (now.getTime() - createdAt.getTime() <= expiresAfterMs) return
  throw new MailFault('It is too old to be sent; it can be asked for anew.', { isForGood: true })
}
