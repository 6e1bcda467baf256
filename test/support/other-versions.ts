import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

interface Entry {
  idx: number
  when: number
  tag: string
}

/** Calls `use` with a copy of the migrations, whose list is what `change` makes of it. */
async function withMigrations<Result>(
  change: (entries: Entry[], folder: string) => Entry[],
  use: (migrationsFolder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-version-'))
  try {
    cpSync('db/migrations', folder, { recursive: true })
    const path = join(folder, 'meta/_journal.json')
    const journal: { entries: Entry[] } = JSON.parse(readFileSync(path, 'utf8'))
    const entries = change(journal.entries, folder)
    writeFileSync(path, JSON.stringify({ ...journal, entries }))
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The made-up migration that the next version brings. */
export const nextMigration = '9999_next'

/** Calls `use` with the migrations of a made-up next version: those of today, then one of these statements. */
export function withNextMigration<Result>(
  statements: readonly string[],
  use: (migrationsFolder: string) => Promise<Result>,
): Promise<Result> {
  return withMigrations((entries, folder) => {
    const last = entries.at(-1)
    if (!last) throw new Error('there are no migrations')
    const text = statements.join(';--> statement-breakpoint\n')
    writeFileSync(join(folder, `${nextMigration}.sql`), text)
    return [...entries, { ...last, idx: last.idx + 1, when: last.when + 1, tag: nextMigration }]
  }, use)
}

/** Calls `use` with migrations that have the names of those before 1.0.0. */
export function withEarlierNames<Result>(
  use: (migrationsFolder: string) => Promise<Result>,
): Promise<Result> {
  return withMigrations((entries, folder) => {
    const tag = '0000_first-tables'
    const [first, ...others] = entries
    if (!first) throw new Error('there are no migrations')
    cpSync(join(folder, `${first.tag}.sql`), join(folder, `${tag}.sql`))
    return [{ ...first, tag }, ...others]
  }, use)
}

/** Makes an empty database look like one of a version before 1.0.0, by the time of its last migration. */
export async function markEarlier(db: Database) {
  await db.execute(sql`create schema drizzle`)
  await db.execute(
    sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1795449482402)`,
  )
}

/** What a start, a check and a restore say of such a database or backup. */
export const earlierSentence =
  /^(The database|It) was made by a version of Cakewala before 1\.0\.0: export the catalogue as CSV with that version, start this one with a new data folder .* and import the catalogue there\.$/
