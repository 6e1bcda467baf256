import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { StartupError } from '../app-error.ts'
import type { Database } from './database.server.ts'

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
})

const journalPath = (folder: string) => join(folder, 'meta', '_journal.json')

const readJournal = (folder: string) =>
  journalSchema.parse(JSON.parse(readFileSync(journalPath(folder), 'utf8')))

export function migrationsIn(folder: string): string[] {
  return readJournal(folder).entries.map(({ tag }) => tag)
}

/** For a database that lacks migrations which its role may not apply. */
export const notMigratedSentence =
  'The database lacks tables of this version, and its role may not create them. Run "npm run migrate" with the owner of the database in MIGRATION_DATABASE_URL: docs/operations.md has the commands ("Two roles").'

const newerSentence = 'was made by a newer version of Cakewala. Use that version, or a newer one.'

/** Versions before 1.0.0 had other migrations, so nothing leads from their tables to those of today. */
const earlierSentence =
  'was made by a version of Cakewala before 1.0.0: export the catalogue as CSV with that version, start this one with a new data folder (DATA_DIR) or an empty database (DATABASE_URL), and import the catalogue there.'

/** The times of the applied migrations, which tell them apart. */
async function appliedTimes(db: Database): Promise<number[]> {
  const { rows: tables } = await db.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  )
  if (!tables[0]?.exists) return []
  const { rows } = await db.execute(
    sql`select created_at as "when" from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map(({ when }) => Number(when))
}

/**
 * The names of the migrations that were applied to a database, in their order.
 *
 * @throws StartupError when the folder does not know one of them
 */
export async function appliedMigrations(db: Database, folder: string): Promise<string[]> {
  const times = await appliedTimes(db)
  const { entries } = readJournal(folder)
  const first = entries[0]?.when ?? 0
  return times.map((time) => {
    const entry = entries.find(({ when }) => when === time)
    if (entry) return entry.tag
    throw new StartupError(`The database ${time < first ? earlierSentence : newerSentence}`)
  })
}

/** @throws StartupError when these migrations are not the first ones of the folder */
export function requireFirstOnes(names: readonly string[], folder: string) {
  const known = migrationsIn(folder)
  if (names.every((name, index) => name === known[index])) return
  const isEarlier = names[0] !== known[0]
  throw new StartupError(`It ${isEarlier ? earlierSentence : newerSentence}`)
}

/**
 * Calls `use` with a temporary folder that holds only these migrations.
 *
 * @throws StartupError when they are not the first ones of the folder
 */
export async function withMigrationsUpTo<Result>(
  names: readonly string[],
  folder: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  requireFirstOnes(names, folder)
  const journal = readJournal(folder)
  const entries = journal.entries.slice(0, names.length)
  const firstOnes = mkdtempSync(join(tmpdir(), 'cakewala-migrations-'))
  try {
    cpSync(folder, firstOnes, { recursive: true })
    writeFileSync(journalPath(firstOnes), JSON.stringify({ ...journal, entries }))
    return await use(firstOnes)
  } finally {
    rmSync(firstOnes, { recursive: true })
  }
}

/**
 * A check that the database can store an order: it knows the last migration of a folder and commits a change, a message
 * that no table keeps. One with newer migrations is fine: another process may be of a newer version already. The check
 * throws when the database does not respond or takes no changes, and does not end while a commit waits for a replica;
 * meanwhile all wait for the same, because each has a connection.
 */
export function createStoreCheck(db: Database, migrationsFolder: string): () => Promise<void> {
  const last = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  let pending: Promise<void> | null = null
  async function ask() {
    const { rows } = await db.execute(
      sql`select pg_logical_emit_message(true, 'cakewala', 'ready') from drizzle.__drizzle_migrations
        where created_at >= ${last} and current_setting('transaction_read_only') = 'off' limit 1`,
    )
    if (rows.length === 0) throw new Error('it takes no changes, or misses the last migration')
  }
  return () => {
    pending ??= ask().finally(() => {
      pending = null
    })
    return pending
  }
}
