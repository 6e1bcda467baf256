import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { StartupError } from '../app-error.ts'
import type { CopyTransaction, Database, TableName } from '../database/database.server.ts'
import { appliedMigrations } from '../database/migrations.server.ts'
import { lastNumbers, storedTables } from '../database/tables.server.ts'
import { type PendingJobs, readPendingJobs } from '../jobs/jobs.server.ts'
import type { OpenBackup } from './backup-folder.server.ts'

const totalsSchema = z.record(z.string(), z.number())

/** Totals by which an operator compares shops, such as orders and paise. */
type Totals = z.infer<typeof totalsSchema>

export interface TableContents extends TableName {
  /** The text of its rows. It can be read once. */
  rows(): AsyncIterable<Uint8Array>
}

/** The contents of a database, from another database or a backup. */
export interface DatabaseContents {
  migrations: string[]
  /** Each after those it refers to. */
  tables: TableContents[]
  lastNumbers: Record<string, number>
  waiting: PendingJobs
  totals: Totals
}

export interface ShopDatabase {
  migrationsFolder: string
  countTotals(tx: Database): Promise<Totals>
  leftOut: LeftOut
}

/** What is in no backup: who has one should not become anybody by it. */
export interface LeftOut {
  /** Tables without their rows, such as sessions. */
  tables: ReadonlySet<string>
  /** Mails as files whose names begin so: their links open accounts. */
  mails: readonly string[]
}

export function isLeftOutMail(key: string, { leftOut }: Pick<ShopDatabase, 'leftOut'>): boolean {
  return leftOut.mails.some((kind) => key.startsWith(`${kind}-`))
}

export async function readContents(
  { tx, read }: CopyTransaction,
  { migrationsFolder, countTotals }: ShopDatabase,
): Promise<DatabaseContents> {
  const migrations = await appliedMigrations(tx, migrationsFolder)
  const tables = await storedTables(tx)
  return {
    migrations,
    tables: tables.map((table) => ({ ...table, rows: () => read(table) })),
    lastNumbers: await lastNumbers(tx),
    waiting: await readPendingJobs(tx),
    totals: await countTotals(tx),
  }
}

/** The same tables, empty those that a backup leaves out. */
export function withoutRows(
  tables: readonly TableContents[],
  { leftOut }: Pick<ShopDatabase, 'leftOut'>,
): TableContents[] {
  return tables.map((table) =>
    leftOut.tables.has(table.name) ? { ...table, rows: noRows } : table,
  )
}

async function* noRows() {}

export const manifestName = 'manifest.json'

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
  waitingJobs: z.number().int(),
  totals: totalsSchema,
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
  mailsInOutbox: z.number().int(),
})

export type Manifest = z.infer<typeof manifestSchema>

/** @throws StartupError when this version cannot read it */
export async function readManifest(backup: OpenBackup): Promise<Manifest> {
  const read = manifestSchema.safeParse(await json(backup.read(manifestName)))
  if (read.success) return read.data
  throw new StartupError(
    `This version of Cakewala cannot read the backup ${backup.path}. Restore it with the version that wrote it, or a newer one.`,
  )
}
