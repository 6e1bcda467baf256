import { pictureIdIn, picturePath } from '#shop/pictures/picture-sizes.ts'
import type { AdminCake } from './admin-cake.ts'
import type { CakeChanges } from './cake-input.schema.ts'

/** A cake as it will be: pictures that stay keep their words unless others are given. */
export function applyChanges(cake: AdminCake, changes: CakeChanges): AdminCake {
  const words = new Map(cake.pictures.map(({ id }, index) => [id, cake.alts[index]]))
  const ids = (changes.image ?? cake.image).map((address) => pictureIdIn(address) ?? '')
  return {
    ...cake,
    ...changes,
    image: ids.map((id) => picturePath(id, 640, 'webp')),
    alts: ids.map((id, index) => (changes.alts ? changes.alts[index] : words.get(id)) ?? ''),
  }
}
