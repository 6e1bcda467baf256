import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hotQuery } from '#platform/database/query-parts.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import type { Guest, Profile } from './accounts.schema.ts'
import { credentials, sessions, users, verifications } from './accounts.tables.server.ts'
import type { Role } from './roles.ts'
import { touchEveryMs } from './session-life.ts'

interface AccountRow {
  id: string
  name: string
  email: string
  emailVerified?: boolean
  mobileno: string | null
  birthdate: string | null
  role: Role
  passwordHash: string
}

/** Adds an account with its password; false if the e-mail is taken, also by a request at the same time. */
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

/**
 * Makes the account of this e-mail an owner with this password, or adds it. Its sessions end.
 *
 * @returns its id
 */
export async function upsertOwner(tx: Database, row: AccountRow & { role: 'owner' }) {
  const { passwordHash, ...user } = row
  const [owner] = await tx
    .insert(users)
    .values(user)
    .onConflictDoUpdate({ target: users.email, set: { role: 'owner' } })
    .returning({ id: users.id })
  if (!owner) throw new Error('an upsert returned no row')
  await tx.delete(credentials).where(eq(credentials.userId, owner.id))
  await tx.insert(credentials).values(passwordCredential(owner.id, passwordHash))
  await endSessions(tx, owner.id)
  return owner.id
}

/**
 * Locks an account until the transaction ends, so that its changes happen one after another.
 *
 * @throws AppError not_signed_in if it was deleted meanwhile
 */
export async function lockOwnAccount(tx: Database, userId: string) {
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  if (locked.length === 0) throw new AppError('not_signed_in', 'Please log in first.')
}

// The number of an advisory lock: any number that nothing else uses.
const firstOwnerLock = 4_202_601

