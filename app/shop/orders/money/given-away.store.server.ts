import { and, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import { givenAway } from './ledger.tables.server.ts'

/** Until the transaction ends, so that two steps of one colleague count one after the other. */
export async function lockGiver(tx: Database, byId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`given by ${byId}`}, 0))`)
}

/** By whoever. */
export async function givenOfOrder(tx: Database, orderId: string): Promise<Paise> {
  return sumPaise(await tx.select().from(givenAway).where(eq(givenAway.orderId, orderId)))
}

export async function givenBySince(tx: Database, byId: string, since: Date): Promise<Paise> {
  const isTheirs = and(eq(givenAway.byId, byId), gte(givenAway.at, since))
  return sumPaise(await tx.select().from(givenAway).where(isTheirs))
}

export async function insertGiven(tx: Database, given: typeof givenAway.$inferInsert) {
  await tx.insert(givenAway).values(given)
}

/** What colleagues have given away since an instant, and of how many orders. */
export async function givenSince(
  db: Database,
  since: Date,
): Promise<{ orders: number; paise: Paise }> {
  const rows = await db.select().from(givenAway).where(gte(givenAway.at, since))
  return { orders: new Set(rows.map(({ orderId }) => orderId)).size, paise: sumPaise(rows) }
}
