import { setImmediate } from 'node:timers/promises'
import type { Database } from '#platform/database/database.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import {
  type AdminCake,
  type CakeRecord,
  cakeSlug,
  changedFields,
  isSameValue,
} from '../admin-cake.ts'
import { readCakesInBatches } from '../admin-cakes.store.server.ts'
import { cakeInputSchema } from '../cake-input.schema.ts'
import { type FileField, fileFields, normaliseFileCake, toFileCake } from './file-cake.ts'
import type { FileRow } from './read-catalogue-file.server.ts'

export interface ImportPlan {
  changes: ImportedChange[]
  unchanged: number
  errors: (FieldError & { row: number })[]
}

/** After so many rows the event loop handles other requests. */
const rowsPerTurn = 200

/**
 * The changes of all rows, and their errors.
 *
 * @param findPictureIds called once, with the pictures of the file and those that the cakes have now, so that all are
 *   locked in one order, as every other change of a cake locks them
 */
export async function planImport(
  db: Database,
  rows: readonly FileRow[],
  findPictureIds: (ids: string[]) => Promise<Set<string>>,
): Promise<ImportPlan> {
  const catalogue = await readCatalogue(db, rows)
  const currentPictureIds = [...catalogue.cakes.values()].flatMap((cake) =>
    cake.pictures.map(({ id }) => id),
  )
  const pictures = await findPictureIds([...picturesIn(rows), ...currentPictureIds])
  const context = { ...catalogue, pictures }
  const plan: ImportPlan = { changes: [], unchanged: 0, errors: [] }
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerTurn === 0) await setImmediate()
    const { errors = [], change } = checkRow(row, context)
    plan.errors.push(...errors.map((error) => ({ row: row.row, ...error })))
    if (change) plan.changes.push(change)
    else if (errors.length === 0) plan.unchanged += 1
  }
  return plan
}

async function readCatalogue(db: Database, rows: readonly FileRow[]) {
  const named = new Set(rows.map(({ fields }) => idOfRow(fields)))
  const usedIds = new Set(named)
  const cakes = new Map<string, AdminCake>()
  for await (const batch of readCakesInBatches(db)) {
    for (const cake of batch) {
      usedIds.add(cake.id)
      if (named.has(cake.id)) cakes.set(cake.id, cake)
    }
  }
  return { cakes, usedIds, rowOfId: new Map<string, number>() }
}

function picturesIn(rows: readonly FileRow[]): string[] {
  const addresses = rows.flatMap(({ fields: { image } }) => [image].flat())
  const ids = addresses.map((address) =>
    typeof address === 'string' ? pictureIdFromPath(address) : null,
  )
  return ids.filter((id) => id !== null)
}

interface FieldError {
  field: string
  message: string
}

/** A cake that an import adds (`before` is null) or changes. */
export interface ImportedChange {
  before: AdminCake | null
  after: CakeRecord
}

interface ImportContext {
  /** The present cakes that the file names. */
  cakes: ReadonlyMap<string, AdminCake>
  /** The pictures of the file that exist. */
  pictures: ReadonlySet<string>
  /** Ids in use in the catalogue or in the file. The ids of new cakes are added. */
  usedIds: Set<string>
  /** Where in the file an id was first seen. */
  rowOfId: Map<string, number>
}

function idOfRow({ id }: FileRow['fields']): string {
  return typeof id === 'string' ? id.trim() : ''
}

/** A row that changes nothing has neither errors nor a change. */
function checkRow(
  { row, fields }: FileRow,
  context: ImportContext,
): { errors?: FieldError[]; change?: ImportedChange } {
  const rowId = idOfRow(fields)
  const before = context.cakes.get(rowId) ?? null
  const idError = errorOfId(rowId, row, context)
  if (idError) return { errors: [{ field: 'id', message: idError }] }
  const old = before && toFileCake(before)
  const nulErrors = errorsOfNul(fields)
  if (nulErrors.length > 0) return { errors: nulErrors }
  // An exported row is accepted unchanged, even if the rules have become stricter since.
  if (old && isUnchanged(old, fields)) return {}
  const { data, error } = cakeInputSchema.safeParse({ ...old, ...definedFields(fields) })
  if (error) return { errors: firstOfEachField(error.issues) }
  const pictureErrors = errorsOfPictures(data.image, context)
  if (pictureErrors.length > 0) return { errors: pictureErrors }
  const id = rowId || freeId(data.name, context.usedIds)
  const after = normaliseFileCake({ ...data, id })
  return old && !changedFields(old, after) ? {} : { change: { before, after } }
}

/** PostgreSQL stores every character but NUL. */
function errorsOfNul(fields: FileRow['fields']) {
  return Object.entries(fields)
    .filter(([, value]) =>
      [value].flat().some((one) => typeof one === 'string' && one.includes('\0')),
    )
    .map(([field]) => ({ field, message: 'It has a character that cannot be stored' }))
}

function errorOfId(id: string, row: number, { rowOfId }: ImportContext): string | null {
  if (id === '') return null
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64) {
    return 'An id can have lowercase letters, digits and single hyphens, such as mango-cake. Leave it empty for a new cake'
  }
  const first = rowOfId.get(id)
  if (first !== undefined) return `This id is already in row ${first}`
  rowOfId.set(id, row)
  return null
}

function isUnchanged(old: CakeRecord, fields: FileRow['fields']): boolean {
  return fileFields.every(
    (field) => fields[field] === undefined || isSameValue(fields[field], old[field]),
  )
}

function definedFields(fields: FileRow['fields']) {
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

function errorsOfPictures(image: readonly string[], { pictures }: ImportContext) {
  const missing = image.find((address) => !pictures.has(pictureIdFromPath(address) ?? ''))
  const field: FileField = 'image'
  return missing === undefined
    ? []
    : [{ field, message: `Picture ${missing} is not in the shop. Upload it first` }]
}

/** An id for a new cake, from its name, with a number when that is taken. */
function freeId(name: string, usedIds: Set<string>): string {
  const slug = cakeSlug(name) ?? 'cake'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}-${number}`
    if (usedIds.has(id)) continue
    usedIds.add(id)
    return id
  }
}
