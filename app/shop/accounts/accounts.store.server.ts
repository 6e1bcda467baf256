import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, like, ne, sql } from 'drizzle-orm'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import type { Guest, Profile } from './accounts.schema.ts'
import { credentials, sessions, users, verifications } from './accounts.tables.server.ts'
import { guestSessionSeconds } from './sessions.server.ts'
import { endSessions } from './sessions.store.server.ts'

type User = typeof users.$inferSelect
type AccountRow = Pick<User, 'id' | 'name' | 'email' | 'mobileno' | 'birthdate' | 'role'> & {
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

/** Deletes the other links to a new password of an account, and the steps of sign-ins that wait for a code. */
export async function deleteResets(db: Database, userId: string) {
  await db.delete(verifications).where(eq(verifications.value, userId))
}

export type Person = Pick<User, 'id' | 'name' | 'email' | 'emailVerified'>

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
  now: Date,
): Promise<{ userId: string; key: string }> {
  const userId = crypto.randomUUID()
  const key = randomBytes(24).toString('base64url')
  const session = { id: crypto.randomUUID(), userId, token: key, updatedAt: now }
  await db.transaction(async (tx) => {
    await addGuest(tx, { ...guest, id: userId }, now)
    await tx.insert(sessions).values({ ...session, ...beginSession(now, guestSessionSeconds) })
  })
  return { userId, key }
}

/** What a session begins with, for the client of the current request. */
export function beginSession(now: Date, seconds: number) {
  const client = currentClient()
  return {
    ...{ createdAt: now, lastUsedAt: now, passwordAt: now },
    expiresAt: new Date(now.getTime() + seconds * 1000),
    ipAddress: client?.address,
    userAgent: client?.userAgent.slice(0, 300),
  }
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

export const mailboxes = ['old', 'new'] as const

/** A link of an open change: each of the two mailboxes has one. */
export interface EmailLink {
  id: string
  userId: string
  mailbox: (typeof mailboxes)[number]
  isConfirmed: boolean
  newEmail: string
  expiresAt: Date
}

/** In the table of mailed links: 'email-change old open asha@example.in'. */
const identifierOf = ({ mailbox, isConfirmed, newEmail }: EmailLink) =>
  `email-change ${mailbox} ${isConfirmed ? 'confirmed' : 'open'} ${newEmail}`
const isEmailChange = like(verifications.identifier, 'email-change %')

function linkOf(row: typeof verifications.$inferSelect): EmailLink {
  const { id, identifier, value: userId, expiresAt } = row
  const [, mailbox, state, newEmail = ''] = identifier.split(' ')
  return {
    id,
    userId,
    newEmail,
    expiresAt,
    mailbox: mailbox === 'old' ? 'old' : 'new',
    isConfirmed: state === 'confirmed',
  }
}

export async function insertLink(tx: Database, link: EmailLink) {
  const { id, userId: value, expiresAt } = link
  await tx.insert(verifications).values({ id, identifier: identifierOf(link), value, expiresAt })
}

/** The links of an account's open change. */
export async function emailLinksOf(db: Database, userId: string, now: Date): Promise<EmailLink[]> {
  const rows = await db
    .select()
    .from(verifications)
    .where(and(isEmailChange, eq(verifications.value, userId), gt(verifications.expiresAt, now)))
  return rows.map(linkOf)
}

export async function findEmailLink(db: Database, id: string, now: Date) {
  const [row] = await db
    .select()
    .from(verifications)
    .where(and(isEmailChange, eq(verifications.id, id), gt(verifications.expiresAt, now)))
  return row ? linkOf(row) : null
}

export async function markConfirmed(tx: Database, link: EmailLink) {
  await tx
    .update(verifications)
    .set({ identifier: identifierOf({ ...link, isConfirmed: true }) })
    .where(eq(verifications.id, link.id))
}

/** Ends an account's change, if there is one. */
export async function deleteEmailLinks(tx: Database, userId: string) {
  await tx.delete(verifications).where(and(isEmailChange, eq(verifications.value, userId)))
}

/** Gives an account another e-mail, which its owner has confirmed; false if another account has it. */
export async function updateEmail(
  tx: Database,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<boolean> {
  const otherAccount = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
  const changed = await tx
    .update(users)
    .set({ email, updatedAt: now })
    .where(and(eq(users.id, userId), sql`not exists ${otherAccount}`))
    .returning({ id: users.id })
  return changed.length > 0
}
