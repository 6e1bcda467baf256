import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
  ne,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { contains, type Database, inBatches } from '#platform/database/database.server.ts'
import { searchedUser } from '#shop/accounts/accounts.store.server.ts'
import { passkeys, sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { asSearchedMobile } from '#shop/values/typed/mobile-number.ts'
import { staffInvitations } from './staff/staff.tables.server.ts'

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  mobileno: users.mobileno,
  birthdate: users.birthdate,
  role: users.role,
  createdAt: users.createdAt,
}

/** How many rows of an export are in memory at a time. */
const batchSize = 1000

/** A search for accounts, in the address of the dashboard and in the query of the API's call. */
export interface UserSearch {
  /** Part of a name, e-mail or mobile number; '' finds all. */
  q: string
  /** The id of the account after which the page begins; null for the newest. */
  after: string | null
}

export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number]

/** Accounts that a search finds, newest first, at most `limit`; without credentials. */
export async function listUsers(db: Database, { q, after }: UserSearch, limit: number) {
  return db
    .select(columns)
    .from(users)
    .where(and(matches(q), after === null ? undefined : olderThan(after)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
}

/** A page of accounts, and the id after which the next page begins; null on the last page. */
export async function usersPage(db: Database, search: UserSearch, size: number) {
  const rows = await listUsers(db, search, size + 1)
  const page = rows.slice(0, size)
  return { users: page, next: rows.length > size ? (page.at(-1)?.id ?? null) : null }
}

export async function countUsers(db: Database, q = ''): Promise<number> {
  const [row] = await db.select({ users: count() }).from(users).where(matches(q))
  return row?.users ?? 0
}

export interface ExportedUser
  extends Pick<ListedUser, 'name' | 'email' | 'mobileno' | 'birthdate'> {
  role: Role | 'guest'
  /** Null for a guest. */
  createdAt: Date | null
  /** Placed, also those that are cancelled. */
  orders: number
  lastPlacedAt: Date | null
  chargedPaise: Paise
}

/** All accounts that a search finds, newest first, in batches. */
export async function* usersInBatches(db: Database, q: string): AsyncGenerator<ExportedUser[]> {
  const batches = inBatches<ListedUser>(batchSize, (last) =>
    listUsers(db, { q, after: last?.id ?? null }, batchSize),
  )
  for await (const batch of batches) yield await withOrders(db, batch)
}

async function withOrders(db: Database, batch: readonly ListedUser[]): Promise<ExportedUser[]> {
  const ids = batch.map(({ id }) => id)
  const placed = await db
    .select({
      userId: orders.userId,
      orders: count(),
      lastPlacedAt: max(orders.placedAt),
      chargedPaise: sum(orders.chargedPaise).mapWith(Number),
    })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), inArray(orders.userId, ids)))
    .groupBy(orders.userId)
  const byUser = new Map(placed.map(({ userId, ...their }) => [userId, their]))
  const none = { orders: 0, lastPlacedAt: null, chargedPaise: 0 }
  return batch.map((user) => ({ ...user, ...(byUser.get(user.id) ?? none) }))
}

// Compares with the id's row, because the database's timestamps have more digits than a Date.
function olderThan(id: string): SQL {
  const createdAt = sql`(select newer.created_at from users newer where newer.id = ${id})`
  return sql`(${users.createdAt}, ${users.id}) < (${createdAt}, ${id})`
}

/** Deleted accounts have nobody to list, and guests have no account. */
function matches(q: string): SQL | undefined {
  const exists = and(isNull(users.deletedAt), isNull(users.guestEmail))
  if (q === '') return exists
  return and(exists, contains(searchedUser, asSearchedMobile(q)))
}

/** All who ordered as a guest and are found by a search, by their email, in batches. */
export async function* guestsInBatches(db: Database, q: string): AsyncGenerator<ExportedUser[]> {
  const batches = inBatches<Guest>(batchSize, (last) =>
    guests(db, q, last?.email ?? '').limit(batchSize),
  )
  for await (const batch of batches) yield batch.map(asUser)
}

export async function countGuests(db: Database, q: string): Promise<number> {
  const [row] = await db.select({ guests: count() }).from(guests(db, q, '').as('guests'))
  return row?.guests ?? 0
}

/** A guest is the email that they typed, and what they typed last with it. */
function guests(db: Database, q: string, after: string) {
  const { guestEmail, name, mobileno } = users
  const typed = sql`lower(${name} || ' ' || ${guestEmail} || ' ' || coalesce(${mobileno}, ''))`
  return db
    .select({
      email: guestEmail,
      name: newest(name).as('name'),
      mobileno: newest(mobileno).as('mobileno'),
      orders: count().as('orders'),
      lastPlacedAt: max(orders.placedAt).as('last_placed_at'),
      chargedPaise: sum(orders.chargedPaise).mapWith(Number).as('charged_paise'),
    })
    .from(users)
    .innerJoin(orders, and(eq(orders.userId, users.id), eq(orders.state, 'placed')))
    .where(and(isNotNull(guestEmail), gt(guestEmail, after)))
    .groupBy(guestEmail)
    .having(q === '' ? undefined : sql`bool_or(${contains(typed, asSearchedMobile(q))})`)
    .orderBy(guestEmail)
}

const newest = (column: PgColumn): SQL<string> =>
  sql`(array_agg(${column} order by ${users.createdAt} desc, ${users.id}))[1]`

type Guest = Awaited<ReturnType<typeof guests>>[number]

const asUser = ({ email, ...guest }: Guest): ExportedUser => ({
  ...guest,
  email: email ?? '',
  birthdate: null,
  role: 'guest',
  createdAt: null,
})

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
