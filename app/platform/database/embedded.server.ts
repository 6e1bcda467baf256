import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import { assertNoOtherShop } from '../control/control-socket.server.ts'
import { copyEmbedded } from './copy-embedded.server.ts'
import type { Database, OpenDatabase } from './database.server.ts'
import { lockFolder } from './folder-lock.server.ts'
import { retryConflicts } from './retry-conflicts.server.ts'

/** The migrations need trigram indexes. */
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
    return await openClient(client, migrationsFolder, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** An embedded PostgreSQL in memory, for tests. `loadDataDir` is a dump of another one. */
export async function openInMemory(
  migrationsFolder: string,
  loadDataDir?: Blob,
): Promise<OpenDatabase> {
  return openClient(await PGlite.create({ extensions, loadDataDir }), migrationsFolder, () => {})
}

async function openClient(
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
    ownsSchema: true,
    copying: copyEmbedded(client),
    async close() {
      await client.close()
      release()
    },
  }
}

interface NodeStream {
  nfd?: number
  node: object
}

interface EmscriptenNodeFs {
  realPath(node: object): string
  stream_ops: { fsync?: (stream: NodeStream) => number }
}

/**
 * PGlite's Node file system has no fsync, so a commit stays in the kernel's cache.
 * Emscripten calls a stream's `fsync` operation for PostgreSQL's fsync, if there is one. This class adds it.
 */
class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const result = await super.init(pg, options)
    const preRun = result.emscriptenOpts.preRun
    const steps = Array.isArray(preRun) ? preRun : preRun ? [preRun] : []
    return {
      emscriptenOpts: { ...result.emscriptenOpts, preRun: [addFsync, ...steps] },
    }
  }
}

function addFsync(module: unknown) {
  const nodeFs = (module as { NODEFS: EmscriptenNodeFs }).NODEFS
  nodeFs.stream_ops.fsync = (stream) => {
    if (stream.nfd !== undefined) fdatasyncSync(stream.nfd)
    else syncFolder(nodeFs.realPath(stream.node))
    return 0
  }
}

function syncFolder(path: string) {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** PGlite's start parameters with fsync on, by the method that calls the operation above. */
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]
