import type { Database } from '#platform/database/database.server.ts'
import { inTurns } from '#platform/in-turns.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import {
  type AdminCake,
  type CakeRecord,
  cakeSlug,
  changedFields,
  isSameValue,
} from '../admin-cake.ts'
import type { ImportChoices } from '../admin-cakes.endpoints.ts'
import { readCakesInBatches } from '../admin-cakes.store.server.ts'
import { cakeInputSchema } from '../cake-input.schema.ts'
import {
  type FileField,
  fileFields,
  normaliseFileCake,
  splitWeights,
  splitWords,
  toFileCake,
} from './file-cake.ts'
import type { FileRow } from './join-rows.server.ts'
import type { CatalogueFile } from './read-catalogue-file.server.ts'

export interface ImportPlan {
  changes: ImportedChange[]
  unchanged: number
  errors: (FieldError & { row: number })[]
  /** How many new cakes have nothing in the file for a field that every cake needs. */
  lacking: Record<keyof typeof usual, number>
  /** Rows without an id whose name a cake of the shop has. */
  sameName: number
  /** Those of their cakes that stay as they are. */
  sameAsBefore: AdminCake[]
  pictureless: { id: string; name: string; files: string[] }[]
}

/** For new cakes of which the file does not say it. Nobody guesses whether one has egg. */
export const usual = { egg: '', category: 'Cakes', flavours: 'Classic', weight: '1' }

export const needed = ['egg', 'category', 'flavours', 'weight'] as const

interface PlannedFile {
  file: CatalogueFile
  choices: ImportChoices
}

/**
 * The changes of all rows, and their errors.
 *
 * @param findPictureIds called once, with the pictures of the file and those that the cakes have now, so that all are
 *   locked in one order, as every other change of a cake locks them
 */
export async function planImport(
  db: Database,
  { file, choices }: PlannedFile,
  findPictureIds: (ids: string[]) => Promise<Set<string>>,
): Promise<ImportPlan> {
  const { rows } = file
  const catalogue = await readCatalogue(db, rows)
  const currentPictureIds = [...catalogue.cakes.values()].flatMap((cake) =>
    cake.pictures.map(({ id }) => id),
  )
  const pictures = await findPictureIds([...picturesIn(rows), ...currentPictureIds])
  const lacking = { egg: 0, category: 0, flavours: 0, weight: 0 }
  const plan: ImportPlan = {
    changes: [],
    unchanged: 0,
    errors: errorsOfColumns(file),
    lacking,
    sameName: 0,
    sameAsBefore: [],
    pictureless: [],
  }
  if (plan.errors.length > 0) return plan
  const context = { ...catalogue, pictures, choices, plan, rowOfCake: new Map<string, number>() }
  for await (const row of inTurns(rows)) {
    const { errors = [], change, cake = change?.after } = checkRow(row, context)
    plan.errors.push(...errors.map((error) => ({ row: row.row, ...error })))
    if (change) plan.changes.push(change)
    else if (cake) plan.unchanged += 1
    if (cake?.image.length === 0)
      plan.pictureless.push({ id: cake.id, name: cake.name, files: row.files })
  }
  return plan
}

/** Without names and prices no row is looked at: the baker says first which columns they are. */
function errorsOfColumns({ basis, columns, rows }: CatalogueFile): ImportPlan['errors'] {
  const some = columns.filter(({ heading }) => heading !== '').slice(0, 5)
  const headings = some.map(({ heading }) => `“${heading.slice(0, 40)}”`).join(', ')
  const has = (field: string) => columns.some(({ meaning }) => meaning === field)
  const missing = [!has('name') && 'name', !has('price') && !has('salePrice') && 'price']
  return missing
    .filter((field) => basis !== null && field !== false)
    .map((field) => ({
      row: (rows[0]?.row ?? 2) - 1,
      field: `${field}`,
      message: `No heading is understood as the ${field} of a cake. Choose the column: ${headings} …`,
    }))
}

const nameKey = (name: string) => tidyEntry(name).toLowerCase()

async function readCatalogue(db: Database, rows: readonly FileRow[]) {
  const ids = new Set(rows.map(({ fields }) => textOf(fields.id)))
  const names = new Set(rows.map(({ fields }) => nameKey(textOf(fields.name))))
  const usedIds = new Set(ids)
  const cakes = new Map<string, AdminCake>()
  const idsOfName = new Map<string, string[]>()
  for await (const batch of readCakesInBatches(db)) {
    for (const cake of batch) {
      const name = nameKey(cake.name)
      usedIds.add(cake.id)
      if (names.has(name)) idsOfName.set(name, [...(idsOfName.get(name) ?? []), cake.id])
      if (names.has(name) || ids.has(cake.id)) cakes.set(cake.id, cake)
    }
  }
  return { cakes, usedIds, idsOfName }
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
  notes: string[]
  /** Nobody has said yet whether it has egg. */
  isEggUnsaid: boolean
}

