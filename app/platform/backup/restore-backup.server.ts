import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { buffer, json } from 'node:stream/consumers'
import { StartupError } from '../app-error.ts'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import {
  migrationsIn,
  requireFirstOnes,
  withMigrationsUpTo,
} from '../database/migrations.server.ts'
import { countRows, isEmpty, lockTables, setLastNumbers } from '../database/tables.server.ts'
import {
  declareQueues,
  openJobs,
  pendingJobsSchema,
  requeuePendingJobs,
} from '../jobs/jobs.server.ts'
import type { Log } from '../log.server.ts'
import { decompressed, type OpenBackup, openBackup } from './backup-folder.server.ts'
import {
  isLeftOutFile,
  jobsName,
  type Manifest,
  manifestName,
  manifestSchema,
  type ShopData,
  tableFile,
} from './write-backup.server.ts'

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
