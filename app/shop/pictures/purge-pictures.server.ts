import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import {
  deletePicture,
  listPicturesOlderThan,
  lockPictureOlderThan,
} from './pictures.store.server.ts'

const batchSize = 100

interface PurgedShop {
  db: Database
  files: FileStore
  /** The pictures that other slices refer to. */
  picturesInUse(db: Database, ids: string[]): Promise<ReadonlySet<string>>
}

/** Deletes orphaned pictures, which nothing has referred to since `before`. */
export async function purgePictures(shop: PurgedShop, before: Date) {
  let after = ''
  for (;;) {
    const ids = await listPicturesOlderThan(shop.db, { before, after, limit: batchSize })
    if (ids.length === 0) return
    await purgeUnused(shop, ids, before)
    after = ids.at(-1) ?? after
  }
}

/**
 * Deletes those of some pictures that nothing has referred to or sent since `before`. The others may be in somebody’s cart,
 * which only their browser knows.
 *
 * @param ids in order, so that two transactions do not deadlock
 */
export async function purgeUnused(shop: PurgedShop, ids: string[], before: Date) {
  const inUse = await shop.picturesInUse(shop.db, ids)
  for (const id of ids) if (!inUse.has(id)) await purge(shop, id, before)
}

/** Checks again while the picture is locked: it may be in use by now. */
async function purge(shop: PurgedShop, id: string, before: Date) {
  await shop.db.transaction(async (tx) => {
    if (!(await lockPictureOlderThan(tx, id, before))) return
    if ((await shop.picturesInUse(tx, [id])).has(id)) return
    await deletePicture(tx, shop.files, id)
  })
}
