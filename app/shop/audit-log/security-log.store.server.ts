import { and, count, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { securityLog, users } from '#shop/accounts/accounts.tables.server.ts'
import { knownKinds, type SecuritySearch, whatToDo } from './security-kinds.ts'

export type SecurityEntry = Omit<typeof securityLog.$inferSelect, 'id'>

export async function insertSecurityEntry(tx: Database, entry: SecurityEntry): Promise<number> {
  const [added] = await tx.insert(securityLog).values(entry).returning({ id: securityLog.id })
  if (!added) throw new Error('an insert returned no row')
  return added.id
}

/** Whether an account has logged in from this network. */
export async function hasSignedInFrom(
  db: Database,
  userId: string,
  network: string | null,
): Promise<boolean> {
  const isSignIn = and(eq(securityLog.userId, userId), eq(securityLog.kind, 'signed-in'))
  return (await db.$count(securityLog, and(isSignIn, eq(securityLog.network, network ?? '')))) > 0
}

/** Whether an account has logged in before, but not on such a device from this network. */
export async function isNewPlace(
  db: Database,
  userId: string,
  { network, device }: { network: string | null; device: string | null },
): Promise<boolean> {
  const isSame = and(eq(securityLog.network, network ?? ''), eq(securityLog.device, device ?? ''))
  const [found] = await db
    .select({ isNew: sql<boolean>`count(*) > 0 and not coalesce(bool_or(${isSame}), false)` })
    .from(securityLog)
    .where(and(eq(securityLog.userId, userId), eq(securityLog.kind, 'signed-in')))
  return found?.isNew ?? false
}

export interface ListedEntry extends Omit<SecurityEntry, 'userId' | 'emailKey'> {
  id: number
  /** Of the account, as it is now; null without one. */
  email: string | null
}

const isRecent = (now: Date) => gte(securityLog.at, new Date(now.getTime() - 90 * dayMs))

function found(search: SecuritySearch, now: Date) {
  const { kind, account, network, before } = search
  return and(
    isRecent(now),
    kind ? eq(securityLog.kind, kind) : undefined,
    account ? eq(users.email, account) : undefined,
    network ? eq(securityLog.network, network) : undefined,
    before === null ? undefined : lt(securityLog.id, before),
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
  const isOfStaff = and(inArray(securityLog.kind, kinds), ne(users.role, 'customer'))
  return newestEntries(db, and(isRecent(now), isOfStaff), 100)
}

async function newestEntries(
  db: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  const { id, at, kind, network, device, details, count } = securityLog
  return db
    .select({ id, at, kind, network, device, details, count, email: users.email })
    .from(securityLog)
    .leftJoin(users, eq(users.id, securityLog.userId))
    .where(condition)
    .orderBy(desc(securityLog.id))
    .limit(limit)
}

export async function countSecurityEntries(db: Database, search: SecuritySearch, now: Date) {
  const [counted] = await db
    .select({ rows: count() })
    .from(securityLog)
    .leftJoin(users, eq(users.id, securityLog.userId))
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
