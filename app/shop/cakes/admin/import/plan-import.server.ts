import type { Database } from '#platform/database/database.server.ts'
import { inTurns } from '#platform/read-table.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { isExtra, toCategory } from '../../cake-price.ts'
import { readCakesInBatches } from '../admin-cakes.store.server.ts'
import {
  type AdminCake,
  type CakeRecord,
  cakeInputSchema,
  cakeSlug,
  changedFields,
  isSameValue,
} from '../cake-input.schema.ts'
import {
  type FileField,
  fileFields,
  fromSpreadsheetCell,
  normaliseFileCake,
  toFileCake,
} from './file-cake.ts'
import type { ImportChoices } from './import.schema.ts'
import type { FileRow } from './join-rows.server.ts'
import type { CatalogueFile } from './read-catalogue-file.server.ts'

/** What a row of a file does. */
export interface PlannedRow extends Pick<FileRow, 'row' | 'files' | 'notes'> {
  kind: 'added' | 'changed' | 'unchanged' | 'wrong'
  errors: { field: string; message: string }[]
  before: AdminCake | null
  /** Null for a row that is wrong. */
  after: CakeRecord | null
  /** Whether it has no id, and its name is that of a cake in the shop. */
  isNamesake: boolean
  /** What every cake needs and this new one does not say. */
  lacks: (typeof neededFields)[number][]
}

export const neededFields = ['egg', 'category', 'flavours', 'weight'] as const

/** For new cakes whose row does not say it. Nobody guesses whether one has egg. */
export const usual = { egg: '', category: 'Cakes', flavours: 'Classic', weight: '1' }

/**
 * What each row does.
 *
 * @param findPictureIds called once, with the pictures of the file and those that the cakes have now, so that all are
 *   locked in one order, as every other change of a cake locks them
 */
export async function planImport(
  db: Database,
  { file, choices }: { file: CatalogueFile; choices: ImportChoices },
  findPictureIds: (ids: string[]) => Promise<Set<string>>,
): Promise<PlannedRow[]> {
  const { rows } = file
  const catalogue = await readCatalogue(db, rows)
  const current = [...catalogue.cakes.values()].flatMap(({ pictures }) => pictures)
  const added = rows.flatMap(({ fields: { image = [] } }) => image.flatMap(pictureIdOf))
  const pictures = await findPictureIds([...added, ...current.map(({ id }) => id)])
  const context = { ...catalogue, pictures, choices, rowOfCake: new Map<string, number>() }
  const plan: PlannedRow[] = []
  for await (const row of inTurns(rows)) plan.push(planRow(row, context))
  return plan
}

const nameKey = (name: unknown) => tidyEntry(textOf(name)).toLowerCase()
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const pictureIdOf = (address: string) => pictureIdFromPath(address) ?? []

