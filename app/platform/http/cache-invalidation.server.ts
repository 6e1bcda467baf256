import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import {
  type Listener,
  type ListenIntervals,
  listenOnServer,
} from '../database/connections.server.ts'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import type { Log } from '../log.server.ts'

/** Transactions that change what is held in memory, in this process and in others. */
export interface CacheInvalidation {
  /**
   * Runs a transaction that names what it changes. Once it is committed, the memory of this process is up to date
   * before this returns, that of the other processes soon after.
   */
  transaction<Result>(
    db: Database,
    change: (tx: Database, invalidate: (names: Iterable<string>) => void) => Promise<Result>,
  ): Promise<Result>
}

/** Names of what has changed. */
type Changed = ReadonlySet<string>

/**
 * Resolves once this process serves nothing that is older than a change. Never rejects, since the change is already
 * committed.
 */
export type Invalidate = (changed: Changed | 'everything') => Promise<void>

/** Tells the other processes when the transaction is committed. */
type Notify = (tx: Database, changed: Changed) => Promise<void>

export function createCacheInvalidation(notify: Notify, invalidate: Invalidate): CacheInvalidation {
  return {
    async transaction(db, change) {
      const changed = new Set<string>()
      const result = await db.transaction(async (tx) => {
        // The transaction may be retried.
        changed.clear()
        const returned = await change(tx, (names) => {
          for (const name of names) changed.add(name)
        })
        if (changed.size > 0) await notify(tx, changed)
        return returned
      })
      if (changed.size > 0) await invalidate(changed)
      return result
    },
  }
}

const channel = 'cakewala_pages'

/**
 * Across all processes on the database, by notifications. After missed ones everything is read again.
 * An embedded database has only one process.
 */
export async function openCacheInvalidation(
  { url }: OpenDatabase,
  invalidate: Invalidate,
  log: Log,
  intervals?: ListenIntervals,
) {
  if (url === null) {
    const none = async () => {}
    return { cacheInvalidation: createCacheInvalidation(none, invalidate), close: none }
  }
  const ownId = crypto.randomUUID()
  const listener: Listener = {
    onNotification(payload) {
      const at = payload.indexOf(' ')
      if (payload.slice(0, at) !== ownId) void invalidate(parse(payload.slice(at + 1)))
    },
    onMissed: () => void invalidate('everything'),
    onFailed: (error) =>
      log.warn({ err: error }, 'notifications of other processes do not arrive yet'),
  }
  const { close } = await listenOnServer(url, channel, listener, intervals)
  async function notify(tx: Database, changed: Changed) {
    await tx.execute(sql`select pg_notify(${channel}, ${`${ownId} ${serialize(changed)}`})`)
  }
  return { cacheInvalidation: createCacheInvalidation(notify, invalidate), close }
}

/** In bytes. PostgreSQL takes less than 8000, and some of them name the sender. */
const maxNotificationBytes = 7_000

function serialize(changed: Changed): string {
  const message = JSON.stringify([...changed])
  return Buffer.byteLength(message) <= maxNotificationBytes ? message : JSON.stringify('everything')
}

function parse(message: string): Changed | 'everything' {
  const changed: string[] | 'everything' = JSON.parse(message)
  return changed === 'everything' ? changed : new Set(changed)
}

/** Reads into memory what the database has, one read after another. */
interface Reader {
  /** Tries again until the read succeeds, because what it reads has changed already. */
  read(attempt: () => Promise<void>): Promise<void>
  close(): void
}

/** @param what is read, as the log names it */
export function createReader({
  log,
  what,
  retryMs = 1_000,
}: {
  log: Log
  what: string
  retryMs?: number
}): Reader {
  const closing = new AbortController()
  let latest = Promise.resolve()

  async function readUntilDone(attempt: () => Promise<void>) {
    while (!closing.signal.aborted) {
      try {
        return await attempt()
      } catch (error) {
        log.warn({ err: error }, `${what} could not be read yet`)
      }
      await pause(retryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    read(attempt) {
      // One after another: an older read must not replace what a newer one has read.
      latest = latest.then(() => readUntilDone(attempt))
      return latest
    },
    close: () => closing.abort(),
  }
}

/** Something that the database has, in this process's memory. */
export interface Current<Value> {
  /** As last loaded; empty before the first `reload`. */
  current(): Value
  /** Loads it again if it has changed. Resolves when `current` has the change. */
  reload(changed: ReadonlySet<string> | 'everything'): Promise<void>
  /** Stops the retries. */
  close(): void
}

/** @param what is loaded, as the log names it */
export function createCurrent<Value>({
  log,
  what,
  name,
  empty,
  load,
}: {
  log: Log
  what: string
  /** Of its change, as `cacheInvalidation` has it. */
  name: string
  empty: Value
  load: () => Promise<Value>
}): Current<Value> {
  const reader = createReader({ log, what })
  let value = empty
  return {
    current: () => value,
    async reload(changed) {
      if (changed !== 'everything' && !changed.has(name)) return
      await reader.read(async () => {
        value = await load()
      })
    },
    close: reader.close,
  }
}
