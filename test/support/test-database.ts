import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openInMemory } from '#platform/database/embedded.server.ts'
import { openServer } from '#platform/database/open-database.server.ts'
import { databasePrefix, onServer } from './test-databases.setup.ts'

const migrationsFolder = 'db/migrations'

/** Databases of this worker that nobody uses now: emptying one takes milliseconds, making one takes seconds. */
const idle: OpenDatabase[] = []

/**
 * An empty, migrated database that is the caller's alone until it is closed:
 * on the server of TEST_DATABASE_URL when there is one, else embedded.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const used = idle.pop()
  if (used) await empty(used)
  const database = used ?? (await openNew())
  let isLent = true
  return {
    ...database,
    // Closed twice, it would be lent to two at once.
    async close() {
      if (isLent) idle.push(database)
      isLent = false
    },
  }
}

/** Deletes every row and job; numbers begin at 1 again. */
async function empty({ db }: OpenDatabase) {
  await db.execute(sql`
    do $$
    declare
      name text;
      filled text[];
      has_rows boolean;
    begin
      for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
        execute 'select exists (select from ' || name || ')' into has_rows;
        if has_rows then filled := filled || name; end if;
      end loop;
      -- Not all of them: to truncate an empty table costs as much as a full one.
      if filled is not null then
        execute 'truncate ' || array_to_string(filled, ', ') || ' cascade';
      end if;
      perform setval(format('%I', sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'public';
      if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if;
    end
    $$`)
}

async function openNew(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL
  return server
    ? openServer(await createServerDatabase(server), migrationsFolder)
    : openInMemory(migrationsFolder, await emptyEmbedded())
}

/** What PGlite makes at its first start, kept for later runs: loading it takes half a second, making it three. */
async function emptyEmbedded(): Promise<Blob> {
  const folder = 'node_modules/.cache/test-databases'
  const { version } = JSON.parse(
    await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8'),
  )
  const file = join(folder, `pglite-${version}.tar`)
  if (!existsSync(file)) {
    const client = await PGlite.create()
    const dump = await client.dumpDataDir('none')
    await client.close()
    await mkdir(folder, { recursive: true })
    // Another worker may write it, too: each moves a whole file there.
    const whole = `${file}.${randomUUID()}`
    await writeFile(whole, dump.stream())
    await rename(whole, file)
  }
  return new Blob([await readFile(file)])
}

/** Makes an empty database on a server, dropped when the run ends. Answers its address. */
export async function createServerDatabase(server: string): Promise<string> {
  const name = `${databasePrefix(inject('run'))}${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
