import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { CakePicture } from '#shop/cakes/cakes.store.server.ts'
import { pictureIdIn } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'

/**
 * The pictures that a cake is to show, held for it, with the words for each. Those that it lets go are held as
 * well: a cart or an order that is just being made may still show them.
 *
 * @throws AppError invalid when one is not there, or no longer
 */
export async function lockCakePictures(
  tx: Database,
  given: { image: string[]; alts: string[]; letGo?: string[] },
  now: Date,
): Promise<CakePicture[]> {
  const { image, alts, letGo = [] } = given
  const ids = image.map((address) => pictureIdIn(address) ?? '')
  const held = new Set(await lockPictures(tx, [...new Set([...ids, ...letGo])], now))
  const missing = ids.findIndex((id) => !held.has(id))
  if (missing !== -1) throw notThere(missing, ids.length)
  return ids.map((id, index) => ({ id, alt: alts[index] ?? '' }))
}

function notThere(index: number, of: number): AppError {
  const which = of === 1 ? 'The picture' : `Picture ${index + 1}`
  const sentence = `${which} is not in the shop (any more). Please upload it again.`
  return new AppError('invalid', sentence, { errors: { image: sentence } })
}
