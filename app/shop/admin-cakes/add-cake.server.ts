import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { CacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { tagsOfCakeChange } from '#shop/cakes/cake-tags.ts'
import { insertCake, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import { type AdminCake, auditedCake } from './admin-cake.ts'
import { findAdminCake, listIdsOfSlug } from './admin-cakes.store.server.ts'
import type { CheckedCake } from './cake-input.schema.ts'
import { cakeSlug } from './cake-slug.ts'
import { lockAgainstImports } from './import/catalogue-files.store.server.ts'
import { lockCakePictures } from './lock-cake-pictures.server.ts'

export interface CatalogueDeps {
  db: Database
  clock: Clock
  cacheInvalidation: CacheInvalidation
}

/**
 * Puts a cake into the catalogue, and into the shop unless it is hidden.
 *
 * @throws AppError invalid when a picture is not there
 */
export async function addCake(
  { db, clock, cacheInvalidation }: CatalogueDeps,
  { by, cake }: { by: Caller; cake: CheckedCake },
): Promise<AdminCake> {
  const at = clock.now()
  return cacheInvalidation.transaction(db, async (tx, changed) => {
    await lockAgainstImports(tx)
    const pictures = await lockCakePictures(tx, cake, at)
    const id = await insertUnderFreeId(tx, { ...cake, pictures }, at)
    const added = await readBack(tx, id)
    const after = auditedCake(added)
    await recordAudit(tx, { at, by, action: 'add-cake', subject: 'cake', subjectId: id, after })
    changed(tagsOfCakeChange(null, added))
    return added
  })
}

/** Inserts a cake under an id made from its name, with a number if the id is taken. */
async function insertUnderFreeId(
  tx: Database,
  cake: Omit<NewCake, 'id'>,
  at: Date,
): Promise<string> {
  const slug = cakeSlug(cake.name) ?? `cake-${randomBytes(4).toString('hex')}`
  const usedIds = await listIdsOfSlug(tx, slug)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}-${number}`
    // Another request may take the id at the same time.
    if (!usedIds.has(id) && (await insertCake(tx, { ...cake, id }, at))) return id
  }
}

async function readBack(tx: Database, id: string): Promise<AdminCake> {
  const cake = await findAdminCake(tx, id)
  if (!cake) throw new Error(`cake ${id} was written and is not there`)
  return cake
}
