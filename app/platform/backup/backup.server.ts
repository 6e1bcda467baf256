import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, json } from 'node:stream/consumers'
import { z } from 'zod'
import { StartupError } from '../app-error.ts'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import {
  appliedMigrations,
  migrationsIn,
  requireFirstOnes,
  withMigrationsUpTo,
} from '../database/migrations.server.ts'
import {
  countRows,
  isEmpty,
  lastNumbers,
  lockTables,
  setLastNumbers,
  storedTables,
} from '../database/tables.server.ts'
import type { WholeFileStore } from '../files/file-store.server.ts'
import {
  declareQueues,
  openJobs,
  pendingJobsSchema,
  readPendingJobs,
  requeuePendingJobs,
} from '../jobs/jobs.server.ts'
import type { Log } from '../log.server.ts'
import {
  type BackupFolder,
  beginBackupFolder,
  type Convert,
  decompressed,
  type OpenBackup,
  openBackup,
} from './backup-folder.server.ts'

/** What a backup has, beside the rows. */
export interface ShopData {
  migrationsFolder: string
  /** Each by the folder of the backup in which its files are. */
  stores: Record<string, WholeFileStore>
  /** The file of the secret; null if a setting has it. */
  secretFile: string | null
  /** What is in no backup: who has one should not become anybody by it. */
  leftOut: LeftOut
}

export interface LeftOut {
  /** Tables such as sessions. */
  tables: ReadonlySet<string>
  /** Files of any store whose names begin so, such as mails whose links open accounts. */
  files: readonly string[]
}

const isLeftOutFile = (key: string, { leftOut }: Pick<ShopData, 'leftOut'>) =>
  leftOut.files.some((start) => key.startsWith(start))

const manifestName = 'manifest.json'
const jobsName = 'jobs.json.gz'
const tableFile = (name: string) => `tables/${name}.copy.gz`

