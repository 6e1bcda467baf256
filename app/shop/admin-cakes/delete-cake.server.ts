import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { tagsOfCakeChange } from '#shop/cakes/cake-tags.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import type { CatalogueDeps } from './add-cake.server.ts'
import { auditedCake } from './admin-cake.ts'
import { lockCake, removeCake } from './admin-cakes.store.server.ts'

/**
 * Deletes a cake. Orders keep what they have of it, its pictures too.
 *
 * @throws AppError not_found
 */
export async function deleteCake(
  { db, clock, cacheInvalidation }: CatalogueDeps,
  { by, id }: { by: Caller; id: string },
) {
  const at = clock.now()
  await cacheInvalidation.transaction(db, async (tx, changed) => {
    const cake = await lockCake(tx, id)
    await removeCake(tx, id)
    const pictures = cake.pictures.map((picture) => picture.id)
    await lockPictures(tx, pictures, at)
    const before = auditedCake(cake)
    await recordAudit(tx, {
      at,
      by,
      action: 'delete-cake',
      subject: 'cake',
      subjectId: id,
      before,
    })
    changed(tagsOfCakeChange(cake, null))
  })
}
