import { and, count, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { auditLog, isSecurity } from './audit-log.tables.server.ts'
import {
  knownKinds,
  type SecurityDetails,
  type SecurityKind,
  type SecuritySearch,
  whatToDo,
} from './security-kinds.ts'

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

export async function hasSignedInFrom(
  db: Database,
  userId: string,
  network: string | null,
): Promise<boolean> {
  const isSignIn = and(isOf(userId), eq(auditLog.action, 'signed-in'))
  return (await db.$count(auditLog, and(isSignIn, eq(auditLog.network, network ?? '')))) > 0
}

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

function found(search: SecuritySearch, now: Date) {
  const { kind, account, network, before } = search
  return and(
    isRecent(now),
    kind ? eq(auditLog.action, kind) : undefined,
    account ? eq(users.email, account) : undefined,
    network ? eq(auditLog.network, network) : undefined,
    before === null ? undefined : lt(auditLog.id, before),
  )
}

export async function listSecurityEntries(
  db: Database,
  { search, now, limit }: { search: SecuritySearch; now: Date; limit: number },
): Promise<ListedEntry[]> {
  return newestEntries(db, found(search, now), limit)
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

export async function countSecurityEntries(db: Database, search: SecuritySearch, now: Date) {
  const [counted] = await db
    .select({ rows: count() })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(found(search, now))
  return counted?.rows ?? 0
}

const batchSize = 500

export async function* securityEntriesInBatches(
  db: Database,
  search: SecuritySearch,
  now: Date,
): AsyncGenerator<ListedEntry[]> {
  for (let before = search.before; ; ) {
    const batch = await listSecurityEntries(db, {
      search: { ...search, before },
      now,
      limit: batchSize,
    })
    yield batch
    before = batch.at(-1)?.id ?? null
    if (batch.length < batchSize) return
  }
}
