import { getAuthenticatorName } from '@better-auth/passkey'
import { and, desc, eq, gt, lt, lte, ne, sql } from 'drizzle-orm'
import { type Database, hotQuery } from '#platform/database/database.server.ts'
import { passkeys, sessions, twoFactors, usedCodes, users } from './accounts.tables.server.ts'
import { touchEveryMs } from './sessions.server.ts'

/** An app's code is valid for its half minute and one on either side. */
const codeLifetimeMs = 2 * 60 * 1000

/** Marks an app's code as used; false if it was used before, also by a request at the same time. */
export async function claimCode(db: Database, userId: string, code: string): Promise<boolean> {
  // The machine's time, as better-auth compares codes with it.
  const usedAt = new Date()
  const claimed = await db
    .insert(usedCodes)
    .values({ userId, code, usedAt })
    .onConflictDoUpdate({
      target: [usedCodes.userId, usedCodes.code],
      set: { usedAt },
      setWhere: lt(usedCodes.usedAt, new Date(usedAt.getTime() - codeLifetimeMs)),
    })
    .returning({ code: usedCodes.code })
  return claimed.length > 0
}

/** Whether the app is on, and the passkeys, newest first. */
export async function secondFactorOf(db: Database, userId: string) {
  const [user] = await db
    .select({ isOn: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.id, userId))
  const added = await db
    .select({ id: passkeys.id, aaguid: passkeys.aaguid, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), passkeys.id)
  return {
    isOn: user?.isOn === true,
    passkeys: added.map(({ aaguid, ...passkey }) => ({
      ...passkey,
      name: getAuthenticatorName(aaguid) ?? 'Passkey',
    })),
  }
}

export async function markSecondStep(db: Database, sessionKey: string) {
  await db.update(sessions).set({ tookSecondStep: true }).where(eq(sessions.token, sessionKey))
}

/**
 * Removes a passkey of an account; false if the account has none of this id. The account's sessions may have used it, so
 * they all count as without a second step.
 */
export async function deletePasskey(tx: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (deleted.length === 0) return false
  await tx.update(sessions).set({ tookSecondStep: false }).where(eq(sessions.userId, userId))
  return true
}

/**
 * Marks the e-mail of an account as its owner's. Until then it may have been somebody else's account: what that person
 * added is gone, and the other sessions end. An account that was verified before stays as it is.
 */
export async function verifyEmail(
  tx: Database,
  userId: string,
  { exceptToken = null }: { exceptToken?: string | null } = {},
) {
  const [verified] = await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
    .returning({ id: users.id })
  if (!verified) return
  await deleteSecondFactor(tx, userId)
  await endSessions(tx, userId, { exceptToken })
}

/** Removes app, recovery codes and passkeys of an account. */
async function deleteSecondFactor(tx: Database, userId: string) {
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}

/** The security log, as far as accounts write it where the app context is not known yet. */
export interface SecurityRecords {
  record(
    event: {
      kind: 'password-changed' | 'second-factor-reset'
      userId: string
      details: { by: string }
    },
    tx?: Database,
  ): Promise<void>
}

/**
 * Removes the second factor of an account whose owner has lost phone and recovery codes, and ends its sessions. The
 * password stays.
 */
export async function resetSecondFactor(
  tx: Database,
  securityLog: SecurityRecords,
  { userId, by }: { userId: string; by: 'operator' | 'owner' },
) {
  await deleteSecondFactor(tx, userId)
  await endSessions(tx, userId)
  await securityLog.record({ kind: 'second-factor-reset', userId, details: { by } }, tx)
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
