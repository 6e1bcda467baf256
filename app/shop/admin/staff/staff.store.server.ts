import { asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { passkeys, sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { staffInvitations } from './staff.tables.server.ts'

export type Invitation = typeof staffInvitations.$inferSelect

const member = { id: users.id, name: users.name, email: users.email, role: users.role }

const hasPasskey = sql<boolean>`exists (
  select from ${passkeys} where ${passkeys.userId} = ${users.id})`

/** Everyone who works in the shop, the oldest account first. */
export function listStaff(db: Database) {
  return db
    .select({
      ...member,
      hasSecondFactor: sql<boolean>`${users.twoFactorEnabled} or ${hasPasskey}`,
    })
    .from(users)
    .where(ne(users.role, 'customer'))
    .orderBy(asc(users.createdAt), asc(users.id))
}

/** Newest first. */
export function listInvitations(db: Database): Promise<Invitation[]> {
  return db.select().from(staffInvitations).orderBy(desc(staffInvitations.createdAt))
}

/** In place of an earlier one of the same email, also one that is made at the same time. */
export async function putInvitation(tx: Database, invitation: Invitation) {
  await tx
    .insert(staffInvitations)
    .values(invitation)
    .onConflictDoUpdate({ target: staffInvitations.email, set: invitation })
}

export async function findInvitation(db: Database, id: string): Promise<Invitation | null> {
  const [found] = await db.select().from(staffInvitations).where(eq(staffInvitations.id, id))
  return found ?? null
}

/** Ends an invitation; null if it has ended before, also at the same time. */
export async function endInvitation(
  tx: Database,
  by: { id: string } | { email: string },
): Promise<Invitation | null> {
  const isIt = 'id' in by ? eq(staffInvitations.id, by.id) : eq(staffInvitations.email, by.email)
  const [ended] = await tx.delete(staffInvitations).where(isIt).returning()
  return ended ?? null
}

/** Locks all owners, in one order, and returns their ids. */
export async function lockOwners(tx: Database): Promise<string[]> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'owner'))
    .orderBy(asc(users.id))
    .for('update')
  return owners.map(({ id }) => id)
}

export async function lockMember(tx: Database, id: string) {
  const [found] = await tx.select(member).from(users).where(eq(users.id, id)).for('update')
  return found ?? null
}

export async function findAccount(db: Database, email: string) {
  const [found] = await db.select(member).from(users).where(eq(users.email, email))
  return found ?? null
}

/** Gives an account a role and ends its sessions everywhere. */
export async function setRole(tx: Database, userId: string, role: Role, now: Date) {
  await tx.update(users).set({ role, updatedAt: now }).where(eq(users.id, userId))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}
