import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'
import type { Database } from './database.server.ts'

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
})

const journalPath = (folder: string) => join(folder, 'meta', '_journal.json')

const readJournal = (folder: string) =>
  journalSchema.parse(JSON.parse(readFileSync(journalPath(folder), 'utf8')))

/** The names of all migrations of a folder, in their order. */
export function migrationsIn(folder: string): string[] {
  return readJournal(folder).entries.map(({ tag }) => tag)
}

/**
 * The names of the migrations that were applied to a database, in their order.
 *
 * @throws StartupError when the folder does not know one of them
 */
export async function appliedMigrations(db: Database, folder: string): Promise<string[]> {
  const { rows: tables } = await db.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  )
  if (!tables[0]?.exists) return []
  const { rows } = await db.execute(
    sql`select created_at as "when" from drizzle.__drizzle_migrations order by created_at`,
  )
  const { entries } = readJournal(folder)
  return rows.map(({ when }) => {
    const entry = entries.find((known) => known.when === Number(when))
    if (entry) return entry.tag
    throw new StartupError(
      'The database was made by a newer version of Cakewala. Use that version, or a newer one.',
    )
  })
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
  const journal = readJournal(folder)
  const entries = journal.entries.slice(0, names.length)
  if (names.some((name, index) => entries[index]?.tag !== name)) {
    throw new StartupError(
      'It was made by a newer version of Cakewala. Use that version, or a newer one.',
    )
  }
  const earlier = mkdtempSync(join(tmpdir(), 'cakewala-migrations-'))
  try {
    cpSync(folder, earlier, { recursive: true })
    writeFileSync(journalPath(earlier), JSON.stringify({ ...journal, entries }))
    return await use(earlier)
  } finally {
    rmSync(earlier, { recursive: true })
  }
}

/**
 * A check that the last migration of a folder was applied. A database with newer ones is fine: another process may be of a
 * newer version already. The check throws when the migration is missing or the database does not respond.
 */
export function createMigrationCheck(db: Database, migrationsFolder: string): () => Promise<void> {
  const last = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  return async () => {
    const { rows } = await db.execute(
      sql`select 1 from drizzle.__drizzle_migrations where created_at >= ${last} limit 1`,
    )
    if (rows.length === 0) throw new Error('the last migration has not been applied')
  }
}
