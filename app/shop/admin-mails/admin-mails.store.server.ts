import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { contains } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { MailRow } from '#shop/mails/mails.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { kindInWords, type ListedMail, type MailPlace, type MailSearch } from './mail-list.ts'

// Not `data`: the list is to tell no more than it shows.
const shown = {
  id: mails.id,
  kind: mails.kind,
  status: mails.status,
  recipient: mails.recipient,
  subject: mails.subject,
  tries: mails.tries,
  fault: mails.fault,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
}

/** A page of the mails that a search finds, newest first, and the place that older ones are before. */
export async function mailsPage(
  db: Database,
  search: MailSearch,
  size: number,
): Promise<{ mails: ListedMail[]; next: MailPlace | null }> {
  const found = await db
    .select(shown)
    .from(mails)
    .where(and(...wanted(search)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(size + 1)
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return {
    mails: page.map(toShown),
    next: last ? { at: last.createdAt.getTime(), id: last.id } : null,
  }
}

/** A mail as the list shows it; null when there is none of this id. */
export async function findListedMail(db: Database, id: string): Promise<ListedMail | null> {
  const [found] = await db.select(shown).from(mails).where(eq(mails.id, id))
  return found ? toShown(found) : null
}

/** How many mails could not be sent, of all or of those about something after `since`. */
export async function countDeadLetters(db: Database, since?: Date): Promise<number> {
  const [found] = await db
    .select({ dead: count() })
    .from(mails)
    .where(and(eq(mails.status, 'dead'), since && gt(mails.createdAt, since)))
  return found?.dead ?? 0
}

/** Dead mails, the oldest first, at most `limit`: those of these ids, or any. */
export async function deadLetters(
  tx: Database,
  { ids, limit }: { ids?: readonly string[]; limit: number },
) {
  return tx
    .select({ id: mails.id, fault: mails.fault })
    .from(mails)
    .where(and(eq(mails.status, 'dead'), ids && inArray(mails.id, [...ids])))
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(limit)
}

function wanted({ status, q, before }: MailSearch): (SQL | undefined)[] {
  return [
    status === null ? undefined : eq(mails.status, status),
    q === '' ? undefined : contains(sql`lower(${mails.recipient})`, q),
    before === null ? undefined : isBefore(before),
  ]
}

function isBefore({ at, id }: MailPlace): SQL {
  return sql`(${mails.createdAt}, ${mails.id}) < (${new Date(at).toISOString()}::timestamptz, ${id})`
}

function toShown({ createdAt, kind, sentAt, ...rest }: Omit<MailRow, 'data'>): ListedMail {
  return {
    ...rest,
    kind: kindInWords(kind),
    at: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }
}
