import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import {
  connectionSettings,
  createPool,
  defaultServerSettings,
  type ServerSettings,
  timeLimitedSettings,
} from './connection-settings.server.ts'
import type { Copying, CopyTransaction, OpenDatabase } from './database.server.ts'
import { databaseOnPool } from './database-on-pool.server.ts'
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
  return {
    kind: 'server',
    db: databaseOnPool(pool),
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
    tx: drizzle({ client }),
    read: (table) =>
      client.query(to(`copy (select ${columnList(table)} from ${fullName(table)}) to stdout`)),
    write: (table, text) =>
      pipeline(
        text,
        client.query(from(`copy ${fullName(table)} (${columnList(table)}) from stdin`)),
      ),
  }
}
