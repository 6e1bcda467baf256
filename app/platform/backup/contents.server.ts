import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { CopyTransaction, Database, TableName } from '../database/database.server.ts'
import { appliedMigrations } from '../database/migrations.server.ts'
import { lastNumbers, storedTables } from '../database/tables.server.ts'
import { type PendingJobs, readPendingJobs } from '../jobs/pending-jobs.server.ts'
import { StartupError } from '../startup-error.ts'

const totalsSchema = z.record(z.string(), z.number())

/** What an operator compares a shop by, such as orders and paise. */
type Totals = z.infer<typeof totalsSchema>

export interface TableContents extends TableName {
  /** The text of its rows; read once. */
  rows(): AsyncIterable<Uint8Array>
}

/** All that a database keeps, wherever it comes from: another database, or a backup. */
export interface DatabaseContents {
  /** The migrations it has had, in their order. */
  migrations: string[]
  /** Each after those it refers to. */
  tables: TableContents[]
  lastNumbers: Record<string, number>
  waiting: PendingJobs
  totals: Totals
}

/** What the shop's own database work needs to know of the shop. */
export interface ShopDatabase {
  migrationsFolder: string
  countTotals(tx: Database): Promise<Totals>
}

/** The contents of a database, while its transaction is open. */
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

export const manifestName = 'manifest.json'

/** What a backup says of itself. */
const manifestSchema = z.object({
  /** Of the folder: what it is made of and how. */
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
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(join(path, manifestName), 'utf8')
  const read = manifestSchema.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new StartupError(
    `This version of Cakewala does not understand the backup ${path}. Restore it by the version that wrote it, or a newer one.`,
  )
}
