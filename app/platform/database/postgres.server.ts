import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Database, OpenDatabase } from './database.server.ts'

/** Several processes may start at once; one migrates, the others wait for it. */
const migrationLock = 7_262_553

export async function openServer(url: string, migrationsFolder: string): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 })
  // A connection the server closes while idle is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  await reach(pool)
  const db = drizzle({ client: pool })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder })
  })
  return {
    kind: 'server',
    db: db as unknown as Database,
    queue: { executeSql: (text, values) => pool.query(text, values) },
    close: () => pool.end(),
  }
}

async function reach(pool: Pool) {
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `The PostgreSQL server of DATABASE_URL cannot be reached (${reason || 'no answer'}). Check the address, the user and that the server runs.`,
    )
  }
}
