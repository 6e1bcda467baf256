import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { contains } from '#platform/database/query-parts.server.ts'
import { unsentForGood } from '#shop/mails/mail-statuses.ts'
import type { MailRow } from '#shop/mails/mails.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { kindInWords, type ListedMail, type MailPlace, type MailSearch } from './mail-list.ts'

const listedColumns = {
  id: mails.id,
  kind: mails.kind,
  status: mails.status,
  recipient: mails.recipient,
  subject: mails.subject,
  attempts: mails.attempts,
  lastError: mails.lastError,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
}

/** A page of the mails that a search finds, newest first, and where the next page starts. */
export async function mailsPage(
  db: Database,
  search: MailSearch,
  size: number,
): Promise<{ mails: ListedMail[]; next: MailPlace | null }> {
  const found = await db
    .select(listedColumns)
    .from(mails)
    .where(and(...conditionsOf(search)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(size + 1)
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return {
    mails: page.map(toListedMail),
    next: last ? { at: last.createdAt.getTime(), id: last.id } : null,
  }
}

/** The number of dead-letter mails, or of those about events after `since`. */
export async function countDeadLetters(db: Database, since?: Date): Promise<number> {
  const [found] = await db
    .select({ dead: count() })
    .from(mails)
    .where(and(eq(mails.status, 'dead_letter'), since && gt(mails.createdAt, since)))
  return found?.dead ?? 0
}

/** The oldest first, at most `limit`: of these ids the dead-letter and held-back mails, or all dead letters. */
export async function mailsToSendAgain(
  tx: Database,
  { ids, limit }: { ids?: readonly string[]; limit: number },
) {
  return tx
    .select({ id: mails.id, status: mails.status, lastError: mails.lastError })
    .from(mails)
    .where(
      ids
        ? and(inArray(mails.status, [...unsentForGood]), inArray(mails.id, [...ids]))
        : eq(mails.status, 'dead_letter'),
    )
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(limit)
}

function conditionsOf({ status, q, before }: MailSearch): (SQL | undefined)[] {
  return [
    status === null ? undefined : eq(mails.status, status),
    q === '' ? undefined : contains(sql`lower(${mails.recipient})`, q),
    before === null ? undefined : isBefore(before),
  ]
}

function isBefore({ at, id }: MailPlace): SQL {
  return sql`(${mails.createdAt}, ${mails.id}) < (${new Date(at).toISOString()}::timestamptz, ${id})`
}

function toListedMail({
  createdAt,
  kind,
  sentAt,
  ...rest
}: Omit<MailRow, 'data' | 'unsolicitedAt'>): ListedMail {
  return {
    ...rest,
    kind: kindInWords(kind),
    at: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }
}