/** The present cakes that the file names by id or name, and all ids in use; those of new cakes are added to them. */
async function readCatalogue(db: Database, rows: readonly FileRow[]) {
  const ids = new Set(rows.map(({ fields }) => textOf(fields.id)))
  const names = new Set(rows.map(({ fields }) => nameKey(fields.name)))
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

interface ImportContext extends Awaited<ReturnType<typeof readCatalogue>> {
  /** The pictures of the file that exist. */
  pictures: ReadonlySet<string>
  /** Where in the file an id, or the name of a cake without one, was first seen. */
  rowOfCake: Map<string, number>
  choices: ImportChoices
}

function planRow({ fields, ...read }: FileRow, context: ImportContext): PlannedRow {
  const { cakes, choices, pictures, usedIds } = context
  const { id, isNamesake, idError } = findId(fields, read.row, context)
  const before = cakes.get(id) ?? null
  const old = before && toFileCake(before)
  const isBeside = isExtra(toCategory(textOf(fields.category)))
  const needed = isBeside ? [] : neededFields
  const lacks = before ? [] : needed.filter((field) => fields[field] === undefined)
  const plan = { ...read, before, after: old, lacks, isNamesake, errors: [] }
  const wrong = (errors: PlannedRow['errors']): PlannedRow => {
    return { ...plan, kind: 'wrong', after: null, errors }
  }
  if (idError) return wrong([{ field: fields.id ? 'id' : 'name', message: idError }])
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  const start = { ...startOf(choices), ...(isBeside && ofExtra) }
  const filled = { ...(old ?? start), ...Object.fromEntries(said) }
  // An exported row is accepted unchanged, even if the rules have become stricter since.
  if (old && fileFields.every((field) => isSameValue(filled[field], old[field])))
    return { ...plan, kind: 'unchanged' }
  const { data, error } = cakeInputSchema.safeParse(
    filled.image.length === 0 ? { ...filled, hidden: true } : filled,
  )
  const errors = errorsOfTexts(fields, old)
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0] ?? '')
    if (!errors.has(field)) errors.set(field, message)
  }
  if (error || errors.size > 0)
    return wrong([...errors].map(([field, message]) => ({ field, message })))
  const missing = data.image.find((address) => !pictures.has(pictureIdFromPath(address) ?? ''))
  if (missing !== undefined)
    return wrong([
      { field: 'image', message: `Picture ${missing} is not in the shop. Upload it first` },
    ])
  const after = normaliseFileCake({ ...data, id: id || freeId(data.name, usedIds) })
  const kind = !old ? 'added' : changedFields(old, after) ? 'changed' : 'unchanged'
  return { ...plan, kind, after }
}

const ofExtra: Partial<CakeRecord> = { egg: 'Eggless', flavours: [], weight: [] }

/** What a new cake has before its row is read. As long as nobody has said it, it may have egg. */
function startOf(choices: ImportChoices): Partial<CakeRecord> & Pick<CakeRecord, 'image'> {
  const chosen = neededFields.map((field) => [
    field,
    fromSpreadsheetCell(choices[field] || usual[field] || 'Egg', field),
  ])
  return { ...Object.fromEntries(chosen), image: [] }
}

/** The id of the row's cake, by its id or name; '' for a new one. */
function findId(
  fields: FileRow['fields'],
  row: number,
  { idsOfName, rowOfCake, choices: { sameName } }: ImportContext,
) {
  const written = textOf(fields.id)
  const name = nameKey(fields.name)
  const known = written ? [] : (idsOfName.get(name) ?? [])
  const named = sameName === 'add' ? [] : known
  const id = written || (named[0] ?? '')
  const key = id ? `id ${id}` : sameName === 'change' && name ? `name ${name}` : `row ${row}`
  const first = rowOfCake.get(key) ?? row
  rowOfCake.set(key, first)
  const [idError] = [
    id &&
      !(id.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) &&
      'An id can have lowercase letters, digits and single hyphens, such as mango-cake. Leave it empty for a new cake',
    named.length > 1 &&
      `Several cakes have this name. Write the id of one: ${named.slice(0, 5).join(', ')}`,
    first !== row && `This ${written ? 'id' : 'name'} is already in row ${first}`,
  ].filter((error) => error !== false && error !== '')
  return { id, idError, isNamesake: known.length > 0 }
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

/** By fields. What a cake has already is not looked at. */
function errorsOfTexts(fields: FileRow['fields'], old: CakeRecord | null): Map<string, string> {
  const errors = new Map<string, string>()
  for (const [field, value] of Object.entries(fields)) {
    if (isSameValue(value, old?.[field as FileField])) continue
    const texts = [value].flat().filter((text) => typeof text === 'string')
    const message = texts.map((text) => errorOfText(field, text)).find(Boolean)
    if (message) errors.set(field, message)
  }
  return errors
}

/** An id for a new cake, from its name, with a number when that is taken. */
function freeId(name: string, usedIds: Set<string>): string {
  const slug = cakeSlug(name) ?? 'cake'
  let id = slug
  for (let number = 2; usedIds.has(id); number += 1) id = `${slug}-${number}`
  usedIds.add(id)
  return id
}
