import type { Database, OpenDatabase } from '../database/database.server.ts'
import { maxNotificationBytes, openNotifications } from '../database/notifications.server.ts'
import type { Log } from '../log.server.ts'

/** The finished public pages of every process: whoever changes what they show says so. */
export interface CacheInvalidation {
  /** Makes a change, then forgets the pages that show any of the tags it names: here before this returns, elsewhere soon after. */
  transaction<Result>(
    db: Database,
    change: (tx: Database, changed: (tags: Iterable<string>) => void) => Promise<Result>,
  ): Promise<Result>
}

/** Resolves once nothing older than the change is served by this process; never rejects. */
type Forget = (tags: Iterable<string> | 'everything') => void | Promise<void>

interface PublicPagesDeps {
  /** Tells the other processes, with the transaction's commit. */
  tell(tx: Database, what: string): Promise<void>
  forget: Forget
}

export function createCacheInvalidation({ tell, forget }: PublicPagesDeps): CacheInvalidation {
  return {
    async transaction(db, change) {
      const tags = new Set<string>()
      const result = await db.transaction(async (tx) => {
        // The transaction may be tried again.
        tags.clear()
        const done = await change(tx, (changed) => {
          for (const tag of changed) tags.add(tag)
        })
        if (tags.size > 0) await tell(tx, write(tags))
        return done
      })
      if (tags.size > 0) await forget(tags)
      return result
    },
  }
}

/** Pages that are forgotten in every process on the database; those that cannot be told surely forget all they have. */
export async function openCacheInvalidation(
  database: OpenDatabase,
  { forget }: { forget: Forget },
  log: Log,
) {
  const { tell, close } = await openNotifications(database, {
    channel: 'cakewala_pages',
    listener: {
      told: (what) => void forget(read(what)),
      missed: () => void forget('everything'),
    },
    log,
  })
  return { cacheInvalidation: createCacheInvalidation({ tell, forget }), close }
}

function write(tags: ReadonlySet<string>): string {
  const text = JSON.stringify([...tags])
  return Buffer.byteLength(text) <= maxNotificationBytes ? text : JSON.stringify('everything')
}

function read(what: string): Iterable<string> | 'everything' {
  return JSON.parse(what)
}
