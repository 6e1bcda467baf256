import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import { assertNoOtherShop } from '../control/ask-running-shop.server.ts'
import { copyEmbedded } from './copy-embedded.server.ts'
import type { Database, OpenDatabase } from './database.server.ts'
import { DurableNodeFS, durableStartParams } from './durable-node-fs.server.ts'
import { lockFolder } from './folder-lock.server.ts'
import { retryConflicts } from './retry-conflicts.server.ts'

/** What the migrations ask for beyond plain PostgreSQL: search by parts of words. */
const extensions = { pg_trgm }

/** Opens the embedded PostgreSQL in a folder, every commit on disk before it is acknowledged. */
export async function openEmbedded(
  folder: string,
  migrationsFolder: string | null,
): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true })
  const unlock = lockFolder(folder)
  try {
    await assertNoOtherShop(dirname(folder))
    const client = await PGlite.create({
      fs: new DurableNodeFS(folder),
      startParams: durableStartParams,
      extensions,
    })
    return await prepare(client, migrationsFolder, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** An embedded PostgreSQL in memory, for tests. */
export async function openInMemory(migrationsFolder: string): Promise<OpenDatabase> {
  return prepare(await PGlite.create({ extensions }), migrationsFolder, () => {})
}

async function prepare(
  client: PGlite,
  migrationsFolder: string | null,
  release: () => void,
): Promise<OpenDatabase> {
  const db = drizzle({ client })
  if (migrationsFolder) await migrate(db, { migrationsFolder })
  return {
    kind: 'embedded',
    db: retryConflicts(db as unknown as Database),
    queue: fromPglite(client),
    url: null,
    pool: null,
    copying: copyEmbedded(client),
    async close() {
      await client.close()
      release()
    },
  }
}
