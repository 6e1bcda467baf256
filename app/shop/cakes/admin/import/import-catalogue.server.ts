import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { priceUnit, unitPrice } from '../../cake-price.ts'
import { tagsOfCakeChange } from '../../cake-tags.ts'
import { type CakeRecord, changedFields, isSameValue } from '../admin-cake.ts'
import type { ImportChoices, ImportOutcome } from '../admin-cakes.endpoints.ts'
import type { CatalogueContext } from '../edit-cakes.server.ts'
import {
  catalogueVersion,
  findPictureIds,
  lockCatalogue,
  lockPicturesInBatches,
  writeCakes,
} from './catalogue-files.store.server.ts'
import { fileFields, toCell, toFileCake } from './file-cake.ts'
import {
  type ImportedChange,
  type ImportPlan,
  needed,
  planImport,
  usual,
} from './plan-import.server.ts'
import { type CatalogueFile, readCatalogueFile } from './read-catalogue-file.server.ts'

const maxErrors = 200
const maxPreviewed = 50
const maxPictureless = 2000
const maxPreviewLength = 160

/** What a file would change in the catalogue and what is wrong with it; writes nothing. */
export async function checkImport(
  db: Database,
  bytes: Uint8Array,
  choices: ImportChoices,
): Promise<ImportOutcome> {
  const file = await readCatalogueFile(bytes, choices)
  const version = await catalogueVersion(db)
  const plan = await planImport(db, { file, choices }, (ids) => findPictureIds(db, ids))
  return { ...outcome(file, plan, choices), version, written: false }
}

interface Import {
  by: Caller
  file: { name: string; bytes: Uint8Array }
  choices: ImportChoices
  /** The version that the baker confirmed; if left out, any version will do. */
  version?: string
}

/**
 * Writes a file into the catalogue: all of it or nothing, one import after another.
 *
 * @throws AppError invalid when a row is wrong; conflict if the catalogue has changed since `version`
 */
export async function importCatalogue(
  { db, clock, cacheInvalidation }: CatalogueContext,
  { by, file, choices, version }: Import,
): Promise<ImportOutcome> {
  const read = await readCatalogueFile(file.bytes, choices)
  const at = clock.now()
  const { plan, newVersion } = await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    await lockCatalogue(tx)
    if (version !== undefined && version !== (await catalogueVersion(tx))) throw changedMeanwhile()
    const plan = await planImport(tx, { file: read, choices }, (ids) =>
      lockPicturesInBatches(tx, ids, at),
    )
    if (plan.errors.length > 0) throw wrongRows(plan)
    if (plan.lacking.egg > 0 && !choices.egg) throw noEggMark()
    await writeCakes(
      tx,
      plan.changes.map(({ after }) => after),
      at,
    )
    const after = { file: file.name.slice(0, 200), ...countsOf(plan) }
    await recordAudit(
      tx,
      { at, by, action: 'import-catalogue', subject: 'catalogue', after },
      ...plan.changes.map((change) => ({ at, by, ...entryOf(change) })),
    )
    invalidate(plan.changes.flatMap(({ before, after }) => tagsOfCakeChange(before, after)))
    return { plan, newVersion: await catalogueVersion(tx) }
  })
  return { ...outcome(read, plan, choices), version: newVersion, written: true }
}

function outcome({ rows, ...file }: CatalogueFile, plan: ImportPlan, choices: ImportChoices) {
  const { lacking, sameName, pictureless } = plan
  return {
    ...file,
    total: rows.length,
    ...countsOf(plan),
    lacking: needed
      .filter((field) => lacking[field] > 0)
      .map((field) => ({ field, cakes: lacking[field], value: choices[field] || usual[field] })),
    sameName,
    pictureless: pictureless.slice(0, maxPictureless),
    errorCount: plan.errors.length,
    errors: plan.errors.slice(0, maxErrors),
    preview: [
      ...plan.changes.slice(0, maxPreviewed).map(previewOf),
      ...plan.sameAsBefore.slice(0, maxPreviewed).map(({ id, name }) => ({
        id,
        name,
        kind: 'unchanged' as const,
        fields: [],
        notes: [nameExists],
      })),
    ],
  }
}

function countsOf({ changes, unchanged }: ImportPlan) {
  const added = changes.filter(({ before }) => before === null).length
  return { added, changed: changes.length - added, unchanged }
}

const nameExists = 'The shop already has a cake of this name'

const shownOfNewCakes = ['category', 'flavours'] as const

function previewOf({
  before,
  after,
  notes,
  isEggUnsaid,
}: ImportedChange): ImportOutcome['preview'][number] {
  const { id, name } = after
  if (!before) {
    const pictures = `${after.image.length || 'no'} ${after.image.length === 1 ? 'picture' : 'pictures'}`
    const fields = [
      { field: 'price' as const, before: '', after: pricesText(after) },
      ...shownOfNewCakes.map((field) => ({
        field,
        before: '',
        after: shortened(toCell(after, field)),
      })),
      { field: 'egg' as const, before: '', after: isEggUnsaid ? 'not said yet' : after.egg },
      {
        field: 'image' as const,
        before: '',
        after: after.hidden ? `${pictures}, hidden` : pictures,
      },
    ]
    return { id, name, kind: 'added', fields, notes }
  }
  const old = toFileCake(before)
  const fields = fileFields
    .filter((field) => !isSameValue(old[field], after[field]))
    .map((field) => ({
      field,
      before: shortened(toCell(old, field)),
      after: shortened(toCell(after, field)),
    }))
  return { id, name, kind: 'changed', fields, notes }
}

/** '₹850 per kg: 0.5 kg ₹425, 1 kg ₹850' */
function pricesText(cake: CakeRecord): string {
  const each = cake.weight.map((wt) => `${formatWeight(wt)} ${formatInr(unitPrice(cake, wt))}`)
  return `${formatInr(toPaise(cake.price))} ${priceUnit(cake.category)}: ${each.join(', ')}`
}

function shortened(text: string): string {
  return text.length > maxPreviewLength ? `${text.slice(0, maxPreviewLength)}…` : text
}

/** The audit entry of one cake, as if the baker had added or changed it in the form. */
function entryOf({ before, after }: ImportedChange) {
  const about = { subject: 'cake' as const, subjectId: after.id }
  return before
    ? { ...about, action: 'edit-cake' as const, ...changedFields(toFileCake(before), after) }
    : { ...about, action: 'add-cake' as const, after }
}

function wrongRows({ errors }: ImportPlan): AppError {
  const rows = new Set(errors.map(({ row }) => row)).size
  return new AppError(
    'invalid',
    `${rows === 1 ? 'One row has' : `${rows} rows have`} errors, so nothing was imported. Correct the file first.`,
  )
}

function noEggMark(): AppError {
  return new AppError(
    'invalid',
    'The file does not say which cakes have egg, so nothing was imported. Choose it for all that do not say it.',
  )
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The catalogue has changed since the file was checked, so nothing was imported. Check it again.',
  )
}
