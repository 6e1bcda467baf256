import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { from, to } from 'pg-copy-streams'
import { StartupError } from '../app-error.ts'
import {
  connectionSettings,
  createPool,
  databaseOnPool,
  defaultServerSettings,
  listenOnServer,
  type ServerSettings,
  timeLimitedSettings,
} from './connections.server.ts'
import type { Copying, CopyTransaction, OpenDatabase } from './database.server.ts'
import { codesOf } from './database-errors.server.ts'
import { appliedMigrations, migrationsIn, notMigratedSentence } from './migrations.server.ts'
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
    throw startupError(error)
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
    ownsSchema: !ownerUrl && (await mayCreate(pool)),
    copying: copyOnServer(url),
    close: () => pool.end(),
  }
}

const startupSentences: Record<string, string> = {
  '42501': notMigratedSentence,
  '25006':
    'The PostgreSQL server of DATABASE_URL can only be read: it is a standby, or set so. The address must lead to the primary server.',
  '53100': 'The PostgreSQL server of DATABASE_URL has no space left on its disk.',
}

/** What an operator can put right, in a sentence. */
function startupError(error: unknown): unknown {
  const code = codesOf(error).find((code) => code in startupSentences)
  return code ? new StartupError(startupSentences[code]) : error
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

/** Several processes may start at once. One migrates, the others wait for it. */
const migrationLock = 7_262_553

interface Migration {
  /** Of the role that owns the tables, if the shop runs as another. */
  ownerUrl: string | undefined
  migrationsFolder: string
}

/**
 * Migrates a database on connections without time-outs. With an `ownerUrl` its role migrates, also the job queue, and the
 * other may from then on read and write rows, and nothing else.
 *
 * @throws StartupError when a server cannot be reached, its database is of a version before the first migration, or the
 * other role could change tables itself
 */
async function migrateServer(url: string, { ownerUrl, migrationsFolder }: Migration) {
  if (!ownerUrl) {
    await withPool(url, (pool) => migrateBy(pool, migrationsFolder))
    return
  }
  const role = await withPool(url, roleOf)
  await withPool(ownerUrl, async (pool) => {
    await assertReachable(pool, 'MIGRATION_DATABASE_URL')
    await assertMayNotChange(pool, role)
    await migrateBy(pool, migrationsFolder)
    await installQueue(pool)
    await grantUse(pool, role)
  })
}

async function withPool<Result>(url: string, use: (pool: Pool) => Promise<Result>) {
  const pool = createPool({ ...connectionSettings(url), max: 2 })
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}

async function migrateBy(pool: Pool, migrationsFolder: string) {
  const db = drizzle({ client: pool })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    const applied = await appliedMigrations(db, migrationsFolder)
    // Drizzle needs the right to create schemas, even if nothing is missing.
    if (applied.length < migrationsIn(migrationsFolder).length) {
      await migrate(db, { migrationsFolder })
    }
  })
}

async function roleOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}

async function mayCreate(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    "select has_database_privilege(current_database(), 'create') as may",
  )
  return rows[0]?.may ?? false
}

/** Also when the role is a member of the owner, or owns what it made before there were two. */
async function assertMayNotChange(pool: Pool, role: string) {
  const { rows } = await pool.query<{ mayChange: boolean }>(
    `select pg_has_role($1, current_user, 'member') or has_database_privilege($1, current_database(), 'create')
      or has_schema_privilege($1, 'public', 'create') or exists (
        select from pg_class where relowner = $1::regrole and relnamespace::regnamespace::text in ('public', 'drizzle', 'pgboss')
      ) as "mayChange"`,
    [role],
  )
  if (!rows[0]?.mayChange) return
  throw new StartupError(
    `The role '${role}' of DATABASE_URL may change the database's tables. Beside MIGRATION_DATABASE_URL it should not: docs/operations.md has the commands ("Two roles"). Or leave MIGRATION_DATABASE_URL out.`,
  )
}

/** How long a start waits for indexes of the queue, which a new version of it builds after its migration. */
const indexTimeoutSeconds = 600

async function installQueue(pool: Pool) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (let waited = 0; waited < indexTimeoutSeconds; waited += 1) {
      const states = (await boss.getBamStatus()).map(({ status }) => status)
      if (!states.includes('pending') && !states.includes('in_progress')) return
      await pause(1000)
    }
  } finally {
    await boss.stop()
  }
}

/** Rows, not tables: the triggers that guard the audit log stay beyond the role's reach. */
async function grantUse(pool: Pool, role: string) {
  const name = sql.identifier(role)
  await drizzle({ client: pool }).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await tx.execute(sql`grant usage on schema public, drizzle, pgboss to ${name}`)
    await tx.execute(sql`grant select on all tables in schema drizzle to ${name}`)
    await tx.execute(
      sql`grant select, insert, update, delete on all tables in schema public, pgboss to ${name}`,
    )
    await tx.execute(
      sql`grant usage, select, update on all sequences in schema public, pgboss to ${name}`,
    )
    await tx.execute(sql`grant execute on all functions in schema pgboss to ${name}`)
  })
}

/** @throws StartupError naming the setting whose server does not answer */
async function assertReachable(pool: Pool, setting = 'DATABASE_URL') {
  try {
    await pool.query('select 1')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `The PostgreSQL server of ${setting} cannot be reached (${reason || 'no answer'}). Check the address, the user and that the server runs.`,
    )
  }
}
