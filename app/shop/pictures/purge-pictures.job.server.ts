import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job } from '#platform/jobs/jobs.server.ts'
import {
  deletePicture,
  listPicturesOlderThan,
  lockPictureOlderThan,
  type PictureStore,
} from './pictures.store.server.ts'

const dayMs = 24 * 60 * 60_000
const batchSize = 100

/** Takes away the pictures that nothing has referred to for a day, every night. */
const purgePictures = {
  name: 'sweep-pictures',
  data: z.object({}),
  retryLimit: 1,
  schedule: '40 3 * * *',
} satisfies Job

export interface PurgeDeps extends PictureStore {
  clock: Clock
  /** Those of the pictures that something refers to: the slices that refer to pictures know. */
  picturesInUse(db: Database, ids: string[]): Promise<ReadonlySet<string>>
}

export function purgePicturesHandler(deps: PurgeDeps) {
  return handles(purgePictures, async () => {
    const before = new Date(deps.clock.now().getTime() - dayMs)
    let after = ''
    for (;;) {
      const ids = await listPicturesOlderThan(deps.db, { before, after, limit: batchSize })
      if (ids.length === 0) return
      const inUse = await deps.picturesInUse(deps.db, ids)
      for (const id of ids) if (!inUse.has(id)) await purge(deps, id, before)
      after = ids.at(-1) ?? after
    }
  })
}

/** Checks again while the picture is locked: it may be in use by now. */
async function purge(deps: PurgeDeps, id: string, before: Date) {
  await deps.db.transaction(async (tx) => {
    if (!(await lockPictureOlderThan(tx, id, before))) return
    if ((await deps.picturesInUse(tx, [id])).has(id)) return
    await deletePicture({ db: tx, files: deps.files }, id)
  })
}