const manifestSchema = z.object({
  /** Of the folder's layout. */
  format: z.literal(1),
  /** Of the shop that wrote it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In the order in which they can be filled. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() }),
  ),
  lastNumbers: z.record(z.string(), z.number()),
})

type Manifest = z.infer<typeof manifestSchema>

interface BackupCall {
  /** The folder in which the backup's own is made. */
  to: string
  /** Of the shop. */
  version: string
  /** Null: the backup is readable. */
  encrypt: Convert | null
  now: Date
  say(line: string): void
  signal: AbortSignal
}

const newline = 10
const concurrency = 8

/**
 * Writes a backup and returns its path. The database comes first, as it was at one moment, then the files. A file is written
 * before a row refers to it and deleted a day after the last row did, so the backup has every file that its rows refer to.
 *
 * @throws StartupError when there is no shop in the database
 */
export async function writeBackup(
  database: OpenDatabase,
  data: ShopData,
  call: BackupCall,
): Promise<string> {
  const { to, version, encrypt, now } = call
  const path = join(to, now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-'))
  if (existsSync(path)) throw new StartupError(`There already is a backup of this second: ${path}`)
  const folder = await beginBackupFolder(path, encrypt)
  try {
    const contents = await writeDatabase(database, data, folder, call)
    for (const place of Object.keys(data.stores)) await writeFiles(place, data, folder, call)
    if (data.secretFile && existsSync(data.secretFile)) {
      await folder.write('session-secret', await readFile(data.secretFile))
    }
    const manifest: Manifest = { format: 1, version, takenAt: now.toISOString(), ...contents }
    await folder.write(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    await folder.finish()
    return path
  } catch (error) {
    await folder.discard()
    throw error
  }
}

function writeDatabase(
  database: OpenDatabase,
  { migrationsFolder, leftOut }: ShopData,
  folder: BackupFolder,
  { say, signal }: BackupCall,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'lastNumbers'>> {
  return database.copying('read', async ({ tx, read }) => {
    const migrations = await appliedMigrations(tx, migrationsFolder)
    if (migrations.length === 0) {
      throw new StartupError('The database has no shop in it: nothing to back up.')
    }
    const tables: Manifest['tables'] = []
    for (const table of await storedTables(tx)) {
      if (leftOut.tables.has(table.name)) continue
      signal.throwIfAborted()
      let rows = 0
      const counted = async function* () {
        for await (const chunk of read(table)) {
          rows += linesIn(chunk)
          yield chunk
        }
      }
      await folder.write(tableFile(table.name), counted())
      tables.push({ ...table, rows })
    }
    const waiting = await readPendingJobs(tx)
    await folder.write(jobsName, Buffer.from(JSON.stringify(waiting)))
    const rows = tables.reduce((total, table) => total + table.rows, 0)
    say(`${tables.length} tables with ${rows} rows, ${waiting.jobs.length} waiting jobs`)
    return { migrations, tables, lastNumbers: await lastNumbers(tx) }
  })
}

function linesIn(text: Uint8Array): number {
  let lines = 0
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) lines += 1
  return lines
}

async function writeFiles(
  place: string,
  data: ShopData,
  folder: BackupFolder,
  { say, signal }: BackupCall,
) {
  const store = data.stores[place]
  if (!store) return
  let count = 0
  const one = async ({ key }: { key: string }) => {
    if (isLeftOutFile(key, data)) return
    const bytes = await store.get(key)
    // Deleted since it was listed.
    if (!bytes) return
    await folder.write(`${place}/${key}`, bytes)
    count += 1
    if (count % 1000 === 0) say(`${count} of ${place} …`)
  }
  await Readable.from(store.list()).forEach(one, { concurrency, signal })
  say(`${count} of ${place}`)
}

interface RestoreTarget extends ShopData {
  /** Opens the database that is to be filled, with a folder of migrations or as it is. */
  open(migrationsFolder: string | null): Promise<OpenDatabase>
  /** The file of the key of an encrypted backup. */
  keyFile?: string
  log: Log
  say(line: string): void
}

export interface Restored {
  manifest: Manifest
  secret: 'restored' | 'unchanged' | 'none'
}

/**
 * Restores a backup into an empty database and its files. Every file is checked before anything is written. The database is
 * filled last, so that a failed restore can be repeated.
 *
 * @throws StartupError when the backup is damaged, or of a newer version or one before 1.0.0, or the database is not empty
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<Restored> {
  const { open, migrationsFolder, keyFile, say } = target
  const backup = await openBackup(path, keyFile)
  const manifest = await readManifest(backup)
  requireFirstOnes(manifest.migrations, migrationsFolder)
  say(`The checksums of all ${backup.names.length} files of the backup are correct.`)
  await withDatabase(await open(null), ({ db }) => assertEmpty(db))
  for (const place of Object.keys(target.stores)) await putFiles(backup, place, target)
  const secret = await putSecret(backup, target.secretFile)
  await withMigrationsUpTo(manifest.migrations, migrationsFolder, async (folder) =>
    withDatabase(await open(folder), (database) => fill(database, { backup, manifest, target })),
  )
  const newer = migrationsIn(migrationsFolder).slice(manifest.migrations.length)
  if (newer.length > 0) {
    say(`Applying newer migrations: ${newer.join(', ')}`)
    await withDatabase(await open(migrationsFolder), async () => {})
  }
  return { manifest, secret }
}

async function readManifest(backup: OpenBackup): Promise<Manifest> {
  const read = manifestSchema.safeParse(await json(backup.read(manifestName)))
  if (read.success) return read.data
  throw new StartupError(
    `This version of Cakewala cannot read the backup ${backup.path}. Restore it with the version that wrote it, or a newer one.`,
  )
}

async function withDatabase(
  database: OpenDatabase,
  use: (database: OpenDatabase) => Promise<unknown>,
) {
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

async function assertEmpty(db: Database) {
  if (await isEmpty(db)) return
  throw new StartupError(
    'The target database is not empty. Nothing was changed. Choose an empty one (DATABASE_URL, or DATA_DIR without DATABASE_URL), or move the old one away first.',
  )
}

async function putFiles({ names, read }: OpenBackup, place: string, target: RestoreTarget) {
  const keys = names
    .filter((name) => name.startsWith(`${place}/`))
    .map((name) => name.slice(place.length + 1))
    .filter((key) => !isLeftOutFile(key, target))
  for (const key of keys) {
    await target.stores[place]?.put(key, await buffer(read(`${place}/${key}`)))
  }
  target.say(`  ${place}: ${keys.length}`)
}

async function putSecret(
  { names, read }: OpenBackup,
  file: string | null,
): Promise<Restored['secret']> {
  if (!names.includes('session-secret')) return 'none'
  if (!file) return 'unchanged'
  const secret = await buffer(read('session-secret'))
  if (existsSync(file)) return secret.equals(await readFile(file)) ? 'restored' : 'unchanged'
  await writeFile(file, secret, { mode: 0o600, flush: true })
  return 'restored'
}

/** Fills tables that are as they were, in one transaction. If it fails, they are empty. */
async function fill(
  database: OpenDatabase,
  { backup, manifest, target }: { backup: OpenBackup; manifest: Manifest; target: RestoreTarget },
) {
  const { leftOut, log, say } = target
  const waiting = pendingJobsSchema.parse(await json(decompressed(backup, jobsName)))
  const queue = await openJobs(database, log)
  try {
    await declareQueues(queue, waiting)
    await database.copying('write', async ({ tx, write }) => {
      await lockTables(tx)
      await assertEmpty(tx)
      for (const table of manifest.tables) {
        // Whoever wrote the backup: what has ended since is not revived.
        if (leftOut.tables.has(table.name)) continue
        await write(table, decompressed(backup, tableFile(table.name)))
        const rows = await countRows(tx, table)
        if (rows !== table.rows) {
          throw new Error(
            `The table ${table.name} has ${rows} rows instead of ${table.rows}. Nothing was stored.`,
          )
        }
        if (rows > 0) say(`  ${table.name}: ${rows} rows`)
      }
      await setLastNumbers(tx, manifest.lastNumbers)
      await requeuePendingJobs(queue, tx, waiting, new Date())
    })
    say(`  waiting jobs: ${waiting.jobs.length}`)
  } finally {
    await queue.close()
  }
}
