import type { AppContext } from '#app/context.server.ts'
import { dayMs, hourMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { handles } from '#platform/jobs/job.server.ts'
import { MailError, outboxKey } from '#platform/mail/mailer.server.ts'
import { limits } from '#shop/values/limits.server.ts'
import {
  deadLetterMail,
  type MailContent,
  type MailKind,
  queueMail,
  renderContent,
  sendMail,
} from './mail-kind.server.ts'
import {
  countUnsolicited,
  deleteMail,
  deleteMails,
  findMailsToPurge,
  findWaitingMail,
  forgetMail,
  type MailRow,
  markDeadLetter,
  markUnconfirmed,
  saveAttempt,
} from './mails.store.server.ts'
import type { Notice } from './notice-events.ts'

/** Stored for errors that are not the mail server's. Their own messages may hold personal data: only the log has them. */
const internalError = 'Something went wrong in the shop. The log has the details.'

/** Tells colleagues of a mail to the shop. @returns its recipient, '' for nobody */
type TellColleagues = (
  mail: Pick<MailRow, 'id' | 'kind' | 'data' | 'createdAt'>,
  content: MailContent & { notice: Notice },
) => Promise<string>

/** Stored for an attempt whose process ended, or lost the database, before the mail server had answered. */
const interrupted = 'Sending was interrupted. It may have arrived.'

/** How long a mail that may have arrived waits until it is sent again, in ms. A day after its event it is not. */
const unconfirmedPauseMs = 6 * hourMs

/** The handlers that send mails, and make dead letters of those that cannot be sent. */
export function mailHandlers(
  shop: AppContext,
  kinds: Record<string, MailKind<never>>,
  tellColleagues: TellColleagues = async (_, { to }) => to,
) {
  return [
    handles(deadLetterMail, async ({ mailId }) => {
      await markDeadLetter(shop.db, mailId)
      logDeadLetter(shop, mailId)
    }),
    handles(sendMail, ({ mailId }) => sendOne(shop, kinds, tellColleagues, mailId)),
  ]
}

async function sendOne(
  shop: AppContext,
  kinds: Record<string, MailKind<never>>,
  tellColleagues: TellColleagues,
  mailId: string,
) {
  const { db, clock, mailer } = shop
  const row = await findWaitingMail(db, mailId)
  if (!row || (await isPaused(shop, row))) return
  let { recipient, subject } = row
  // The row then stays as it is: that of another attempt, or of a mail that has arrived though nobody could store it.
  let isSettled = false
  try {
    const write = kinds[row.kind]
    // A newer process may know it.
    if (!write) throw new Error(`no mail of the kind ${row.kind}`)
    assertNotExpired(row, write, clock.now())
    // The shop itself stored the data, of the kind's type or as an earlier release had it.
    const data = row.data as never
    const { tells } = write
    const event = mailId.slice(row.kind.length + 1)
    if (tells) await db.transaction((tx) => queueMail(shop, tx, tells, event, data))
    const content = await write(shop, data)
    const notice = content?.notice
    const to = content && notice ? await tellColleagues(row, { ...content, notice }) : content?.to
    // A customer by phone may have given no address.
    if (!content || !to) return await deleteMail(db, mailId)
    recipient = to
    subject = content.subject
    if (content.isUnsolicited && (await isTooMuch(shop, row, recipient))) {
      return await holdBack(shop, row, write, content)
    }
    await mailer.send(
      { id: mailId, ...(await renderContent(shop.shop, { ...content, to })) },
      async () => {
        isSettled = !(await markUnconfirmed(db, row, clock.now()))
        if (isSettled) throw new Error('another attempt is sending this mail')
      },
    )
    isSettled = true
    const sent = { status: 'sent', sentAt: clock.now(), lastError: null } as const
    await saveAttempt(db, mailId, { ...sent, recipient, subject })
    if (content.isForgotten) await forgetMail(db, mailId)
  } catch (error) {
    if (isSettled) throw error
    const { message: lastError, isPermanent, isUnconfirmed } = mailErrorOf(error)
    const now = clock.now()
    const isOld = now.getTime() - row.createdAt.getTime() >= dayMs
    const isOver = isPermanent || (isUnconfirmed && isOld)
    const status = isOver ? 'dead_letter' : 'waiting'
    const unconfirmedAt = isUnconfirmed ? now : null
    await saveAttempt(db, mailId, { status, lastError, recipient, subject, unconfirmedAt })
    if (!isOver) throw error
    logDeadLetter(shop, mailId)
  }
}

const mailErrorOf = (error: unknown) =>
  error instanceof MailError ? error : new MailError(internalError)

/** Whether a mail may have arrived, and it is too early to send it again. Its job then comes back. */
async function isPaused({ db, clock, jobs }: AppContext, mail: MailRow): Promise<boolean> {
  const { id: mailId, unconfirmedAt, recipient, subject } = mail
  if (!unconfirmedAt) return false
  const pauseMs = unconfirmedAt.getTime() + unconfirmedPauseMs - clock.now().getTime()
  if (pauseMs <= 0) return false
  if (mail.lastError === null) {
    const end = { status: 'waiting', lastError: interrupted, unconfirmedAt } as const
    await saveAttempt(db, mailId, { ...end, recipient, subject })
  }
  const startAfterSeconds = Math.ceil(pauseMs / 1000)
  await jobs.enqueue(db, sendMail, { mailId }, { key: mailId, startAfterSeconds, isMoved: true })
  return true
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
  await saveAttempt(db, id, { status: 'held_back', lastError, recipient, subject })
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
