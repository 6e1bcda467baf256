import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/durations.ts'
import { handles, type JobHandler } from '#platform/jobs/job.server.ts'
import { MailError } from '#platform/mail/mailer.server.ts'
import { renderMail } from '#ui/render-mail.ts'
import { composeMail, type MailKind } from './mail-kind.server.ts'
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
import { deadLetterMail, sendMail } from './queue-mail.server.ts'

/** Stored for errors that are not the mail server's. Their own messages may hold personal data: only the log has them. */
const internalError = 'Something went wrong in the shop. The log has the details.'

/** The handlers that send mails, and make dead letters of those that cannot be sent. */
export function mailHandlers(context: AppContext, kinds: readonly MailKind[]): JobHandler[] {
  return [
    handles(deadLetterMail, ({ mailId }) => makeDeadLetter(context, mailId)),
    handles(sendMail, ({ mailId }) => sendOne(context, kinds, mailId)),
  ]
}

async function sendOne(context: AppContext, kinds: readonly MailKind[], mailId: string) {
  const mail = await startAttempt(context.db, mailId)
  if (!mail) return
  try {
    const kind = kinds.find(({ name }) => name === mail.kind)
    if (!kind) throw new Error(`no mail of the kind ${mail.kind}`)
    await composeAndSend(context, kind, mail)
  } catch (error) {
    const isMailError = error instanceof MailError
    if (isMailError && error.isPermanent) return makeDeadLetter(context, mailId, error.message)
    await saveMailError(context.db, mailId, isMailError ? error.message : internalError)
    throw error
  }
}

async function makeDeadLetter({ db, log }: AppContext, mailId: string, lastError?: string) {
  await markDeadLetter(db, mailId, lastError)
  log.error({ mailId }, 'mail became a dead letter')
}

async function composeAndSend(context: AppContext, kind: MailKind, row: MailRow) {
  const { db, clock, mailer } = context
  assertNotExpired(row, kind, clock.now())
  const composed = await composeMail(context, kind, row.data)
  if (!composed) return deleteMail(db, row.id)
  const { mail, isExpected, ...rest } = composed
  await saveComposed(db, row.id, { recipient: rest.to, subject: rest.subject })
  if (!isExpected && (await isTooMuch(context, row, kind, rest.to))) {
    return holdBack(context, row, kind)
  }
  await mailer.send({ id: row.id, ...rest, ...(await renderMail(mail)) })
  await markMailSent(db, row.id, clock.now())
  if (kind.isForgotten) await forgetMail(db, row.id)
}

/**
 * As many mails of one kind a day does one recipient get that others can cause; surplus is an attack on their mailbox. Each
 * kind is counted by itself, so that a flood of one holds back no other.
 */
const defaultMaxUnsolicitedMails = 5

async function isTooMuch(context: AppContext, { id }: MailRow, kind: MailKind, recipient: string) {
  if (kind.cause !== 'anyone') return false
  const now = context.clock.now()
  const since = new Date(now.getTime() - dayMs)
  const limit = context.maxUnsolicitedMailsPerRecipientADay ?? defaultMaxUnsolicitedMails
  const mail = { id, recipient, kind: kind.name, now, since, limit }
  return !(await countUnsolicited(context.db, mail))
}

/** What would soon be of no use is dropped. The rest becomes a dead letter, which an admin can send again. */
async function holdBack(context: AppContext, { id }: MailRow, { name, expiresAfterMs }: MailKind) {
  context.log.warn({ mailId: id, kind: name }, 'mail held back: too many to one recipient')
  if (expiresAfterMs !== undefined) return deleteMail(context.db, id)
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