/** Locks, so that other processes wait until this transaction has ended. */
export async function hasOwner(tx: Database): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${firstOwnerLock})`)
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'owner'))
    .limit(1)
  return owners.length > 0
}

function passwordCredential(userId: string, password: string) {
  return { id: crypto.randomUUID(), userId, accountId: userId, providerId: 'credential', password }
}

/**
 * The stored hash of an account's password, and whether a sign-in takes a second step. Waits for a change of the password
 * that is being written.
 */
export async function credentialOf(db: Database, email: string) {
  const [credential] = await db
    .select({ password: credentials.password, takesTwoSteps: users.twoFactorEnabled })
    .from(credentials)
    .innerJoin(users, eq(users.id, credentials.userId))
    .where(eq(users.email, email))
    .for('share', { of: credentials })
  return credential
}

/** Replaces the stored hash of an account's password; false if it is no longer the one that was checked. */
export async function replacePasswordHash(
  tx: Database,
  userId: string,
  { old, password }: { old: string; password: string },
): Promise<boolean> {
  const replaced = await tx
    .update(credentials)
    .set({ password })
    .where(and(eq(credentials.userId, userId), eq(credentials.password, old)))
    .returning({ id: credentials.id })
  return replaced.length > 0
}

const sessionQuery = hotQuery((db) =>
  db
    .select({
      id: users.id,
      email: users.email,
      guestEmail: users.guestEmail,
      role: users.role,
      tookSecondStep: sessions.tookSecondStep,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      passwordAt: sessions.passwordAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.token, sql.placeholder('token')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('caller_of_session'),
)

/** The account of a session that has not expired, and the session's times. One query, by two unique indexes. */
export async function callerOfSession(db: Database, token: string, now: Date) {
  const [caller] = await sessionQuery(db).execute({ token, now })
  return caller ?? null
}

export function sessionsOf(db: Database, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      token: sessions.token,
      address: sessions.ipAddress,
      userAgent: sessions.userAgent,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), sessions.id)
}

/** Ends sessions of an account: one by its id, all but the one of a token, or all. @returns how many */
export async function endSessions(
  db: Database,
  userId: string,
  which: { id?: string; exceptToken?: string | null } = {},
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        which.id === undefined ? undefined : eq(sessions.id, which.id),
        which.exceptToken ? ne(sessions.token, which.exceptToken) : undefined,
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}

/** Writes a session's last use; requests at the same time write once. */
export async function touchSession(db: Database, token: string, now: Date) {
  const before = new Date(now.getTime() - touchEveryMs)
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.token, token), lte(sessions.lastUsedAt, before)))
}

export async function renewPassword(db: Database, token: string, now: Date) {
  await db.update(sessions).set({ passwordAt: now }).where(eq(sessions.token, token))
}

export async function deleteSession(db: Database, token: string) {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/** Deletes the other links to a new password of an account, and the steps of sign-ins that wait for a code. */
export async function deleteResets(db: Database, userId: string) {
  await db.delete(verifications).where(eq(verifications.value, userId))
}

export async function deleteExpired(db: Database, now: Date) {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(verifications).where(lt(verifications.expiresAt, now))
}

export interface Person {
  id: string
  name: string
  email: string
  emailVerified: boolean
}

const person = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
}

export async function personByEmail(db: Database, email: string): Promise<Person | null> {
  const [row] = await db.select(person).from(users).where(eq(users.email, email))
  return row ?? null
}

export async function personById(db: Database, id: string): Promise<Person | null> {
  const [row] = await db.select(person).from(users).where(eq(users.id, id))
  return row ?? null
}

/** @throws AppError not_signed_in if the account was deleted meanwhile */
export async function updateProfile(db: Database, id: string, profile: Profile, now: Date) {
  const [updated] = await db
    .update(users)
    .set({ ...profile, updatedAt: now })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id })
  if (!updated) throw new AppError('not_signed_in', 'Please log in first.')
}

export const contactEmail = sql<string>`coalesce(${users.guestEmail}, ${users.email})`

/** Name, e-mail and mobile of an account or a guest, as an order stores them, and whether the e-mail is verified. */
export async function contactOf(db: Database, userId: string) {
  const [contact] = await db
    .select({
      name: users.name,
      email: contactEmail,
      mobileno: users.mobileno,
      emailVerified: users.emailVerified,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!contact) throw new Error('a session without an account')
  return { ...contact, mobileno: contact.mobileno ?? '' }
}

/** Must be exactly the expression of the index users_search. */
export const searchedUser = sql`lower(${users.name} || ' ' || ${users.email} || ' ' || coalesce(${users.mobileno}, ''))`

/**
 * Adds a guest with a session. Nothing is looked up by the e-mail, so that nobody learns here whether it has an account.
 *
 * @returns the guest's id, and the key of the session
 */
export async function insertGuest(
  db: Database,
  guest: Guest,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<{ userId: string; key: string }> {
  const userId = crypto.randomUUID()
  const key = randomBytes(24).toString('base64url')
  const client = currentClient()
  await db.transaction(async (tx) => {
    await addGuest(tx, { ...guest, id: userId }, now)
    await tx.insert(sessions).values({
      id: crypto.randomUUID(),
      userId,
      token: key,
      expiresAt,
      ipAddress: client?.address,
      userAgent: client?.userAgent.slice(0, 300),
      createdAt: now,
      updatedAt: now,
      lastUsedAt: now,
      passwordAt: now,
    })
  })
  return { userId, key }
}

/** Adds a guest without a session. The same id again changes nothing. */
export async function addGuest(
  tx: Database,
  { id, name, email, mobileno }: Guest & { id: string },
  now: Date,
) {
  const guest = { id, name, mobileno, guestEmail: email, email: `${id}@guest.invalid` }
  await tx
    .insert(users)
    .values({ ...guest, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
}

/** Locks a guest until the transaction ends; null if the guest no longer exists. */
export async function lockGuest(tx: Database, guestId: string) {
  const [guest] = await tx
    .select({ id: users.id, guestEmail: users.guestEmail })
    .from(users)
    .where(and(eq(users.id, guestId), isNotNull(users.guestEmail)))
    .for('update')
  return guest ?? null
}
