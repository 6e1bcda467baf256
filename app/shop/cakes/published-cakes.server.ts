import type { Database } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createReader } from '#platform/reader.server.ts'
import { type CakeIndex, indexCakes, replaceInIndex } from './cake-index.server.ts'
import { cakeIdsIn } from './cake-tags.ts'
import { readAllPublished, readPublished } from './cakes.store.server.ts'

/** The cakes that visitors can buy, in the memory of this process. */
export interface PublishedCakes {
  /** As they were read last; empty until `reload` has read them for the first time. */
  current(): CakeIndex
  /**
   * Reads what has changed from the database: the cakes of some tags, or everything. Tries again until it succeeds, because
   * the change has happened already. Resolves when `current` has the change.
   */
  reload(changed: Iterable<string> | 'everything'): Promise<void>
  /** Ends what is tried again. */
  close(): void
}

interface PublishedCakesDeps {
  db: Database
  log: Log
  /** How long to wait before another try, ms. */
  retryMs?: number
}

/** More cakes than this are read faster all at once. */
const mostReadById = 200

export function createPublishedCakes({ db, log, retryMs }: PublishedCakesDeps): PublishedCakes {
  const reader = createReader({ log, what: 'changed cakes', retryMs })
  let index = indexCakes([])

  async function read(changed: ReadonlySet<string> | 'everything') {
    const isAll = changed === 'everything' || changed.size > mostReadById
    index = isAll
      ? indexCakes(await readAllPublished(db))
      : replaceInIndex(index, changed, await readPublished(db, [...changed]))
  }

  return {
    current: () => index,
    reload(changed) {
      const ids = changed === 'everything' ? 'everything' : cakeIdsIn(changed)
      return reader.read(() => read(ids))
    },
    close: reader.close,
  }
}
