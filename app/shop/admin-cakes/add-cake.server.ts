import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { CacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { writeJournal } from '#shop/audit-log/journal.store.server.ts'
import { insertCake, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import { cakeSlug } from './cake-slug.ts'
import { findOnShelf, idsLike } from './catalogue.store.server.ts'
import { holdOffImports } from './catalogue-files.store.server.ts'
import { holdCakePictures } from './hold-cake-pictures.server.ts'
import { journalFacts } from './journal-facts.ts'
import type { CheckedCake } from './new-cake.schema.ts'
import type { ShelfCake } from './shelf-cake.ts'
import { tagsOfShelfChange } from './tags-of-shelf-change.ts'

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
): Promise<ShelfCake> {
  const at = clock.now()
  return cacheInvalidation.transaction(db, async (tx, changed) => {
    await holdOffImports(tx)
    const pictures = await holdCakePictures(tx, cake, at)
    const id = await insertUnderFreeId(tx, { ...cake, pictures }, at)
    const kept = await shelfCake(tx, id)
    const after = journalFacts(kept)
    await writeJournal(tx, { at, by, action: 'add-cake', subject: 'cake', subjectId: id, after })
    changed(tagsOfShelfChange(null, kept))
    return kept
  })
}

/** Inserts a cake under an id made from its name, with a number when the name is taken. */
async function insertUnderFreeId(
  tx: Database,
  cake: Omit<NewCake, 'id'>,
  at: Date,
): Promise<string> {
  const slug = cakeSlug(cake.name) ?? `cake-${randomBytes(4).toString('hex')}`
  const taken = await idsLike(tx, slug)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}-${number}`
    // Another one may be taking it at this moment.
    if (!taken.has(id) && (await insertCake(tx, { ...cake, id }, at))) return id
  }
}

async function shelfCake(tx: Database, id: string): Promise<ShelfCake> {
  const cake = await findOnShelf(tx, id)
  if (!cake) throw new Error(`cake ${id} was written and is not there`)
  return cake
}
