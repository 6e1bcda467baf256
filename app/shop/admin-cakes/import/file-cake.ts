import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import type { AdminCake } from '../admin-cake.ts'
import type { CheckedCake } from '../cake-input.schema.ts'

/** A cake as exports write it and imports read it. */
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
  'leadHours',
  'workMinutes',
  'minutesPerKg',
  'stars',
  'description',
  'reviews',
  'image',
  'alts',
] as const satisfies readonly FileField[]

/** Columns that every file needs. Fields of other columns stay as they are. */
export const requiredFields = [
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

/** An admin's cake as a row of a file. */
export function toFileCake(cake: AdminCake): FileCake {
  const { _id, pictures, updatedAt, ...own } = cake
  return { ...own, alts: withoutEmptyEnd(cake.alts) }
}

/** Picture addresses as exports write them, and no empty alt texts at the end. */
export function normaliseFileCake(cake: FileCake): FileCake {
  const image = cake.image.map((address) => {
    const id = pictureIdFromPath(address)
    return id === null ? address : picturePath(id, 640, 'webp')
  })
  return { ...cake, image, alts: withoutEmptyEnd(cake.alts.slice(0, image.length)) }
}

/** The fields in which two cakes differ, in the order of the columns. */
export function changedFields(one: FileCake, other: FileCake): FileField[] {
  return fileFields.filter((field) => !isSameValue(one[field], other[field]))
}

/** Whether two values of a field are the same: texts, numbers, or lists of texts. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function withoutEmptyEnd(texts: readonly string[]): string[] {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}
