import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { StartupError } from '../app-error.ts'
import type { OpenDatabase } from '../database/database.server.ts'
import { appliedMigrations } from '../database/migrations.server.ts'
import { lastNumbers, storedTables } from '../database/tables.server.ts'
import type { WholeFileStore } from '../files/file-store.server.ts'
import { readPendingJobs } from '../jobs/jobs.server.ts'
import { type BackupFolder, beginBackupFolder, type Convert } from './backup-folder.server.ts'

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

export const isLeftOutFile = (key: string, { leftOut }: Pick<ShopData, 'leftOut'>) =>
  leftOut.files.some((start) => key.startsWith(start))

export const manifestName = 'manifest.json'
export const jobsName = 'jobs.json.gz'
export const tableFile = (name: string) => `tables/${name}.copy.gz`

export const manifestSchema = z.object({
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

export type Manifest = z.infer<typeof manifestSchema>

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
