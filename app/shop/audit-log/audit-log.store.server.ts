import { and, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#platform/clock.ts'
import { type Database, inBatches } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import {
  type AuditAction,
  type AuditSearch,
  type AuditSubject,
  knownKinds,
  type SecurityDetails,
  type SecurityKind,
  type SecuritySearch,
  whatToDo,
} from './audit-actions.ts'
import { auditLog, isChange, isSecurity } from './audit-log.tables.server.ts'

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

/** An entry of the shop's doors. */
export interface SecurityEntry {
  at: Date
  kind: SecurityKind
  /** The account that did it, or that it was tried with. */
  userId: string | null
  emailKey: string | null
  network: string | null
  device: string | null
  details: SecurityDetails
  count: number
}

/** Adds an entry of the doors. @returns its id */
export async function insertSecurityEntry(
  tx: Database,
  { kind: action, userId: actorId, details: after, ...entry }: SecurityEntry,
): Promise<number> {
  const about = { kind: 'security', actor: 'anyone', subject: 'users', subjectId: '' } as const
  const [added] = await tx
    .insert(auditLog)
    .values({ ...entry, ...about, action, actorId, after })
    .returning({ id: auditLog.id })
  if (!added) throw new Error('an insert returned no row')
  return added.id
}

const isOf = (userId: string) => and(isSecurity, eq(auditLog.actorId, userId))

/** Whether an account has logged in from this network. */
export async function hasSignedInFrom(db: Database, userId: string, network: string | null) {
  const isSignIn = and(isOf(userId), eq(auditLog.action, 'signed-in'))
  return (await db.$count(auditLog, and(isSignIn, eq(auditLog.network, network ?? '')))) > 0
}

/** Whether an account has logged in before, but not on such a device from this network. */
export async function isNewPlace(
  db: Database,
  userId: string,
  { network, device }: { network: string | null; device: string | null },
): Promise<boolean> {
  const isSame = and(eq(auditLog.network, network ?? ''), eq(auditLog.device, device ?? ''))
  const [found] = await db
    .select({ isNew: sql<boolean>`count(*) > 0 and not coalesce(bool_or(${isSame}), false)` })
    .from(auditLog)
    .where(and(isOf(userId), eq(auditLog.action, 'signed-in')))
  return found?.isNew ?? false
}

export interface ListedEntry extends Omit<SecurityEntry, 'userId' | 'emailKey'> {
  id: number
  /** Of the account, as it is now; null without one. */
  email: string | null
}

const isRecent = (now: Date) =>
  and(isSecurity, gte(auditLog.at, new Date(now.getTime() - 90 * dayMs)))

const isFound = ({ kind, account, network }: SecuritySearch, now: Date) =>
  and(
    isRecent(now),
    kind ? eq(auditLog.action, kind) : undefined,
    account
      ? sql`${auditLog.actorId} in (select ${users.id} from ${users} where ${users.email} = ${account})`
      : undefined,
    network ? eq(auditLog.network, network) : undefined,
  )

/** @param before only entries older than this one */
export async function listSecurityEntries(
  db: Database,
  {
    search,
    now,
    before,
    limit,
  }: { search: SecuritySearch; now: Date; before?: number | null; limit: number },
): Promise<ListedEntry[]> {
  const isOlder = before ? lt(auditLog.id, before) : undefined
  return newestEntries(db, and(isFound(search, now), isOlder), limit)
}

export function countSecurityEntries(db: Database, search: SecuritySearch, now: Date) {
  return db.$count(auditLog, isFound(search, now))
}

/** The newest entries of staff accounts that their owner can do something about. */
export async function entriesToActOn(db: Database, now: Date): Promise<ListedEntry[]> {
  const kinds = knownKinds.filter((kind) => kind in whatToDo)
  const isOfStaff = and(inArray(auditLog.action, kinds), ne(users.role, 'customer'))
  return newestEntries(db, and(isRecent(now), isOfStaff), 100)
}

async function newestEntries(
  db: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  const { id, at, network, device, count } = auditLog
  const kind = sql<SecurityKind>`${auditLog.action}`
  const details = sql<SecurityDetails>`${auditLog.after}`
  return db
    .select({ id, at, kind, network, device, details, count, email: users.email })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(condition)
    .orderBy(desc(auditLog.id))
    .limit(limit)
}

const batchSize = 500

export function securityEntriesInBatches(db: Database, search: SecuritySearch, now: Date) {
  return inBatches<ListedEntry>(batchSize, (last) =>
    listSecurityEntries(db, { search, now, before: last?.id ?? null, limit: batchSize }),
  )
}
