import { and, asc, desc, eq, gt, lt, max, ne, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { AuditAction, AuditSubject } from './audit-actions.ts'
import { auditLog } from './audit-log.tables.server.ts'

export type AuditEntry = typeof auditLog.$inferSelect

/** Who acts: a signed-in person, or the shop itself. */
export type Actor = Caller | 'shop'

export interface NewAuditEntry {
  at: Date
  by: Actor
  action: AuditAction
  subject: AuditSubject
  /** An order's or a cake's id; left out where there is no single one. */
  subjectId?: string
  /** What the action changed, as it was and as it is; plain JSON, nothing secret. */
  before?: unknown
  after?: unknown
}

/** Entries in one statement; each has ten parameters, of which PostgreSQL takes 65,535. */
const entriesAtOnce = 1000

/** Writes entries, with the change they tell of or not at all: give it that change's transaction. */
export async function recordAudit(tx: Database, ...entries: NewAuditEntry[]) {
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    await tx.insert(auditLog).values(entries.slice(from, from + entriesAtOnce).map(rowOf))
  }
}

function rowOf({ by, subjectId = '', ...entry }: NewAuditEntry) {
  if (by === 'shop') return { ...entry, subjectId, actor: by }
  const actor = by.isAdmin ? ('admin' as const) : ('customer' as const)
  return { ...entry, subjectId, actor, actorId: by.id, actorEmail: by.email }
}

/** Entries newest first, at most `limit`; `before` is the id of the oldest one known. */
export async function listAuditLog(
  db: Database,
  filter: {
    before?: number
    limit: number
    subject?: AuditSubject
    subjectId?: string
    action?: AuditAction
  },
): Promise<AuditEntry[]> {
  const { before, limit, subject, subjectId, action } = filter
  const wanted: (SQL | undefined)[] = [
    before === undefined ? undefined : lt(auditLog.id, before),
    subject && eq(auditLog.subject, subject),
    subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId),
    action && eq(auditLog.action, action),
  ]
  return db
    .select()
    .from(auditLog)
    .where(and(...wanted))
    .orderBy(desc(auditLog.id))
    .limit(limit)
}

/** The id of the newest entry, 0 when there is none. */
export async function newestAuditId(db: Database): Promise<number> {
  const [newest] = await db.select({ id: max(auditLog.id) }).from(auditLog)
  return newest?.id ?? 0
}

/** What happened to single orders after an entry, oldest first. */
export async function orderEntriesAfter(db: Database, id: number, limit: number) {
  return db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      orderId: auditLog.subjectId,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'order'), ne(auditLog.subjectId, ''), gt(auditLog.id, id)))
    .orderBy(asc(auditLog.id))
    .limit(limit)
}
