import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import {
  deletePicture,
  listPicturesOlderThan,
  lockPictureOlderThan,
} from './pictures.store.server.ts'

const batchSize = 100

type PurgeContext = Pick<AppContext, 'db' | 'files'> & {
  /** The pictures that other slices refer to. */
  picturesInUse(db: Database, ids: string[]): Promise<ReadonlySet<string>>
}

/** Deletes orphaned pictures, which nothing has referred to since `before`. */
export async function purgePictures(deps: PurgeContext, before: Date) {
  let after = ''
  for (;;) {
    const ids = await listPicturesOlderThan(deps.db, { before, after, limit: batchSize })
    if (ids.length === 0) return
    await purgeUnused(deps, ids, before)
    after = ids.at(-1) ?? after
  }
}

/**
 * Deletes those of some pictures that nothing has referred to or sent since `before`. The others may be in somebody’s cart,
 * which only their browser knows.
 *
 * @param ids in order, so that two transactions do not deadlock
 */
export async function purgeUnused(deps: PurgeContext, ids: string[], before: Date) {
  const inUse = await deps.picturesInUse(deps.db, ids)
  for (const id of ids) if (!inUse.has(id)) await purge(deps, id, before)
}

/** Checks again while the picture is locked: it may be in use by now. */
async function purge(deps: PurgeContext, id: string, before: Date) {
  await deps.db.transaction(async (tx) => {
    if (!(await lockPictureOlderThan(tx, id, before))) return
    if ((await deps.picturesInUse(tx, [id])).has(id)) return
    await deletePicture({ db: tx, files: deps.files }, id)
  })
}
