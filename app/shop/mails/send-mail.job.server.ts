import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { handles, type JobHandler } from '#platform/jobs/job.server.ts'
import { MailError, outboxKey } from '#platform/mail/mailer.server.ts'
import { limits } from '#shop/values/limits.server.ts'
import { renderMail } from '#ui/render-mail.ts'
import {
  type ComposedMail,
  composeMail,
  deadLetterMail,
  type MailKind,
  sendMail,
} from './mail-kind.server.ts'
import {
  countUnsolicited,
  deleteMail,
  deleteMails,
  findMailsToPurge,
  findUnsentMail,
  forgetMail,
  type MailRow,
  markDeadLetter,
  saveAttempt,
} from './mails.store.server.ts'

/** Stored for errors that are not the mail server's. Their own messages may hold personal data: only the log has them. */
const internalError = 'Something went wrong in the shop. The log has the details.'

/** The handlers that send mails, and make dead letters of those that cannot be sent. */
export function mailHandlers(context: AppContext, kinds: readonly MailKind[]): JobHandler[] {
  return [
    handles(deadLetterMail, async ({ mailId }) => {
      await markDeadLetter(context.db, mailId)
      logDeadLetter(context, mailId)
    }),
    handles(sendMail, ({ mailId }) => sendOne(context, kinds, mailId)),
  ]
}

async function sendOne(context: AppContext, kinds: readonly MailKind[], mailId: string) {
  const { db, clock } = context
  const row = await findUnsentMail(db, mailId)
  if (!row) return
  let { recipient, subject } = row
  try {
    const kind = kindOf(kinds, row)
    assertNotExpired(row, kind, clock.now())
    const composed = await composeMail(context, kind, row.data)
    if (!composed) return await deleteMail(db, mailId)
    recipient = composed.to
    subject = composed.subject
    if (await isTooMuch(context, row, kind, composed)) {
      return await holdBack(context, row, kind, composed)
    }
    await sendComposed(context, row, composed)
    const sent = { status: 'sent', sentAt: clock.now(), lastError: null } as const
    await saveAttempt(db, mailId, { ...sent, recipient, subject })
    if (kind.isForgotten) await forgetMail(db, mailId)
  } catch (error) {
    const isMailError = error instanceof MailError
    const isOver = isMailError && error.isPermanent
    const lastError = isMailError ? error.message : internalError
    const status = isOver ? 'dead_letter' : 'waiting'
    await saveAttempt(db, mailId, { status, sentAt: null, lastError, recipient, subject })
    if (!isOver) throw error
    logDeadLetter(context, mailId)
  }
}

function kindOf(kinds: readonly MailKind[], { kind: name }: MailRow): MailKind {
  const kind = kinds.find((each) => each.name === name)
  if (!kind) throw new Error(`no mail of the kind ${name}`)
  return kind
}

async function sendComposed({ mailer }: AppContext, { id }: MailRow, composed: ComposedMail) {
  const { mail, isExpected: _, ...rest } = composed
  await mailer.send({ id, ...rest, ...(await renderMail(mail)) })
}

function logDeadLetter({ log }: AppContext, mailId: string) {
  log.error({ mailId }, 'mail became a dead letter')
}

/** Each kind is counted by itself, so that a flood of one holds back no other. */
async function isTooMuch(
  context: AppContext,
  { id }: MailRow,
  kind: MailKind,
  { to: recipient, isExpected }: ComposedMail,
) {
  if (isExpected || kind.cause !== 'anyone') return false
  const now = context.clock.now()
  const since = new Date(now.getTime() - dayMs)
  const limit = context.maxUnsolicitedMailsPerRecipientADay ?? limits['unsolicited-mail'].max
  const mail = { id, recipient, kind: kind.name, now, since, limit }
  return !(await countUnsolicited(context.db, mail))
}

/**
 * What would soon be of no use is dropped. The rest stays, so that an admin can send it again. It is no dead letter: those
 * are alarms, which strangers must not cause.
 */
async function holdBack(
  { db, log }: AppContext,
  { id }: MailRow,
  { name, expiresAfterMs }: MailKind,
  { to: recipient, subject }: ComposedMail,
) {
  log.warn({ mailId: id, kind: name }, 'mail held back: too many to one recipient')
  if (expiresAfterMs !== undefined) return deleteMail(db, id)
  const lastError = 'This address was sent too many emails in a day that its owner did not ask for.'
  await saveAttempt(db, id, { status: 'held_back', sentAt: null, lastError, recipient, subject })
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

const batchSize = 100

/** Deletes mails that were sent before a time, and those of events before it that will not be sent: they hold addresses and links. */
export async function purgeMails(
  { db, outbox }: { db: Database; outbox: FileStore | null },
  before: Date,
) {
  for (;;) {
    const ids = await findMailsToPurge(db, { before, limit: batchSize })
    if (ids.length === 0) return
    // The file first: a remaining row is found again tomorrow, a remaining file never.
    for (const id of ids) await outbox?.remove(outboxKey(id))
    await deleteMails(db, ids)
  }
}
