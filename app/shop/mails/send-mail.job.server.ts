import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { MailError, type Mailer } from '#platform/mail/mailer.server.ts'
import { renderMail } from '#ui/render-mail.ts'
import type { MailComposer, MailKind } from './mail-kind.server.ts'
import {
  countUnsolicited,
  deleteMail,
  forgetMail,
  type MailRow,
  markDeadLetter,
  markMailSent,
  saveComposed,
  saveMailError,
  startAttempt,
} from './mails.store.server.ts'

const mailJobData = z.object({ mailId: z.string() })

/** Enqueued when the last attempt to send a mail has failed. */
const deadLetterMail = {
  name: 'dead-letter-mail',
  data: mailJobData,
  retryLimit: 10,
} satisfies Job

/** Sends one mail. It is retried for about a day, with pauses of at most an hour. */
export const sendMail = {
  name: 'send-mail',
  data: mailJobData,
  retryLimit: 32,
  maxPauseSeconds: 3600,
  deadLetter: deadLetterMail.name,
} satisfies Job

export interface SendMailDeps {
  db: Database
  clock: Clock
  log: Log
  mailer: Mailer
  composers: readonly MailComposer[]
  maxUnsolicitedMailsPerRecipientADay?: number
}

/** Stored for errors that are not the mail server's. Their own messages may hold personal data: only the log has them. */
const internalError = 'Something went wrong in the shop. The log has the details.'

/** The handlers that send mails, and make dead letters of those that cannot be sent. */
export function mailHandlers(deps: SendMailDeps): JobHandler[] {
  return [
    handles(deadLetterMail, ({ mailId }) => makeDeadLetter(deps, mailId)),
    handles(sendMail, ({ mailId }) => sendOne(deps, mailId)),
  ]
}

async function sendOne(deps: SendMailDeps, mailId: string) {
  const mail = await startAttempt(deps.db, mailId)
  if (!mail) return
  try {
    await composeAndSend(deps, mail)
  } catch (error) {
    const isMailError = error instanceof MailError
    if (isMailError && error.isPermanent) return makeDeadLetter(deps, mailId, error.message)
    await saveMailError(deps.db, mailId, isMailError ? error.message : internalError)
    throw error
  }
}

async function makeDeadLetter({ db, log }: SendMailDeps, mailId: string, lastError?: string) {
  await markDeadLetter(db, mailId, lastError)
  log.error({ mailId }, 'mail became a dead letter')
}

async function composeAndSend(deps: SendMailDeps, row: MailRow) {
  const { db, clock, mailer, composers } = deps
  const composer = composers.find(({ kind }) => kind.name === row.kind)
  if (!composer) throw new Error(`no composer for mails of the kind ${row.kind}`)
  assertNotExpired(row, composer.kind, clock.now())
  const composed = await composer.compose(row.data)
  if (!composed) return deleteMail(db, row.id)
  const { mail, isExpected, ...rest } = composed
  await saveComposed(db, row.id, { recipient: rest.to, subject: rest.subject })
  if (!isExpected && (await isTooMuch(deps, row, composer.kind, rest.to))) {
    return holdBack(deps, row, composer.kind)
  }
  await mailer.send({ id: row.id, ...rest, ...(await renderMail(mail)) })
  await markMailSent(db, row.id, clock.now())
  if (composer.kind.isForgotten) await forgetMail(db, row.id)
}

/** As many mails a day does one recipient get that others can cause; surplus is an attack on their mailbox. */
const defaultMaxUnsolicitedMails = 10

async function isTooMuch(deps: SendMailDeps, { id }: MailRow, kind: MailKind, recipient: string) {
  if (kind.cause !== 'anyone') return false
  const now = deps.clock.now()
  const since = new Date(now.getTime() - dayMs)
  const limit = deps.maxUnsolicitedMailsPerRecipientADay ?? defaultMaxUnsolicitedMails
  return !(await countUnsolicited(deps.db, { id, recipient, now, since, limit }))
}

/** What would soon be of no use is dropped. The rest becomes a dead letter, which an admin can send again. */
async function holdBack(deps: SendMailDeps, { id }: MailRow, { name, expiresAfterMs }: MailKind) {
  deps.log.warn({ mailId: id, kind: name }, 'mail held back: too many to one recipient')
  if (expiresAfterMs !== undefined) return deleteMail(deps.db, id)
  throw new MailError(
    'Held back: this address was sent too many emails in a day that its owner did not ask for.',
    { isPermanent: true },
  )
}

/** @throws MailError when the mail is older than its kind allows, also if an admin sends it again */
function assertNotExpired(
  { createdAt }: MailRow,
  { expiresAfterMs = Infinity }: MailKind,
  now: Date,
) {
  if (now.getTime() - createdAt.getTime() <= expiresAfterMs) return
  throw new MailError('It is too old to be sent. The customer can request a new one.', {
    isPermanent: true,
  })
}
