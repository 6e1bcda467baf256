import type { Caller } from '#platform/http/caller.ts'
import { writeJournal } from '#shop/audit-log/journal.store.server.ts'
import { holdPictures } from '#shop/pictures/pictures.store.server.ts'
import type { CatalogueDeps } from './add-cake.server.ts'
import { lockOnShelf, removeCake } from './catalogue.store.server.ts'
import { journalFacts } from './journal-facts.ts'
import { noSuchCake } from './no-such-cake.ts'
import { tagsOfShelfChange } from './tags-of-shelf-change.ts'

/**
 * Takes a cake out of the catalogue for good. Orders keep what they have of it, its pictures too.
 *
 * @throws AppError not_found
 */
export async function deleteCake(
  { db, clock, cacheInvalidation }: CatalogueDeps,
  { by, id }: { by: Caller; id: string },
) {
  const at = clock.now()
  await cacheInvalidation.transaction(db, async (tx, changed) => {
    const cake = await lockOnShelf(tx, id)
    if (!cake) throw noSuchCake()
    await removeCake(tx, id)
    const pictures = cake.pictures.map((picture) => picture.id)
    await holdPictures(tx, pictures, at)
    const before = journalFacts(cake)
    await writeJournal(tx, {
      at,
      by,
      action: 'delete-cake',
      subject: 'cake',
      subjectId: id,
      before,
    })
    changed(tagsOfShelfChange(cake, null))
  })
}