interface ImportContext {
  /** The present cakes that the file names by id or name. */
  cakes: ReadonlyMap<string, AdminCake>
  idsOfName: ReadonlyMap<string, readonly string[]>
  /** The pictures of the file that exist. */
  pictures: ReadonlySet<string>
  /** Ids in use in the catalogue or in the file. The ids of new cakes are added. */
  usedIds: Set<string>
  /** Where in the file an id, or the name of a cake without one, was first seen. */
  rowOfCake: Map<string, number>
  choices: ImportChoices
  plan: ImportPlan
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** A row has errors, or it changes something, or its cake stays as it is. */
interface CheckedRow {
  errors?: FieldError[]
  change?: ImportedChange
  cake?: CakeRecord
}

function checkRow({ row, fields, notes }: FileRow, context: ImportContext): CheckedRow {
  const { cakes, choices, plan, usedIds } = context
  const { id: cakeId, error: idError } = findId(fields, row, context)
  if (idError) return { errors: [idError] }
  const before = cakes.get(cakeId) ?? null
  const old = before && toFileCake(before)
  // An exported row is accepted unchanged, even if the rules have become stricter since.
  if (before && old && isUnchanged(old, fields)) return unchanged(before, fields, plan)
  const lacks = before ? [] : needed.filter((field) => fields[field] === undefined)
  for (const field of lacks) plan.lacking[field] += 1
  const start = old ?? { ...startOf(choices), hidden: fields.hidden ?? false, image: [] }
  const filled = { ...start, ...definedFields(fields) }
  const { data, error } = cakeInputSchema.safeParse(
    [filled.image].flat().length === 0 ? { ...filled, hidden: true } : filled,
  )
  const textErrors = errorsOfTexts(fields, old)
  if (error || textErrors.size > 0) {
    const others = [...firstOfEachField(error?.issues ?? [])]
    const found = [...textErrors, ...others.filter(([field]) => !textErrors.has(field))]
    return { errors: found.map(([field, message]) => ({ field, message })) }
  }
  const pictureErrors = errorsOfPictures(data.image, context)
  if (pictureErrors.length > 0) return { errors: pictureErrors }
  const id = cakeId || freeId(data.name, usedIds)
  const after = normaliseFileCake({ ...data, id })
  if (before && old && !changedFields(old, after)) return unchanged(before, fields, plan)
  const isEggUnsaid = lacks.includes('egg') && !choices.egg
  return { change: { before, after, notes, isEggUnsaid } }
}

function unchanged(cake: AdminCake, fields: FileRow['fields'], plan: ImportPlan): CheckedRow {
  if (!fields.id) plan.sameAsBefore.push(cake)
  return { cake }
}

/** What a new cake has before its row is read. As long as nobody has said it, it may have egg. */
function startOf({ category, flavours, weight, egg }: ImportChoices) {
  return {
    category: category || usual.category,
    flavours: splitWords(flavours || usual.flavours),
    weight: splitWeights(weight || usual.weight),
    egg: egg ?? 'Egg',
  }
}

/** The id of the row's cake, by its id or name; '' for a new one. */
function findId(
  fields: FileRow['fields'],
  row: number,
  { idsOfName, rowOfCake, choices, plan }: ImportContext,
): { id: string; error?: FieldError } {
  const written = textOf(fields.id)
  const name = nameKey(textOf(fields.name))
  const known = written ? [] : (idsOfName.get(name) ?? [])
  if (known.length > 0) plan.sameName += 1
  const named = choices.sameName === 'add' ? [] : known
  const id = written || (named[0] ?? '')
  const idError = (message: string) => ({ id, error: { field: written ? 'id' : 'name', message } })
  if (id && (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64)) {
    return idError(
      'An id can have lowercase letters, digits and single hyphens, such as mango-cake. Leave it empty for a new cake',
    )
  }
  if (named.length > 1)
    return idError(
      `Several cakes have this name. Write the id of one: ${named.slice(0, 5).join(', ')}`,
    )
  const isOwnCake = id || choices.sameName === 'change'
  const key = id ? `id ${id}` : `name ${name}`
  const first = isOwnCake && key !== 'name ' ? rowOfCake.get(key) : undefined
  if (first !== undefined)
    return idError(`This ${written ? 'id' : 'name'} is already in row ${first}`)
  rowOfCake.set(key, row)
  return { id }
}

const tooShort = /^\d(\.\d+)?E\+?\d+$/i
const lostLetters = /\uFFFD|(^|\s)\?{3,}|\p{L}\?\p{L}/u

/** What is wrong with a text of a cell, besides what the schema says. */
function errorOfText(field: string, text: string): string | undefined {
  // PostgreSQL stores every other character.
  if (text.includes('\0')) return 'It has a character that cannot be stored'
  if (tooShort.test(text.trim()))
    return `“${text}” is what a spreadsheet made of a longer number, and its last digits are lost. Format the column as text and enter the number again`
  if (field !== 'image' && field !== 'alts' && lostLetters.test(text))
    return `Letters were lost in “${text.slice(0, 40)}”. Save the list as “CSV UTF-8” or as an Excel workbook (.xlsx), and choose it again`
  if (/price/i.test(field) && text !== '')
    return `“${text.slice(0, 40)}” is no clear amount in rupees. Write it like 1250 or 1250.50`
}

function errorsOfTexts(fields: FileRow['fields'], old: CakeRecord | null): Map<string, string> {
  const errors = Object.entries(fields).flatMap(([field, value]) => {
    if (isSameValue(value, old?.[field as FileField])) return []
    const texts = [value].flat().filter((text) => typeof text === 'string')
    const [message] = texts.flatMap((text) => errorOfText(field, text) ?? [])
    return message ? [[field, message] as const] : []
  })
  return new Map(errors)
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
  return first
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
