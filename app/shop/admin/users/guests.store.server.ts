import { and, count, eq, gt, isNotNull, max, type SQL, sql, sum } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import { contains } from '#platform/database/query-parts.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { asSearchedMobile } from '#shop/values/typed/mobile-number.ts'
import { batchSize, type ExportedUser } from './users.store.server.ts'

/** All who ordered as a guest and are found by a search, by their email, in batches. */
export async function* guestsInBatches(db: Database, q: string): AsyncGenerator<ExportedUser[]> {
  let after: string | null = ''
  while (after !== null) {
    const batch: Awaited<ReturnType<typeof guests>> = await guests(db, q, after).limit(batchSize)
    if (batch.length > 0) yield batch.map(asUser)
    after = batch.length === batchSize ? (batch.at(-1)?.email ?? null) : null
  }
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

const asUser = ({ email, ...guest }: Awaited<ReturnType<typeof guests>>[number]): ExportedUser => ({
  ...guest,
  email: email ?? '',
  birthdate: null,
  role: 'guest',
  createdAt: null,
})
