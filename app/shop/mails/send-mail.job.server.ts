import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { handles } from '#platform/jobs/job.server.ts'
import { MailError, outboxKey } from '#platform/mail/mailer.server.ts'
import { limits } from '#shop/values/limits.server.ts'
import {
  deadLetterMail,
  type MailContent,
  type MailKind,
  renderContent,
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
export function mailHandlers(shop: AppContext, kinds: Record<string, MailKind<never>>) {
  return [
    handles(deadLetterMail, async ({ mailId }) => {
      await markDeadLetter(shop.db, mailId)
      logDeadLetter(shop, mailId)
    }),
    handles(sendMail, ({ mailId }) => sendOne(shop, kinds, mailId)),
  ]
}

async function sendOne(shop: AppContext, kinds: Record<string, MailKind<never>>, mailId: string) {
  const { db, clock, mailer } = shop
  const row = await findUnsentMail(db, mailId)
  if (!row) return
  let { recipient, subject } = row
  try {
    const write = kinds[row.kind]
    // A newer process may know it.
    if (!write) throw new Error(`no mail of the kind ${row.kind}`)
    assertNotExpired(row, write, clock.now())
    // The shop itself stored the data, of the kind's type or as an earlier release had it.
    const content = await write(shop, row.data as never)
    // A customer by phone may have given no address.
    if (!content?.to) return await deleteMail(db, mailId)
    recipient = content.to
    subject = content.subject
    if (content.isUnsolicited && (await isTooMuch(shop, row, recipient))) {
      return await holdBack(shop, row, write, content)
    }
    await mailer.send({ id: mailId, ...(await renderContent(shop.shop, content)) })
    const sent = { status: 'sent', sentAt: clock.now(), lastError: null } as const
    await saveAttempt(db, mailId, { ...sent, recipient, subject })
    if (content.isForgotten) await forgetMail(db, mailId)
  } catch (error) {
    const isMailError = error instanceof MailError
    const isOver = isMailError && error.isPermanent
    const lastError = isMailError ? error.message : internalError
    const status = isOver ? 'dead_letter' : 'waiting'
    await saveAttempt(db, mailId, { status, sentAt: null, lastError, recipient, subject })
    if (!isOver) throw error
    logDeadLetter(shop, mailId)
  }
}

function logDeadLetter({ log }: AppContext, mailId: string) {
  log.error({ mailId }, 'mail became a dead letter')
}

/** Each kind is counted by itself, so that a flood of one holds back no other. */
async function isTooMuch(shop: AppContext, { id, kind }: MailRow, recipient: string) {
  const now = shop.clock.now()
  const since = new Date(now.getTime() - dayMs)
  const limit = shop.maxUnsolicitedMailsPerRecipientADay ?? limits['unsolicited-mail'].max
  return !(await countUnsolicited(shop.db, { id, recipient, kind, now, since, limit }))
}

/**
 * What would soon be of no use is dropped. The rest stays, so that an admin can send it again. It is no dead letter: those
 * are alarms, which strangers must not cause.
 */
async function holdBack(
  { db, log }: AppContext,
  { id, kind }: MailRow,
  { expiresAfterMs }: MailKind<never>,
  { to: recipient, subject }: MailContent,
) {
  log.warn({ mailId: id, kind }, 'mail held back: too many to one recipient')
  if (expiresAfterMs !== undefined) return deleteMail(db, id)
  const lastError = 'This address was sent too many emails in a day that its owner did not ask for.'
  await saveAttempt(db, id, { status: 'held_back', sentAt: null, lastError, recipient, subject })
}

/** @throws MailError when the mail is older than it may be, also if an admin sends it again */
function assertNotExpired(
  { createdAt }: MailRow,
  { expiresAfterMs = Infinity }: MailKind<never>,
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
