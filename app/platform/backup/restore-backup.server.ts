import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { WholeFileStore } from '../files/file-store.server.ts'
import { pendingJobsSchema } from '../jobs/pending-jobs.server.ts'
import { checkedFiles, unpacked } from './backup-folder.server.ts'
import { type DatabaseContents, type Manifest, readManifest } from './contents.server.ts'
import { assertEmpty, type Filling, fillDatabase } from './fill-database.server.ts'
import { tableFile } from './write-backup.server.ts'

export interface RestoreTarget extends Filling {
  files: WholeFileStore
  outbox: WholeFileStore
  /** Where the secret belongs, unless a setting stands in its place. */
  secretFile: string | null
}

export interface Restored {
  manifest: Manifest
  /** The secret that signs sessions and links. */
  secret: 'restored' | 'kept' | 'none'
}

/**
 * Restores a backup into an empty database and its files. Every file is checked before anything is written. The database is
 * filled last, so that a restore which failed can be tried again.
 *
 * @throws StartupError when the backup is damaged or of a newer version, or the database is not empty
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<Restored> {
  const names = await checkedFiles(path)
  const manifest = await readManifest(path)
  target.say(`All ${names.length} files of the backup are as they were written.`)
  await assertEmpty(target.open)
  await putFiles(path, names, 'files', target.files)
  await putFiles(path, names, 'outbox', target.outbox)
  target.say(`  files: ${manifest.files.count}, mails as files: ${manifest.mailsInOutbox}`)
  const secret = await putSecret(path, names, target.secretFile)
  await fillDatabase(target, await contentsOf(path, manifest))
  return { manifest, secret }
}

async function contentsOf(path: string, manifest: Manifest): Promise<DatabaseContents> {
  const { migrations, tables, lastNumbers, totals } = manifest
  return {
    migrations,
    lastNumbers,
    totals,
    tables: tables.map(({ name, columns }) => ({
      name,
      columns,
      rows: () => unpacked(path, tableFile(name)),
    })),
    waiting: pendingJobsSchema.parse(await json(unpacked(path, 'jobs.json.gz'))),
  }
}

async function putFiles(path: string, names: string[], place: string, store: WholeFileStore) {
  const prefix = `${place}/`
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    await store.put(name.slice(prefix.length), await readFile(join(path, name)))
  }
}

async function putSecret(
  path: string,
  names: string[],
  file: string | null,
): Promise<Restored['secret']> {
  if (!names.includes('session-secret')) return 'none'
  if (!file) return 'kept'
  const secret = await readFile(join(path, 'session-secret'))
  if (existsSync(file)) return secret.equals(await readFile(file)) ? 'restored' : 'kept'
  await writeFile(file, secret, { mode: 0o600, flush: true })
  return 'restored'
}
