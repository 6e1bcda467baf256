import { pictureIdIn } from '#shop/pictures/picture-sizes.ts'
import type { AdminCake } from '../admin-cake.ts'
import { cakeInputSchema } from '../cake-input.schema.ts'
import { cakeSlug } from '../cake-slug.ts'
import {
  changedFields,
  type FileCake,
  type FileField,
  fileFields,
  isSame,
  normaliseFileCake,
  toFileCake,
} from './file-cake.ts'
import type { FileRow } from './file-rows.ts'

/** What is wrong in a row; `field` is the column's name. */
export interface RowFault {
  row: number
  field: string
  message: string
}

/** A cake that an import adds (`before` is null) or changes. */
export interface CakeChange {
  before: AdminCake | null
  after: FileCake
}

/** What a row is checked against. */
export interface ImportContext {
  /** The cakes that the file names, as they are. */
  shelf: ReadonlyMap<string, AdminCake>
  /** The pictures that there are, of those that the file names. */
  pictures: ReadonlySet<string>
  /** Ids that are in use, on the shelf or in the file; those given to new cakes are added. */
  taken: Set<string>
  /** Where in the file an id was first seen. */
  rowOfId: Map<string, number>
}

interface CheckedRow {
  faults: RowFault[]
  /** Null when the row changes nothing or is wrong. */
  change: CakeChange | null
}

const unchanged: CheckedRow = { faults: [], change: null }

/** The id that a row gives, '' when it gives none. */
export function idOf({ fields: { id } }: FileRow): string {
  if (id === undefined || id === null) return ''
  return typeof id === 'string' ? id.trim() : JSON.stringify(id)
}

/** What a row would change, or what is wrong with it. */
export function checkImportRow({ row, fields }: FileRow, around: ImportContext): CheckedRow {
  const given = idOf({ row, fields })
  const before = around.shelf.get(given) ?? null
  const idFault = faultOfId(given, row, around)
  if (idFault) return refused(row, [{ field: 'id', message: idFault }])
  const was = before && toFileCake(before)
  const unkept = faultsOfUnkept(fields)
  if (unkept.length > 0) return refused(row, unkept)
  // What an export wrote is taken as it is, also where rules have become stricter since.
  if (was && isUnchanged(was, fields)) return unchanged
  const checked = cakeInputSchema.safeParse({ ...was, ...withoutNothing(fields) })
  const faults = checked.success
    ? faultsOfPictures(checked.data.image, around)
    : firstOfEachField(checked.error.issues)
  if (!checked.success || faults.length > 0) {
    return refused(row, faults)
  }
  const id = given || freeId(checked.data.name, around.taken)
  const after = normaliseFileCake({ ...checked.data, id })
  return was && changedFields(was, after).length === 0
    ? unchanged
    : { faults: [], change: { before, after } }
}

function refused(row: number, faults: readonly Omit<RowFault, 'row'>[]): CheckedRow {
  return { faults: faults.map((fault) => ({ row, ...fault })), change: null }
}

/** PostgreSQL keeps every character but NUL. */
function faultsOfUnkept(fields: FileRow['fields']) {
  return Object.entries(fields)
    .filter(([, value]) =>
      [value].flat().some((one) => typeof one === 'string' && one.includes('\0')),
    )
    .map(([field]) => ({ field, message: 'There is a character that cannot be kept' }))
}

function faultOfId(id: string, row: number, { rowOfId }: ImportContext): string | null {
  if (id === '') return null
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64) {
    return 'An id has small letters, digits and single hyphens, such as mango-cake; leave it out for a new cake'
  }
  const first = rowOfId.get(id)
  if (first !== undefined) return `This id is in row ${first} already`
  rowOfId.set(id, row)
  return null
}

function isUnchanged(was: FileCake, fields: FileRow['fields']): boolean {
  return fileFields.every(
    (field) => fields[field] === undefined || isSame(fields[field], was[field]),
  )
}

function withoutNothing(fields: FileRow['fields']) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function firstOfEachField(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '')
    if (!first.has(field)) first.set(field, message)
  }
  return [...first].map(([field, message]) => ({ field, message }))
}

function faultsOfPictures(image: readonly string[], { pictures }: ImportContext) {
  const missing = image.find((address) => !pictures.has(pictureIdIn(address) ?? ''))
  const field: FileField = 'image'
  return missing === undefined
    ? []
    : [{ field, message: `There is no picture ${missing} in the shop; upload it first` }]
}

/** An id for a new cake, from its name, with a number when that is taken. */
function freeId(name: string, taken: Set<string>): string {
  const slug = cakeSlug(name) ?? 'cake'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}-${number}`
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
