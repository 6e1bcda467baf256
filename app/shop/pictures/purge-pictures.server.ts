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
    const inUse = await deps.picturesInUse(deps.db, ids)
    for (const id of ids) if (!inUse.has(id)) await purge(deps, id, before)
    after = ids.at(-1) ?? after
  }
}

/** Checks again while the picture is locked: it may be in use by now. */
async function purge(deps: PurgeContext, id: string, before: Date) {
  await deps.db.transaction(async (tx) => {
    if (!(await lockPictureOlderThan(tx, id, before))) return
    if ((await deps.picturesInUse(tx, [id])).has(id)) return
    await deletePicture({ db: tx, files: deps.files }, id)
  })
}
