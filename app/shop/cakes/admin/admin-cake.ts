import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import type { Cake } from '../cake.schema.ts'
import { withEgg } from '../food/food-facts.ts'
import type { CakeChanges, CheckedCake } from './cake-input.schema.ts'

export type AdminCake = Cake & {
  /** Hidden cakes are not published: only the baker sees them. */
  hidden: boolean
  /** ISO 8601. A change sends it back, so that two people do not overwrite each other. */
  updatedAt: string
  /** The baker's own alts for each picture; '' where the name stands in for them. */
  alts: string[]
}

/** The fields that the baker sets, and the id: what forms, files and the audit log have of a cake. */
export type CakeRecord = CheckedCake & { id: string }

export function toRecord(cake: AdminCake): CakeRecord {
  const { _id, pictures: _pictures, updatedAt: _updatedAt, ...record } = cake
  return record
}

/** The fields in which two cakes differ, before and after; null if there are none. */
export function changedFields(before: CakeRecord, after: CakeRecord) {
  const fields = (Object.keys(after) as (keyof CakeRecord)[]).filter(
    (field) => !isSameValue(before[field], after[field]),
  )
  if (fields.length === 0) return null
  const pick = (cake: CakeRecord) => Object.fromEntries(fields.map((field) => [field, cake[field]]))
  return { before: pick(before), after: pick(after) }
}

/** Whether two values of a field are the same: texts, numbers, or lists of texts. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/** The cake with the changes applied. A picture that stays keeps its alt text, unless the changes set another. */
export function applyChanges(cake: AdminCake, changes: CakeChanges): AdminCake {
  const alts = new Map(cake.pictures.map(({ id }, index) => [id, cake.alts[index]]))
  const ids = (changes.image ?? cake.image).map((address) => pictureIdFromPath(address) ?? '')
  return {
    ...withEgg({ ...cake, ...changes }),
    image: ids.map((id) => picturePath(id, 640, 'webp')),
    alts: ids.map((id, index) => (changes.alts ? changes.alts[index] : alts.get(id)) ?? ''),
  }
}

const maxLength = 60

/** Letters that do not come apart into a plain one and its marks. */
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** A name for an address: 'Crème Brûlée & Co.' becomes 'creme-brulee-and-co'; null when no letter is left. */
export function cakeSlug(name: string): string | null {
  const slug = name
    .slice(0, 4 * maxLength)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, (letter) => plain[letter] ?? '')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
  return /[a-z]/.test(slug) ? slug : null
}
