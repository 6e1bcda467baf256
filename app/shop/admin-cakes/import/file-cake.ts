import { pictureIdIn, picturePath } from '#shop/pictures/picture-sizes.ts'
import type { AdminCake } from '../admin-cake.ts'
import type { CheckedCake } from '../cake-input.schema.ts'

/** A cake as a file of the catalogue has it: what the export writes and the import takes. */
export type FileCake = CheckedCake & { id: string }

export type FileField = keyof FileCake

/** The fields in the order of a file's columns. */
export const fileFields = [
  'id',
  'name',
  'price',
  'earlierPrice',
  'category',
  'flavours',
  'weight',
  'egg',
  'featured',
  'hidden',
  'stock',
  'stars',
  'description',
  'reviews',
  'image',
  'alts',
] as const satisfies readonly FileField[]

/** Without these a new cake is none; all else may be left out, and then stays as it is. */
export const neededFields = [
  'name',
  'price',
  'category',
  'flavours',
  'weight',
  'egg',
  'image',
] as const satisfies readonly FileField[]

export function isFileField(name: string): name is FileField {
  return (fileFields as readonly string[]).includes(name)
}

/** A cake of the shelf as a file has it. */
export function toFileCake(cake: AdminCake): FileCake {
  const { _id, pictures, updatedAt, ...own } = cake
  return { ...own, alts: withoutEmptyEnd(cake.alts) }
}

/** One spelling for what means the same: a picture's address is the one that exports have. */
export function normaliseFileCake(cake: FileCake): FileCake {
  const image = cake.image.map((address) => {
    const id = pictureIdIn(address)
    return id === null ? address : picturePath(id, 640, 'webp')
  })
  return { ...cake, image, alts: withoutEmptyEnd(cake.alts.slice(0, image.length)) }
}

/** The fields in which two cakes differ, in the order of the columns. */
export function changedFields(one: FileCake, other: FileCake): FileField[] {
  return fileFields.filter((field) => !isSame(one[field], other[field]))
}

/** Whether two values of a field are the same: texts, numbers, or lists of texts. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function withoutEmptyEnd(texts: readonly string[]): string[] {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}
