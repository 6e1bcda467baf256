import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, type Pool } from 'pg'
import { from, to } from 'pg-copy-streams'
import {
  connectionSettings,
  createPool,
  defaultServerSettings,
  type ServerSettings,
  timeLimitedSettings,
} from './connection-settings.server.ts'
import type { Copying, CopyTransaction, Database, OpenDatabase } from './database.server.ts'
import { retryConflicts } from './database-errors.server.ts'
import { assertReachable, migrateServer } from './migrate-server.server.ts'
import { listenOnServer } from './notifications.server.ts'
import { columnList, fullName, transactionSettings } from './tables.server.ts'

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
  server?: Partial<ServerSettings>
}): Promise<OpenDatabase> {
  if (settings.url) return openServer(settings.url, settings.migrationsFolder, settings.server)
  // Loaded only where it is used: it is a whole database.
  const { openEmbedded } = await import('./embedded.server.ts')
  return openEmbedded(join(settings.dataDir, 'database'), settings.migrationsFolder)
}

/**
 * Opens and migrates a database on a PostgreSQL server; without a folder of migrations it stays as it is.
 *
 * @throws StartupError when it cannot be reached
 */
export async function openServer(
  url: string,
  migrationsFolder: string | null,
  settings: Partial<ServerSettings> = {},
): Promise<OpenDatabase> {
  const { poolSize, statementTimeoutSeconds, ownerUrl } = { ...defaultServerSettings, ...settings }
  const pool = createPool({ ...timeLimitedSettings(url, statementTimeoutSeconds), max: poolSize })
  try {
    await assertReachable(pool)
    if (migrationsFolder) await migrateServer(url, { ownerUrl, migrationsFolder })
  } catch (error) {
    await pool.end()
    throw error
  }
  const db = drizzle({ client: pool }) as unknown as Database
  return {
    kind: 'server',
    db: retryConflicts(db, (change, config) => transactionOnPool(pool, change, config)),
    queue: {
      executeSql: (text, values) => pool.query(text, values),
      listen: (channel, onNotification, onMissed) =>
        listenOnServer(url, channel, { onNotification, onMissed }),
    },
    url,
    pool,
    ownsSchema: !ownerUrl,
    copying: copyOnServer(url),
    close: () => pool.end(),
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

function copyOnServer(url: string): Copying {
  return async (mode, work) => {
    const client = new Client(connectionSettings(url))
    // Without a listener, the error of a lost connection ends the process.
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin')
      await client.query(transactionSettings(mode))
      const result = await work(copyTransaction(client))
      await client.query('commit')
      return result
    } finally {
      // The server rolls back what is not committed.
      await client.end()
    }
  }
}

function copyTransaction(client: Client): CopyTransaction {
  return {
    tx: drizzle({ client }) as unknown as Database,
    read: (table) =>
      client.query(to(`copy (select ${columnList(table)} from ${fullName(table)}) to stdout`)),
    write: (table, text) =>
      pipeline(
        text,
        client.query(from(`copy ${fullName(table)} (${columnList(table)}) from stdin`)),
      ),
  }
}
