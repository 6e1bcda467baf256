import { and, asc, desc, eq, gt, gte, lt, max, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import type { AuditAction, AuditSearch, AuditSubject } from './audit-actions.ts'
import { auditLog, isChange } from './audit-log.tables.server.ts'

export type Actor = Caller | 'shop'

/** An entry without its subject. */
export interface NewEntry {
  at: Date
  by: Actor
  action: AuditAction
  /** What the action changed, as plain JSON without secrets. */
  before?: unknown
  after?: unknown
}

/** About an order, or another subject: a cake's or a mail's id is left out for several. */
export type NewAuditEntry = NewEntry &
  ({ orderId: string } | { subject: AuditSubject; subjectId?: string })

/** A statement of PostgreSQL has at most 65,535 parameters, and an entry takes eleven. */
const entriesPerStatement = 1000

/** Records actions, in the transaction of the change itself. */
export async function recordAudit(tx: Database, ...entries: NewAuditEntry[]) {
  for (let from = 0; from < entries.length; from += entriesPerStatement) {
    await auditEntries(tx, ...entries.slice(from, from + entriesPerStatement))
  }
}

/** Records actions in a statement with other changes. */
export function auditEntries(tx: Database, ...entries: NewAuditEntry[]) {
  return tx.insert(auditLog).values(entries.map(toRow))
}

function toRow({ at, by, action, before, after, ...about }: NewAuditEntry) {
  const { subject, subjectId = '' } =
    'orderId' in about ? { subject: 'order' as const, subjectId: about.orderId } : about
  const entry = { at, action, subject, subjectId, before: storable(before), after: storable(after) }
  if (by === 'shop') return { ...entry, actor: by }
  const actor = isStaff(by.role) ? ('admin' as const) : ('customer' as const)
  return { ...entry, actor, actorId: by.id, actorRole: by.role, actorEmail: by.email }
}

/** JSON with half letters, which a browser may cut off and PostgreSQL refuses, as the sign for what cannot be read. */
function storable(json: unknown): unknown {
  if (json === undefined) return undefined
  return JSON.parse(JSON.stringify(json), (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

interface DoneToOrder {
  action: AuditAction
  orderId: string
  since: Date
  /** Only if this is among what the entry says was changed. */
  changed?: string
}

/** Whether something was done to an order since a time. */
export async function isDoneSince(
  db: Database,
  { action, orderId, since, changed }: DoneToOrder,
): Promise<boolean> {
  const isSo = and(
    eq(auditLog.subject, 'order'),
    eq(auditLog.subjectId, orderId),
    eq(auditLog.action, action),
    gte(auditLog.at, since),
    changed === undefined
      ? undefined
      : sql`${auditLog.after} -> 'parts' @> ${JSON.stringify([changed])}::jsonb`,
  )
  return (await db.$count(auditLog, isSo)) > 0
}

export type AuditEntry = Awaited<ReturnType<typeof listAuditLog>>[number]

/** The changes that a search finds, newest first. */
export function listAuditLog(
  db: Database,
  { before, limit, subject, id, action }: Partial<AuditSearch> & { limit: number },
) {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actor: sql<'customer' | 'admin' | 'shop'>`${auditLog.actor}`,
      actorId: auditLog.actorId,
      actorRole: auditLog.actorRole,
      actorEmail: auditLog.actorEmail,
      action: sql<AuditAction>`${auditLog.action}`,
      subject: auditLog.subject,
      subjectId: auditLog.subjectId,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(
      and(
        isChange,
        before ? lt(auditLog.id, before) : undefined,
        subject ? eq(auditLog.subject, subject) : undefined,
        id ? eq(auditLog.subjectId, id) : undefined,
        action ? eq(auditLog.action, action) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)
}

/** The id of the newest entry; 0 if there is none. */
export async function newestAuditId(db: Database): Promise<number> {
  const [newest] = await db.select({ id: max(auditLog.id) }).from(auditLog)
  return newest?.id ?? 0
}

/** Entries about single orders after an entry's id, oldest first. */
export async function orderEntriesAfter(db: Database, id: number, limit: number) {
  return db
    .select({
      id: auditLog.id,
      action: sql<AuditAction>`${auditLog.action}`,
      orderId: auditLog.subjectId,
    })
    .from(auditLog)
    .where(
      and(isChange, eq(auditLog.subject, 'order'), ne(auditLog.subjectId, ''), gt(auditLog.id, id)),
    )
    .orderBy(asc(auditLog.id))
    .limit(limit)
}
