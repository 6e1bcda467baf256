import type { Database, OpenDatabase } from '../database/database.server.ts'
import {
  maxNotificationBytes,
  type Notifications,
  openNotifications,
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

/**
 * Resolves once this process serves nothing that is older than a change of what has these tags.
 * Never rejects, since the change is already committed.
 */
export type Invalidate = (tags: ReadonlySet<string> | 'everything') => Promise<void>

/** @param notify notifies the other processes, with the transaction's commit */
export function createCacheInvalidation({
  notify,
  invalidate,
}: Pick<Notifications, 'notify'> & { invalidate: Invalidate }): CacheInvalidation {
  return {
    async transaction(db, change) {
      const changed = new Set<string>()
      const result = await db.transaction(async (tx) => {
        // The transaction may be retried.
        changed.clear()
        const returned = await change(tx, (tags) => {
          for (const tag of tags) changed.add(tag)
        })
        if (changed.size > 0) await notify(tx, serialize(changed))
        return returned
      })
      if (changed.size > 0) await invalidate(changed)
      return result
    },
  }
}

/** Cache invalidation across all processes on the database. After a lost connection everything is invalidated. */
export async function openCacheInvalidation(
  database: OpenDatabase,
  invalidate: Invalidate,
  log: Log,
) {
  const { notify, close } = await openNotifications(database, {
    channel: 'cakewala_pages',
    listener: {
      onNotification: (message) => void invalidate(parse(message)),
      onMissed: () => void invalidate('everything'),
    },
    log,
  })
  return { cacheInvalidation: createCacheInvalidation({ notify, invalidate }), close }
}

function serialize(tags: ReadonlySet<string>): string {
  const message = JSON.stringify([...tags])
  return Buffer.byteLength(message) <= maxNotificationBytes ? message : JSON.stringify('everything')
}

function parse(message: string): ReadonlySet<string> | 'everything' {
  const tags: string[] | 'everything' = JSON.parse(message)
  return tags === 'everything' ? tags : new Set(tags)
}
