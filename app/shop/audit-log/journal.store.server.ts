import { and, asc, desc, eq, gt, lt, max, ne, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { journalEntries } from './journal.tables.server.ts'
import type { JournalAction, JournalSubject } from './journal-action.ts'

export type JournalEntry = typeof journalEntries.$inferSelect

/** Who acts: a signed-in person, or the shop itself. */
export type Actor = Caller | 'shop'

export interface NewJournalEntry {
  at: Date
  by: Actor
  action: JournalAction
  subject: JournalSubject
  /** An order's or a cake's id; left out where there is no single one. */
  subjectId?: string
  /** What the action changed, as it was and as it is; plain JSON, nothing secret. */
  before?: unknown
  after?: unknown
}

/** Entries in one statement; each has ten parameters, of which PostgreSQL takes 65,535. */
const entriesAtOnce = 1000

/** Writes entries, with the change they tell of or not at all: give it that change's transaction. */
export async function writeJournal(tx: Database, ...entries: NewJournalEntry[]) {
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    await tx.insert(journalEntries).values(entries.slice(from, from + entriesAtOnce).map(rowOf))
  }
}

function rowOf({ by, subjectId = '', ...entry }: NewJournalEntry) {
  if (by === 'shop') return { ...entry, subjectId, actor: by }
  const actor = by.isAdmin ? ('admin' as const) : ('customer' as const)
  return { ...entry, subjectId, actor, actorId: by.id, actorEmail: by.email }
}

/** Entries newest first, at most `limit`; `before` is the id of the oldest one known. */
export async function listJournal(
  db: Database,
  filter: {
    before?: number
    limit: number
    subject?: JournalSubject
    subjectId?: string
    action?: JournalAction
  },
): Promise<JournalEntry[]> {
  const { before, limit, subject, subjectId, action } = filter
  const wanted: (SQL | undefined)[] = [
    before === undefined ? undefined : lt(journalEntries.id, before),
    subject && eq(journalEntries.subject, subject),
    subjectId === undefined ? undefined : eq(journalEntries.subjectId, subjectId),
    action && eq(journalEntries.action, action),
  ]
  return db
    .select()
    .from(journalEntries)
    .where(and(...wanted))
    .orderBy(desc(journalEntries.id))
    .limit(limit)
}

/** The id of the newest entry, 0 when there is none. */
export async function newestJournalId(db: Database): Promise<number> {
  const [newest] = await db.select({ id: max(journalEntries.id) }).from(journalEntries)
  return newest?.id ?? 0
}

/** What happened to single orders after an entry, oldest first. */
export async function orderEntriesAfter(db: Database, id: number, limit: number) {
  return db
    .select({
      id: journalEntries.id,
      action: journalEntries.action,
      orderId: journalEntries.subjectId,
    })
    .from(journalEntries)
    .where(
      and(
        eq(journalEntries.subject, 'order'),
        ne(journalEntries.subjectId, ''),
        gt(journalEntries.id, id),
      ),
    )
    .orderBy(asc(journalEntries.id))
    .limit(limit)
}
