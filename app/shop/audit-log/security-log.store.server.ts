import { and, count, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs, minuteMs } from '#platform/durations.ts'
import type { Refusal } from '#platform/http/api-guards.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import type { Log } from '#platform/log.server.ts'
import { keyedHash } from '#platform/secrets.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { deviceName } from '#shop/accounts/device-name.ts'
import { auditLog, isSecurity } from './audit-log.tables.server.ts'
import {
  knownKinds,
  type SecurityDetails,
  type SecurityKind,
  type SecuritySearch,
  suspicious,
  whatToDo,
} from './security-kinds.ts'

interface SecurityEntry {
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

async function hasSignedInFrom(
  db: Database,
  userId: string,
  network: string | null,
): Promise<boolean> {
  const isSignIn = and(isOf(userId), eq(auditLog.action, 'signed-in'))
  return (await db.$count(auditLog, and(isSignIn, eq(auditLog.network, network ?? '')))) > 0
}

async function isNewPlace(
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

export interface SecurityEvent {
  kind: SecurityKind
  /** The account that did it, or that somebody tried to use. */
  userId?: string | null
  /** Without a session: the e-mail that was typed. If it has no account, only its keyed hash is stored. */
  email?: string
  details?: SecurityDetails
}

export type SecurityLog = ReturnType<typeof createSecurityLog>

interface SecurityLogSettings {
  db: Database
  clock: Clock
  log: Log
  /** Keys the hashes of e-mails. */
  secret: string
}

/** Strangers have as many addresses as they like: beyond this number their events are counted together. */
const maxMinutes = 10_000

/** A minute of one event: the first is written, the others are counted, then written with the next or by `writeCounts`. */
interface Minute {
  repeated: SecurityEntry
  until: number
  count: number
}

/**
 * Writes a row and a log line for each event of the kinds in `security-kinds.ts`. Address and device are those of the current
 * request.
 */
export function createSecurityLog(deps: SecurityLogSettings) {
  const { db, clock } = deps
  const minutes = new Map<string, Minute>()

  async function write(entry: SecurityEntry, tx: Database = db) {
    const id = await insertSecurityEntry(tx, entry)
    const { kind, userId: user, emailKey, count } = entry
    deps.log[suspicious.includes(kind) ? 'warn' : 'info'](
      { kind, id, user, emailKey, count },
      'security',
    )
  }

  /** Writes what was only counted in minutes that have passed; at the end everything. */
  async function writeCounts(which: 'past' | 'all' = 'past') {
    const now = clock.now().getTime()
    const ended = [...minutes].filter(([, { until }]) => which === 'all' || until <= now)
    for (const [key] of ended) minutes.delete(key)
    for (const [key, { repeated, count }] of ended) {
      if (count === 0) continue
      minutes.set(key, { repeated, until: now + minuteMs, count: 0 })
      await write({ ...repeated, count })
    }
  }

  return {
    /** Records an event. With `tx` it is stored if, and only if, that transaction is. */
    async record(event: SecurityEvent, tx?: Database): Promise<void> {
      const entry = await entryOf(event, deps, tx ?? db)
      // A transaction may be undone or repeated, and the embedded database lets nobody else write meanwhile.
      if (tx) return write(entry, tx)
      const key = keyOf(entry, minutes.size >= maxMinutes)
      const minute = minutes.get(key)
      const at = entry.at.getTime()
      if (minute && at < minute.until) {
        minute.count += 1
        minute.repeated = entry
        return
      }
      minutes.set(key, { repeated: entry, until: at + minuteMs, count: 0 })
      await write({ ...entry, count: (minute?.count ?? 0) + 1 })
    },
    writeCounts,
    /** Whether an account has logged in from this network. */
    hasSignedInFrom: (userId: string, network: string | null) =>
      hasSignedInFrom(db, userId, network),
    /** Whether an account has logged in before, but not on such a device from this network. */
    isNewPlace: (userId: string, place: { network: string | null; device: string | null }) =>
      isNewPlace(db, userId, place),
  }
}

async function entryOf(
  { kind, userId = null, email, details = {} }: SecurityEvent,
  { clock, secret }: SecurityLogSettings,
  tx: Database,
): Promise<SecurityEntry> {
  const client = currentClient()
  const known = userId ?? (email ? ((await personByEmail(tx, email))?.id ?? null) : null)
  return {
    at: clock.now(),
    kind,
    userId: known,
    emailKey: email && !known ? keyedHash(email, { purpose: 'security-log', secret }) : null,
    network: client?.address ?? null,
    device: client && deviceName(client.userAgent),
    details,
    count: 1,
  }
}

/** Events with the same key are counted together: suspicious ones by address and account alone. */
function keyOf({ kind, network, userId, details }: SecurityEntry, isCrowded: boolean): string {
  if (isCrowded) return kind
  return JSON.stringify([kind, network, userId, suspicious.includes(kind) ? null : details])
}

/** Records calls that a signed-in person may not make, and limits that were reached. */
export async function recordRefusal(
  { securityLog, log }: { securityLog: SecurityLog; log: Log },
  { error, caller, call }: Refusal,
) {
  const kind = kindOf(error.code, caller !== null)
  if (!kind) return
  try {
    // An entry that refers to a guest would keep them for a year.
    const details = { call, ...(caller?.isGuest && { guest: caller.id }) }
    await securityLog.record({ kind, userId: caller?.isGuest ? null : caller?.id, details })
  } catch (err) {
    log.error({ err }, 'a forbidden call was not recorded')
  }
}

function kindOf(code: Refusal['error']['code'], isSignedIn: boolean) {
  if (code === 'too_many') return 'limit-reached'
  return code === 'forbidden' && isSignedIn ? 'forbidden' : null
}
