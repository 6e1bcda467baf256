import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { CakePicture } from '#shop/cakes/cakes.store.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'

/**
 * Locks the pictures of a cake and pairs them with their alt texts. Removed pictures are locked as well:
 * a cart or an order may still show them.
 *
 * @throws AppError invalid if a picture does not exist (any more)
 */
export async function lockCakePictures(
  tx: Database,
  change: { image: string[]; alts: string[]; removed?: string[] },
  now: Date,
): Promise<CakePicture[]> {
  const { image, alts, removed = [] } = change
  const ids = image.map((address) => pictureIdFromPath(address) ?? '')
  const locked = new Set(await lockPictures(tx, [...new Set([...ids, ...removed])], now))
  const missing = ids.findIndex((id) => !locked.has(id))
  if (missing !== -1) throw missingPicture(missing, ids.length)
  return ids.map((id, index) => ({ id, alt: alts[index] ?? '' }))
}

function missingPicture(index: number, count: number): AppError {
  const which = count === 1 ? 'The picture' : `Picture ${index + 1}`
  const sentence = `${which} is no longer in the shop. Please upload it again.`
  return fieldError('invalid', 'image', sentence)
}
