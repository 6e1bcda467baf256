import { join } from 'node:path'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import { StartupError } from '../startup-error.ts'
import {
  connectionSettings,
  defaultServerSettings,
  type ServerSettings,
  timeLimitedSettings,
} from './connection-settings.server.ts'
import { copyOnServer } from './copy-server.server.ts'
import type { Database, OpenDatabase } from './database.server.ts'
import { retryConflicts } from './retry-conflicts.server.ts'

/**
 * Opens and migrates the database: a PostgreSQL server when `url` is given, else the embedded one in `dataDir`.
 *
 * @throws StartupError when the server cannot be reached or the data folder is in use
 */
export async function openDatabase(settings: {
  url: string | undefined
  dataDir: string
  /** Null: no migrations are applied. */
  migrationsFolder: string | null
  server?: ServerSettings
}): Promise<OpenDatabase> {
  if (settings.url) return openServer(settings.url, settings.migrationsFolder, settings.server)
  // Loaded only where it is used: it is a whole database.
  const { openEmbedded } = await import('./embedded.server.ts')
  return openEmbedded(join(settings.dataDir, 'database'), settings.migrationsFolder)
}

/** Several processes may start at once. One migrates, the others wait for it. */
const migrationLock = 7_262_553

/**
 * Opens and migrates a database on a PostgreSQL server; without a folder of migrations it stays as it is.
 *
 * @throws StartupError when it cannot be reached
 */
export async function openServer(
  url: string,
  migrationsFolder: string | null,
  settings: ServerSettings = defaultServerSettings,
): Promise<OpenDatabase> {
  await migrateServer(url, migrationsFolder)
  const pool = createPool({
    ...timeLimitedSettings(url, settings.statementTimeoutSeconds),
    max: settings.poolSize,
  })
  const db = drizzle({ client: pool }) as unknown as Database
  return {
    kind: 'server',
    db: retryConflicts(db, (change, config) => transactionOnPool(pool, change, config)),
    queue: { executeSql: (text, values) => pool.query(text, values) },
    url,
    pool,
    copying: copyOnServer(url),
    close: () => pool.end(),
  }
}

/** A lost connection is replaced at the next use. Without a listener its error ends the process. */
function createPool(config: ConstructorParameters<typeof Pool>[0]): Pool {
  const pool = new Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Migrates on connections without time-outs. */
async function migrateServer(url: string, migrationsFolder: string | null) {
  const pool = createPool({ ...connectionSettings(url), max: 2 })
  try {
    await assertReachable(pool)
    if (!migrationsFolder) return
    const db = drizzle({ client: pool })
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
      await migrate(db, { migrationsFolder })
    })
  } finally {
    await pool.end()
  }
}

/** Drizzle 0.45 never releases a connection of the pool that dies during `begin`: it sends `begin` outside its `try`. */
async function transactionOnPool<Result>(
  pool: Pool,
  change: (tx: never) => Promise<Result>,
  config: Parameters<Database['transaction']>[1],
): Promise<Result> {
  const client = await pool.connect().catch((error: Error) => {
    throw new DrizzleQueryError('begin', [], error)
  })
  try {
    return await drizzle({ client }).transaction(change as never, config)
  } finally {
    client.release()
  }
}

async function assertReachable(pool: Pool) {
  try {
    await pool.query('select 1')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `The PostgreSQL server of DATABASE_URL cannot be reached (${reason || 'no answer'}). Check the address, the user and that the server runs.`,
    )
  }
}
