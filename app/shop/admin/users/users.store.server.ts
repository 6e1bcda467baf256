import { and, count, desc, type SQL, sql } from 'drizzle-orm'
import { contains } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { UserSearch } from './user-search.ts'

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  mobileno: users.mobileno,
  birthdate: users.birthdate,
  isAdmin: users.isAdmin,
  createdAt: users.createdAt,
}

/** An account as lists show it: nothing that proves who someone is. */
export interface ListedUser {
  id: string
  name: string
  email: string
  mobileno: string | null
  /** 'YYYY-MM-DD' */
  birthdate: string | null
  isAdmin: boolean
  createdAt: Date
}

/** How many accounts an export holds in memory at a time. */
const batchSize = 1000

/** Accounts that a search finds, newest first, at most `limit`. */
export async function listUsers(
  db: Database,
  { q, after }: UserSearch,
  limit: number,
): Promise<ListedUser[]> {
  return db
    .select(columns)
    .from(users)
    .where(and(containing(q), after === null ? undefined : olderThan(after)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
}

/** A page of them, and the id that older ones come after; null when these were the last. */
export async function usersPage(db: Database, search: UserSearch, size: number) {
  const found = await listUsers(db, search, size + 1)
  const page = found.slice(0, size)
  return { users: page, next: found.length > size ? (page.at(-1)?.id ?? null) : null }
}

export async function countUsers(db: Database, q = ''): Promise<number> {
  const [counted] = await db.select({ users: count() }).from(users).where(containing(q))
  return counted?.users ?? 0
}

/** Every account that a search finds, newest first, some at a time, however many there are. */
export async function* usersInBatches(db: Database, q: string): AsyncGenerator<ListedUser[]> {
  let after: string | null = null
  do {
    const batch: ListedUser[] = await listUsers(db, { q, after }, batchSize)
    if (batch.length > 0) yield batch
    after = batch.length === batchSize ? (batch.at(-1)?.id ?? null) : null
  } while (after !== null)
}

// Told by the id alone: an instant of the database has more digits than one of ours.
function olderThan(id: string): SQL {
  const createdAt = sql`(select newer.created_at from users newer where newer.id = ${id})`
  return sql`(${users.createdAt}, ${users.id}) < (${createdAt}, ${id})`
}

function containing(q: string): SQL | undefined {
  if (q === '') return undefined
  // The expression of the index users_search, to the letter.
  const searched = sql`lower(${users.name} || ' ' || ${users.email} || ' ' || coalesce(${users.mobileno}, ''))`
  return contains(searched, q)
}
