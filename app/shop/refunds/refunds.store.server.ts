import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

/** Keeps all else that comes under this key waiting until the transaction ends. */
export async function holdKey(tx: Database, key: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
