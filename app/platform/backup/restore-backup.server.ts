import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { buffer, json } from 'node:stream/consumers'
import { requireFirstOnes } from '../database/migrations.server.ts'
import type { WholeFileStore } from '../files/file-store.server.ts'
import { pendingJobsSchema } from '../jobs/pending-jobs.server.ts'
import { decompressed, type OpenBackup, openBackup } from './backup-folder.server.ts'
import {
  type DatabaseContents,
  isLeftOutMail,
  type Manifest,
  readManifest,
  withoutRows,
} from './contents.server.ts'
import { assertEmpty, type Filling, fillDatabase } from './fill-database.server.ts'
import { tableFile } from './write-backup.server.ts'

export interface RestoreTarget extends Filling {
  files: WholeFileStore
  outbox: WholeFileStore
  /** The file of the secret; null if a setting has it. */
  secretFile: string | null
  keyFile?: string
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
  const backup = await openBackup(path, target.keyFile)
  const manifest = await readManifest(backup)
  requireFirstOnes(manifest.migrations, target.shop.migrationsFolder)
  target.say(`The checksums of all ${backup.names.length} files of the backup are correct.`)
  await assertEmpty(target.open)
  await putFiles(backup, 'files', target)
  await putFiles(backup, 'outbox', target)
  target.say(`  files: ${manifest.files.count}, mails as files: ${manifest.mailsInOutbox}`)
  const secret = await putSecret(backup, target.secretFile)
  const contents = await contentsOf(backup, manifest)
  // Whoever wrote the backup: what has ended since is not revived.
  const tables = withoutRows(contents.tables, target.shop)
  await fillDatabase(target, { ...contents, tables })
  return { manifest, secret }
}

async function contentsOf(backup: OpenBackup, manifest: Manifest): Promise<DatabaseContents> {
  const { migrations, tables, lastNumbers, totals } = manifest
  return {
    migrations,
    lastNumbers,
    totals,
    tables: tables.map(({ name, columns }) => ({
      name,
      columns,
      rows: () => decompressed(backup, tableFile(name)),
    })),
    waiting: pendingJobsSchema.parse(await json(decompressed(backup, 'jobs.json.gz'))),
  }
}

async function putFiles(
  { names, read }: OpenBackup,
  place: 'files' | 'outbox',
  target: RestoreTarget,
) {
  const prefix = `${place}/`
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const key = name.slice(prefix.length)
    if (place === 'outbox' && isLeftOutMail(key, target.shop)) continue
    await target[place].put(key, await buffer(read(name)))
  }
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
