import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import {
  type Changes,
  type Database,
  hotQuery,
  statementParts,
} from '#platform/database/database.server.ts'
import { mailboxOf, mailboxOfColumn, mails } from './mails.tables.server.ts'

export type MailRow = typeof mails.$inferSelect

/** Stores a mail to send, together with other changes; false if this event already has a mail. */
export async function insertMail(
  tx: Database,
  mail: Pick<MailRow, 'id' | 'kind' | 'data' | 'createdAt'>,
  changes: Changes,
): Promise<boolean> {
  const insert = tx
    .with(...statementParts(tx, changes))
    .insert(mails)
    .values(mail)
    .onConflictDoNothing()
    .returning({ id: mails.id })
  const isAlone = Object.keys(changes).length === 0
  const added = await (isAlone ? insert.prepare('insert_mail').execute() : insert)
  return added.length > 0
}

/**
 * Not tried again unless an admin says so: it could not be sent, or was held back because its recipient was sent too many
 * that others caused.
 */
const isUnsentForGood = inArray(mails.status, ['dead_letter', 'held_back'])

const waits = and(eq(mails.id, sql.placeholder('id')), eq(mails.status, 'waiting'))

const waitingMailQuery = hotQuery((db) =>
  db.select().from(mails).where(waits).prepare('find_waiting_mail'),
)

/** Null if there is no such mail or it was sent, or is not to be. */
export async function findWaitingMail(db: Database, id: string): Promise<MailRow | null> {
  const [mail] = await waitingMailQuery(db).execute({ id })
  return mail ?? null
}

/** Notes that the mail server may have a mail from now on; false if it does not wait as it was read: another attempt is quicker. */
export async function markUnconfirmed(
  db: Database,
  { id, unconfirmedAt }: MailRow,
  now: Date,
): Promise<boolean> {
  const isAsRead = unconfirmedAt
    ? eq(mails.unconfirmedAt, unconfirmedAt)
    : isNull(mails.unconfirmedAt)
  const marked = await db
    .update(mails)
    .set({ unconfirmedAt: now, lastError: null })
    .where(and(eq(mails.id, id), eq(mails.status, 'waiting'), isAsRead))
    .returning({ id: mails.id })
  return marked.length > 0
}

/**
 * Counts a mail among those of its kind that its recipient did not cause; false if there are enough of them since a time.
 * Senders to one recipient take turns.
 */
export async function countUnsolicited(
  db: Database,
  {
    id,
    recipient,
    kind,
    now,
    since,
    limit,
  }: { id: string; recipient: string; kind: string; now: Date; since: Date; limit: number },
): Promise<boolean> {
  const mailbox = mailboxOf(recipient)
  return db.transaction(async (tx) => {
    const lock = `mails to ${mailbox}`
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
    const isOther = and(
      ne(mails.id, id),
      eq(mails.kind, kind),
      eq(mailboxOfColumn(mails.recipient), mailbox),
      gt(mails.unsolicitedAt, since),
    )
    if ((await tx.$count(mails, isOther)) >= limit) return false
    await tx.update(mails).set({ recipient, unsolicitedAt: now }).where(eq(mails.id, id))
    return true
  })
}

/** How an attempt to send a mail ended. A mail that is tried again waits. */
type AttemptEnd = Pick<MailRow, 'status' | 'lastError' | 'recipient' | 'subject'> &
  Partial<Pick<MailRow, 'sentAt' | 'unconfirmedAt'>>

export async function saveAttempt(db: Database, id: string, end: AttemptEnd) {
  await db
    .update(mails)
    .set({ sentAt: null, unconfirmedAt: null, ...end, attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), ne(mails.status, 'sent')))
    .prepare('save_attempt')
    .execute()
}

/** Makes a mail whose last attempt failed a dead letter, unless it was sent. */
export async function markDeadLetter(db: Database, id: string) {
  await db
    .update(mails)
    .set({
      status: 'dead_letter',
      lastError: sql`coalesce(${mails.lastError}, 'Sending failed too often.')`,
    })
    .where(and(eq(mails.id, id), ne(mails.status, 'sent')))
}

