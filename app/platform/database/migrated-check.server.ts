import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database } from './database.server.ts'

/**
 * Asks the database whether it has had the last migration of a folder, as it stood when this was called; one that has had more is
 * fine: another process may be of a newer version already.
 *
 * @throws Error (the answer) when it has not, or does not answer
 */
export function createMigrationCheck(db: Database, migrationsFolder: string): () => Promise<void> {
  const last = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  return async () => {
    const { rows } = await db.execute(
      sql`select 1 from drizzle.__drizzle_migrations where created_at >= ${last} limit 1`,
    )
    if (rows.length === 0) throw new Error('the last migration has not been applied')
  }
}
