import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StartupError } from '../app-error.ts'
import type { OpenDatabase } from '../database/database.server.ts'
import type { WholeFileStore } from '../files/file-store.server.ts'
import { type BackupFolder, beginBackupFolder, type Convert } from './backup-folder.server.ts'
import {
  type DatabaseContents,
  isLeftOutMail,
  type Manifest,
  manifestName,
  readContents,
  type ShopDatabase,
  withoutRows,
} from './contents.server.ts'

interface BackupSource {
  database: OpenDatabase
  shop: ShopDatabase
  files: WholeFileStore
  /** Mails that are files. */
  outbox: WholeFileStore
  /** The file of the secret; null if a setting has it. */
  secretFile: string | null
  /** Of the shop. */
  version: string
  /** Null: the backup is readable. */
  encrypt: Convert | null
}

export interface BackupCall {
  now: Date
  say(line: string): void
  signal: AbortSignal
}

const newline = 10
const concurrency = 8

/**
 * Writes a backup into a new folder of `to` and returns its path. The database comes first, as it was at one moment, then
 * the files. A file is written before a row refers to it and deleted a day after the last row did, so the backup has every
 * file that its rows refer to.
 *
 * @throws StartupError when there is no shop in the database
 */
export async function writeBackup(
  source: BackupSource,
  to: string,
  call: BackupCall,
): Promise<{ path: string; manifest: Manifest }> {
  const path = join(to, call.now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-'))
  if (existsSync(path)) throw new StartupError(`There already is a backup of this second: ${path}`)
  const folder = await beginBackupFolder(path, source.encrypt)
  try {
    const contents = await writeDatabase(source, folder, call)
    const files = await writeFiles(source, 'files', folder, call)
    const outbox = await writeFiles(source, 'outbox', folder, call)
    if (source.secretFile && existsSync(source.secretFile)) {
      await folder.write('session-secret', await readFile(source.secretFile))
    }
    const manifest: Manifest = {
      format: 1,
      version: source.version,
      takenAt: call.now.toISOString(),
      ...contents,
      files,
      mailsInOutbox: outbox.count,
    }
    await folder.write(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    await folder.finish()
    return { path, manifest }
  } catch (error) {
    await folder.discard()
    throw error
  }
}

function writeDatabase(
  { database, shop }: BackupSource,
  folder: BackupFolder,
  { say, signal }: BackupCall,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'lastNumbers' | 'waitingJobs' | 'totals'>> {
  return database.copying('read', async (copy) => {
    const { waiting, ...contents } = await readContents(copy, shop)
    if (contents.migrations.length === 0) {
      throw new StartupError('The database has no shop in it: nothing to back up.')
    }
    const tables = await writeTables(withoutRows(contents.tables, shop), folder, signal)
    await folder.write('jobs.json.gz', Buffer.from(JSON.stringify(waiting)))
    say(`${tables.length} tables with ${sum(tables.map(({ rows }) => rows))} rows`)
    say(`${waiting.jobs.length} waiting jobs`)
    return { ...contents, tables, waitingJobs: waiting.jobs.length }
  })
}

async function writeTables(
  tables: DatabaseContents['tables'],
  folder: BackupFolder,
  signal: AbortSignal,
): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = []
  for (const { name, columns, rows } of tables) {
    signal.throwIfAborted()
    let count = 0
    const counted = async function* () {
      for await (const chunk of rows()) {
        count += linesIn(chunk)
        yield chunk
      }
    }
    await folder.write(tableFile(name), counted())
    written.push({ name, columns, rows: count })
  }
  return written
}

export const tableFile = (name: string) => `tables/${name}.copy.gz`

function linesIn(text: Uint8Array): number {
  let lines = 0
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) lines += 1
  return lines
}

async function writeFiles(
  source: BackupSource,
  place: 'files' | 'outbox',
  folder: BackupFolder,
  { say, signal }: BackupCall,
): Promise<Manifest['files']> {
  const store = source[place]
  const written = { count: 0, bytes: 0 }
  const one = async ({ key }: { key: string }) => {
    if (place === 'outbox' && isLeftOutMail(key, source.shop)) return
    const bytes = await store.get(key)
    // Deleted since it was listed.
    if (!bytes) return
    await folder.write(`${place}/${key}`, bytes)
    written.count += 1
    written.bytes += bytes.length
    if (written.count % 1000 === 0) say(`${written.count} of ${place} …`)
  }
  await Readable.from(store.list()).forEach(one, { concurrency: concurrency, signal })
  say(`${written.count} of ${place}, ${(written.bytes / 1e6).toFixed(1)} MB`)
  return written
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
