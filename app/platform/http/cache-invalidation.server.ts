import { sql } from 'drizzle-orm'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import {
  type Listener,
  type ListenIntervals,
  listenOnServer,
} from '../database/notifications.server.ts'
import type { Log } from '../log.server.ts'

/** Transactions that change what caches in memory hold, in this process and in others. */
export interface CacheInvalidation {
  /**
   * Runs a transaction that names the tags of what it changes. Once it is committed, the caches of this process are
   * up to date before this returns, those of the other processes soon after.
   */
  transaction<Result>(
    db: Database,
    change: (tx: Database, invalidate: (tags: Iterable<string>) => void) => Promise<Result>,
  ): Promise<Result>
}

type Tags = ReadonlySet<string>

/**
 * Resolves once this process serves nothing that is older than a change of what has these tags.
 * Never rejects, since the change is already committed.
 */
export type Invalidate = (tags: Tags | 'everything') => Promise<void>

/** Sends tags to the other processes when the transaction is committed. */
type Notify = (tx: Database, tags: Tags) => Promise<void>

export function createCacheInvalidation(notify: Notify, invalidate: Invalidate): CacheInvalidation {
  return {
    async transaction(db, change) {
      const changed = new Set<string>()
      const result = await db.transaction(async (tx) => {
        // The transaction may be retried.
        changed.clear()
        const returned = await change(tx, (tags) => {
          for (const tag of tags) changed.add(tag)
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
 * Cache invalidation across all processes on the database, by notifications. After missed ones everything is invalidated.
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
  async function notify(tx: Database, tags: Tags) {
    await tx.execute(sql`select pg_notify(${channel}, ${`${ownId} ${serialize(tags)}`})`)
  }
  return { cacheInvalidation: createCacheInvalidation(notify, invalidate), close }
}

/** In bytes. PostgreSQL takes less than 8000, and some of them name the sender. */
const maxNotificationBytes = 7_000

function serialize(tags: Tags): string {
  const message = JSON.stringify([...tags])
  return Buffer.byteLength(message) <= maxNotificationBytes ? message : JSON.stringify('everything')
}

function parse(message: string): Tags | 'everything' {
  const tags: string[] | 'everything' = JSON.parse(message)
  return tags === 'everything' ? tags : new Set(tags)
}
