import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { credentials, sessions, users, verifications } from './accounts.tables.server.ts'

/** A new account. */
export interface AccountRow {
  id: string
  name: string
  email: string
  mobileno: string | null
  birthdate: string | null
  isAdmin: boolean
  passwordHash: string
}

/** Adds an account with its password; false when the e-mail is taken, also by a request at the same time. */
export function insertAccount(db: Database, row: AccountRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { passwordHash, ...user } = row
    const [added] = await tx
      .insert(users)
      .values(user)
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!added) return false
    await tx.insert(credentials).values(passwordCredential(added.id, passwordHash))
    return true
  })
}

/** Makes the account of this e-mail an administrator with this password, or adds it. Its sessions end. */
export async function upsertAdmin(tx: Database, row: AccountRow & { isAdmin: true }) {
  const { passwordHash, ...user } = row
  const [admin] = await tx
    .insert(users)
    .values(user)
    .onConflictDoUpdate({ target: users.email, set: { isAdmin: true } })
    .returning({ id: users.id })
  if (!admin) throw new Error('an upsert gave no row')
  await tx.delete(sessions).where(eq(sessions.userId, admin.id))
  await tx.delete(credentials).where(eq(credentials.userId, admin.id))
  await tx.insert(credentials).values(passwordCredential(admin.id, passwordHash))
}

// The number of an advisory lock: any number that nothing else uses.
const firstAdminLock = 4_202_601

/** Locks, so that other processes wait until this transaction has ended. */
export async function hasAdmin(tx: Database): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${firstAdminLock})`)
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .limit(1)
  return admins.length > 0
}

function passwordCredential(userId: string, password: string) {
  return { id: crypto.randomUUID(), userId, accountId: userId, providerId: 'credential', password }
}

/** The account of a session that has not expired. One query, by two unique indexes. */
export async function callerOfSession(
  db: Database,
  token: string,
  now: Date,
): Promise<Caller | null> {
  const [caller] = await db
    .select({ id: users.id, email: users.email, isAdmin: users.isAdmin })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, now)))
    .prepare('caller_of_session')
    .execute()
  return caller ?? null
}

export async function deleteSession(db: Database, token: string) {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/** Deletes the other links to a new password of an account. */
export async function deleteResets(db: Database, userId: string) {
  await db.delete(verifications).where(eq(verifications.value, userId))
}

/** Deletes expired sessions and reset links. */
export async function deleteExpired(db: Database, now: Date) {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(verifications).where(lt(verifications.expiresAt, now))
}

export interface Person {
  id: string
  name: string
  email: string
}

const person = { id: users.id, name: users.name, email: users.email }

export async function personByEmail(db: Database, email: string): Promise<Person | null> {
  const [row] = await db.select(person).from(users).where(eq(users.email, email))
  return row ?? null
}

export async function personById(db: Database, id: string): Promise<Person | null> {
  const [row] = await db.select(person).from(users).where(eq(users.id, id))
  return row ?? null
}