/** Whether an admin may have a mail sent now. One that waits without an error is just being sent. */
const maySendAgain = sql<boolean>`${or(
  isUnsentForGood,
  and(eq(mails.status, 'waiting'), isNotNull(mails.lastError)),
)}`

/** Makes a mail wait as if it was new; false if there is none that may be sent again. */
export async function requeueMail(tx: Database, id: string): Promise<boolean> {
  const requeued = await tx
    .update(mails)
    .set({ status: 'waiting', attempts: 0, lastError: null, unconfirmedAt: null })
    .where(and(eq(mails.id, id), maySendAgain))
    .returning({ id: mails.id })
  return requeued.length > 0
}

/** Removes recipient and data of a mail that was sent, or cannot be. */
export async function forgetMail(db: Database, id: string) {
  await db
    .update(mails)
    .set({
      data: {},
      recipient: null,
      lastError: sql`case when ${mails.status} = 'dead_letter' then '' end`,
    })
    .where(eq(mails.id, id))
}

export async function deleteMail(db: Database, id: string) {
  await db.delete(mails).where(eq(mails.id, id))
}

/** The ids of mails that were sent before a time, or will not be sent and are of events before it. */
export async function findMailsToPurge(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        // True of both kinds: it lets PostgreSQL use the index.
        lt(mails.createdAt, before),
        or(and(eq(mails.status, 'sent'), lt(mails.sentAt, before)), isUnsentForGood),
      ),
    )
    .orderBy(mails.createdAt, mails.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Deletes mails, unless they wait again. */
export async function deleteMails(db: Database, ids: string[]) {
  await db.delete(mails).where(and(inArray(mails.id, ids), ne(mails.status, 'waiting')))
}

export type ListedMail = Awaited<ReturnType<typeof unsentMails>>[number]
export type MailOfOrder = Awaited<ReturnType<typeof mailsOfOrder>>[number]

/** The newest mails that were not sent: that wait, are dead letters or are held back. Nothing of what they are composed from. */
export function unsentMails(db: Database, limit: number) {
  const { id, kind, status, recipient, subject, attempts, createdAt, sentAt } = mails
  const { lastError, unconfirmedAt } = mails
  return db
    .select({
      ...{ id, kind, status, recipient, subject, attempts, createdAt, sentAt },
      ...{ lastError, unconfirmedAt, maySendAgain },
    })
    .from(mails)
    .where(ne(status, 'sent'))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

/** Which mails about an order were sent to who ordered, newest first; for 90 days. For colleagues who may not read mails. */
export function mailsOfOrder(
  db: Database,
  { id: orderId, number, customerEmail }: { id: string; number: number; customerEmail: string },
) {
  const { id, kind, status, subject, createdAt, sentAt, data, recipient } = mails
  const isAboutIt = or(
    eq(sql`${data} ->> 'orderId'`, orderId),
    eq(sql`${data} ->> 'orderNumber'`, String(number)),
  )
  // It has an index; what a mail is about has none.
  const isTheirs = eq(sql`lower(${recipient})`, customerEmail.toLowerCase())
  return db
    .select({ id, kind, status, subject, createdAt, sentAt })
    .from(mails)
    .where(and(isTheirs, isAboutIt))
    .orderBy(desc(createdAt), desc(id))
    .limit(50)
}

/** The number of dead-letter mails, or of those about events after `since`. */
export async function countDeadLetters(db: Database, since?: Date): Promise<number> {
  const [found] = await db
    .select({ dead: count() })
    .from(mails)
    .where(and(eq(mails.status, 'dead_letter'), since && gt(mails.createdAt, since)))
  return found?.dead ?? 0
}

/** The oldest first, at most `limit`: of these ids the mails that may be sent again, or all dead letters. */
export async function mailsToSendAgain(
  tx: Database,
  { ids, limit }: { ids?: readonly string[]; limit: number },
) {
  return tx
    .select({ id: mails.id, status: mails.status, lastError: mails.lastError })
    .from(mails)
    .where(ids ? and(maySendAgain, inArray(mails.id, [...ids])) : eq(mails.status, 'dead_letter'))
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(limit)
}
