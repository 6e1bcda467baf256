import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { buffer, json } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { StartupError } from '../app-error.ts'
import type { CopyTransaction, OpenDatabase } from '../database/database.server.ts'
import {
  migrationsIn,
  requireFirstOnes,
  withMigrationsUpTo,
} from '../database/migrations.server.ts'
import { isEmpty, lockTables, setLastNumbers } from '../database/tables.server.ts'
import type { WholeFileStore } from '../files/file-store.server.ts'
import {
  declareQueues,
  openJobs,
  pendingJobsSchema,
  requeuePendingJobs,
} from '../jobs/jobs.server.ts'
import type { Log } from '../log.server.ts'
import { decompressed, type OpenBackup, openBackup } from './backup-folder.server.ts'
import {
  type DatabaseContents,
  isLeftOutMail,
  type Manifest,
  readManifest,
  type ShopDatabase,
  type TableContents,
  withoutRows,
} from './contents.server.ts'
import { tableFile } from './write-backup.server.ts'

interface RestoreTarget extends Filling {
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

/** Opens the database that is to be filled, with a folder of migrations or as it is. */
export type OpenTarget = (migrationsFolder: string | null) => Promise<OpenDatabase>

export interface Filling {
  open: OpenTarget
  shop: ShopDatabase
  log: Log
  say(line: string): void
}

async function assertEmpty(open: OpenTarget) {
  await withDatabase(await open(null), async ({ db }) => {
    if (!(await isEmpty(db))) throw new StartupError(notEmptySentence)
  })
}

const notEmptySentence =
  'The target database is not empty. Nothing was changed. Choose an empty one (DATABASE_URL, or DATA_DIR without DATABASE_URL), or move the old one away first.'

/**
 * Fills an empty database: creates the tables as they were, fills them in one transaction, reads them back and compares
 * them, then applies newer migrations. If it fails before these, the tables are empty.
 *
 * @throws StartupError when the database is not empty or the contents are of a newer version
 */
export async function fillDatabase(filling: Filling, contents: DatabaseContents) {
  const { open, shop, say } = filling
  await assertEmpty(open)
  await withMigrationsUpTo(contents.migrations, shop.migrationsFolder, async (folder) =>
    withDatabase(await open(folder), (database) => load(database, filling, contents)),
  )
  const newer = migrationsIn(shop.migrationsFolder).slice(contents.migrations.length)
  if (newer.length === 0) return
  say(`Applying newer migrations: ${newer.join(', ')}`)
  await withDatabase(await open(shop.migrationsFolder), async () => {})
}

async function load(database: OpenDatabase, filling: Filling, contents: DatabaseContents) {
  const { shop, log, say } = filling
  const queue = await openJobs(database, log)
  try {
    await declareQueues(queue, contents.waiting)
    await database.copying('write', async (copy) => {
      await lockTables(copy.tx)
      if (!(await isEmpty(copy.tx))) throw new StartupError(notEmptySentence)
      for (const table of contents.tables) {
        const rows = await fillTable(copy, table)
        if (rows > 0) say(`  ${table.name}: ${rows} rows`)
      }
      await setLastNumbers(copy.tx, contents.lastNumbers)
      await requeuePendingJobs(queue, copy.tx, contents.waiting, new Date())
      if (isCurrent(contents, shop)) await compareTotals(copy, filling, contents)
    })
    say(`  waiting jobs: ${contents.waiting.jobs.length}`)
  } finally {
    await queue.close()
  }
}

async function fillTable(copy: CopyTransaction, table: TableContents): Promise<number> {
  const written = createTally()
  await copy.write(table, written.through(table.rows()))
  if (!isDeepStrictEqual(await readTally(copy.read(table)), written.total())) {
    throw new Error(`The table ${table.name} does not read back as it was. Nothing was stored.`)
  }
  return written.total().rows
}

/** Totals are counted in the current tables, so an older database cannot be counted. */
function isCurrent({ migrations }: DatabaseContents, { migrationsFolder }: ShopDatabase) {
  return migrations.length === migrationsIn(migrationsFolder).length
}

async function compareTotals(
  { tx }: CopyTransaction,
  { shop }: Filling,
  { totals }: DatabaseContents,
) {
  const found = await shop.countTotals(tx)
  if (isDeepStrictEqual(found, totals)) return
  throw new Error(
    `The totals differ. Nothing was stored. Expected ${JSON.stringify(totals)}, found ${JSON.stringify(found)}.`,
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

const newline = 10

/** How many rows a table's text has, and a digest that does not depend on their order. */
interface Tally {
  rows: number
  digest: string
}

function createTally() {
  let rows = 0
  // The sum of all rows' digests, in two halves that numbers hold.
  const sum = { high: 0, low: 0 }
  let lineStart: Uint8Array = new Uint8Array()

  function add(line: Uint8Array) {
    const digest = hash('sha1', line, 'buffer')
    sum.high = (sum.high + digest.readUInt32LE(0)) >>> 0
    sum.low = (sum.low + digest.readUInt32LE(4)) >>> 0
    rows += 1
  }

  return {
    async *through(text: AsyncIterable<Uint8Array>) {
      for await (const chunk of text) {
        let start = 0
        for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
          const line = chunk.subarray(start, end)
          add(lineStart.length > 0 ? Buffer.concat([lineStart, line]) : line)
          lineStart = new Uint8Array()
          start = end + 1
        }
        if (start < chunk.length) lineStart = Buffer.concat([lineStart, chunk.subarray(start)])
        yield chunk
      }
    },
    total: (): Tally => ({ rows, digest: `${sum.high.toString(16)}-${sum.low.toString(16)}` }),
  }
}

async function readTally(text: AsyncIterable<Uint8Array>): Promise<Tally> {
  const tally = createTally()
  for await (const _ of tally.through(text));
  return tally.total()
}
