import { z } from 'zod'
import type { CopyTransaction, Database, TableName } from '../database/database.server.ts'
import { appliedMigrations } from '../database/migrations.server.ts'
import { lastNumbers, storedTables } from '../database/tables.server.ts'
import { type PendingJobs, readPendingJobs } from '../jobs/pending-jobs.server.ts'

export const totalsSchema = z.record(z.string(), z.number())

/** What an operator compares a shop by, such as orders and paise. */
export type Totals = z.infer<typeof totalsSchema>

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
