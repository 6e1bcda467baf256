import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { tagsOfCakeChange } from '../../cake-tags.ts'
import { changedFields, isSameValue } from '../admin-cake.ts'
import type { ImportOutcome } from '../admin-cakes.endpoints.ts'
import type { CatalogueContext } from '../edit-cakes.server.ts'
import {
  catalogueVersion,
  findPictureIds,
  lockCatalogue,
  lockPicturesInBatches,
  writeCakes,
} from './catalogue-files.store.server.ts'
import { fileFields, toCell, toFileCake } from './file-cake.ts'
import { type ImportedChange, type ImportPlan, planImport } from './plan-import.server.ts'
import { type FileRow, readCatalogueFile } from './read-catalogue-file.server.ts'

const maxErrors = 200
const maxPreviewed = 50
const maxPreviewLength = 160

/** What a file would change in the catalogue and what is wrong with it; writes nothing. */
export async function checkImport(db: Database, bytes: Uint8Array): Promise<ImportOutcome> {
  const rows = await readCatalogueFile(bytes)
  const version = await catalogueVersion(db)
  const plan = await planImport(db, rows, (ids) => findPictureIds(db, ids))
  return { ...outcome(rows, plan), version, written: false }
}

interface Import {
  by: Caller
  file: { name: string; bytes: Uint8Array }
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
  { by, file, version }: Import,
): Promise<ImportOutcome> {
  const rows = await readCatalogueFile(file.bytes)
  const at = clock.now()
  const { plan, newVersion } = await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    await lockCatalogue(tx)
    if (version !== undefined && version !== (await catalogueVersion(tx))) throw changedMeanwhile()
    const plan = await planImport(tx, rows, (ids) => lockPicturesInBatches(tx, ids, at))
    if (plan.errors.length > 0) throw wrongRows(plan)
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
  return { ...outcome(rows, plan), version: newVersion, written: true }
}

function outcome(rows: readonly FileRow[], plan: ImportPlan) {
  return {
    total: rows.length,
    ...countsOf(plan),
    errorCount: plan.errors.length,
    errors: plan.errors.slice(0, maxErrors),
    preview: plan.changes.slice(0, maxPreviewed).map(previewOf),
  }
}

function countsOf({ changes, unchanged }: ImportPlan) {
  const added = changes.filter(({ before }) => before === null).length
  return { added, changed: changes.length - added, unchanged }
}

function previewOf({ before, after }: ImportedChange): ImportOutcome['preview'][number] {
  const { id, name } = after
  if (!before) return { id, name, kind: 'added', fields: [] }
  const old = toFileCake(before)
  const fields = fileFields
    .filter((field) => !isSameValue(old[field], after[field]))
    .map((field) => ({
      field,
      before: shortened(toCell(old, field)),
      after: shortened(toCell(after, field)),
    }))
  return { id, name, kind: 'changed', fields }
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

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The catalogue has changed since the file was checked, so nothing was imported. Check it again.',
  )
}
