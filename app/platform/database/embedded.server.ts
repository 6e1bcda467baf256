import { EventEmitter } from 'node:events'
import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { escapeIdentifier } from 'pg'
import { createPool, databaseOnPool } from './connections.server.ts'
import type { Copying, Database, OpenDatabase, TableName } from './database.server.ts'
import { lockFolder } from './folder-lock.server.ts'
import { appliedMigrations } from './migrations.server.ts'
import { columnList, fullName, transactionSettings } from './tables.server.ts'

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
  const { pool, listen } = connectTo(client)
  const db = databaseOnPool(pool)
  if (migrationsFolder) {
    await appliedMigrations(db, migrationsFolder)
    await migrate(drizzle({ client: pool }), { migrationsFolder })
  }
  return {
    kind: 'embedded',
    db,
    queue: { executeSql: (text, values) => pool.query(text, values), listen },
    url: null,
    pool: null,
    ownsSchema: true,
    copying: copyEmbedded(db, client),
    async close() {
      await pool.end()
      await client.close()
      release()
    },
  }
}

/** The only connection, which all share: transactions follow one another. */
function connectTo(client: PGlite) {
  const notified = new EventEmitter()
  const pool = createPool({
    user: 'postgres',
    database: 'postgres',
    stream: () => new EmbeddedStream(client),
    max: 1,
    idleTimeoutMillis: 0,
  })
  pool.on('connect', (connection) =>
    connection.on('notification', ({ channel, payload }) => notified.emit(channel, payload)),
  )
  return {
    pool,
    async listen(channel: string, onNotification: (payload: string) => void) {
      await pool.query(`listen ${escapeIdentifier(channel)}`)
      notified.on(channel, onNotification)
      return { close: async () => void notified.off(channel, onNotification) }
    },
  }
}

interface EmscriptenNodeFs {
  realPath(node: object): string
  stream_ops: { fsync?: (stream: { nfd?: number; node: object }) => number }
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

/** Blocks of 8 kB per read. The process does nothing else meanwhile. */
const blocksPerRead = 256
const bytesPerWrite = 2 * 1024 * 1024
const newline = 10

/** Copies on the only connection: everybody else waits until the transaction has ended. */
function copyEmbedded(db: Database, client: PGlite): Copying {
  return (mode, work) =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(transactionSettings(mode)))
      return work({
        tx,
        read: (table) => readTable(client, table),
        write: (table, text) => writeTable(client, table, text),
      })
    })
}

async function* readTable(client: PGlite, table: TableName) {
  const { rows } = await client.query<{ blocks: number }>(
    `select pg_relation_size($1) / current_setting('block_size')::int as blocks`,
    [fullName(table)],
  )
  const blocks = rows[0]?.blocks ?? 0
  for (let first = 0; first < blocks; first += blocksPerRead) {
    const part = `ctid >= '(${first},0)' and ctid < '(${first + blocksPerRead},0)'`
    const { blob } = await client.query(
      `copy (select ${columnList(table)} from ${fullName(table)} where ${part}) to '/dev/blob'`,
    )
    if (blob) yield new Uint8Array(await blob.arrayBuffer())
  }
}

async function writeTable(client: PGlite, table: TableName, text: AsyncIterable<Uint8Array>) {
  const command = `copy ${fullName(table)} (${columnList(table)}) from '/dev/blob'`
  for await (const lines of wholeLines(text)) {
    await client.query(command, [], { blob: new Blob(lines) })
  }
}

/** The same text in larger parts of whole lines. COPY writes a line break within a value as \n. */
async function* wholeLines(text: AsyncIterable<Uint8Array>) {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of text) {
    const bytes = new Uint8Array(chunk)
    const end = size + bytes.length < bytesPerWrite ? 0 : bytes.lastIndexOf(newline) + 1
    if (end > 0) {
      yield [...chunks, bytes.subarray(0, end)]
      chunks = []
      size = 0
    }
    chunks.push(bytes.subarray(end))
    size += bytes.length - end
  }
  if (size > 0) yield chunks
}

/**
 * A connection of `pg` to the embedded database, which speaks PostgreSQL's protocol itself. It has one session: what an
 * earlier connection left there, an open transaction or named statements, ends when the next one begins.
 */
class EmbeddedStream extends Duplex {
  readonly #embedded: PGlite

  constructor(embedded: PGlite) {
    super()
    this.#embedded = embedded
  }

  connect() {
    this.#beginSession().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
    return this
  }

  async #beginSession() {
    await this.#embedded.exec('rollback')
    await this.#embedded.exec('deallocate all')
  }

  /** Of sockets. */
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(message: Uint8Array, _encoding: string, done: (error?: Error) => void) {
    const parts: Uint8Array[] = []
    // Not `execProtocolRaw`, which reads the answer itself and keeps all rows for ever.
    const onRawData = (part: Uint8Array) => void parts.push(Uint8Array.from(part))
    this.#embedded.execProtocolRawStream(message, { onRawData }).then(() => {
      if (parts.length > 0) this.push(Buffer.concat(parts))
      done()
    }, done)
  }

  override _writev(messages: { chunk: Uint8Array }[], done: (error?: Error) => void) {
    this._write(Buffer.concat(messages.map(({ chunk }) => chunk)), 'buffer', done)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }
}
