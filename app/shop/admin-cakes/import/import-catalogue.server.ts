import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { CatalogueDeps } from '../add-cake.server.ts'
import { tagsOfCakeChange } from '../tags-of-shelf-change.ts'
import type { ImportOutcome } from './catalogue-files.endpoints.ts'
import {
  catalogueVersion,
  findPictureIds,
  lockCatalogue,
  lockPicturesInBatches,
  writeCakes,
} from './catalogue-files.store.server.ts'
import type { CakeChange } from './check-import-row.ts'
import { changedFields, toFileCake } from './file-cake.ts'
import { toCell } from './file-cells.ts'
import { type ImportPlan, planImport } from './plan-import.server.ts'
import { type CatalogueFile, readCatalogueFile } from './read-catalogue-file.server.ts'

const mostFaults = 200
const mostPreviewed = 50
const longestPreviewed = 160

/** What a file would change in the catalogue and what is wrong with it; writes nothing. */
export async function checkImport(db: Database, bytes: Uint8Array): Promise<ImportOutcome> {
  const file = await readCatalogueFile(bytes)
  const shelf = await catalogueVersion(db)
  const plan = await planImport(db, file.rows, (ids) => findPictureIds(db, ids))
  return { ...outcome(file, plan), shelf, written: false }
}

interface Import {
  by: Caller
  file: { name: string; bytes: Uint8Array }
  /** The state that was shown to whoever says yes; left out, any will do. */
  shelf?: string
}

/**
 * Writes a file into the catalogue: all of it or nothing, one import after another.
 *
 * @throws AppError invalid when a row is wrong; conflict when the catalogue is no longer as `shelf` says
 */
export async function importCatalogue(
  { db, clock, cacheInvalidation }: CatalogueDeps,
  { by, file, shelf }: Import,
): Promise<ImportOutcome> {
  const read = await readCatalogueFile(file.bytes)
  const at = clock.now()
  const { plan, state } = await cacheInvalidation.transaction(db, async (tx, changed) => {
    await lockCatalogue(tx)
    if (shelf !== undefined && shelf !== (await catalogueVersion(tx))) throw changedMeanwhile()
    const plan = await planImport(tx, read.rows, (ids) => lockPicturesInBatches(tx, ids, at))
    if (plan.faults.length > 0) throw wrongRows(plan)
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
    changed(plan.changes.flatMap(({ before, after }) => tagsOfCakeChange(before, after)))
    return { plan, state: await catalogueVersion(tx) }
  })
  return { ...outcome(read, plan), shelf: state, written: true }
}

function outcome({ format, rows }: CatalogueFile, plan: ImportPlan) {
  return {
    format,
    total: rows.length,
    ...countsOf(plan),
    errorCount: plan.faults.length,
    errors: plan.faults.slice(0, mostFaults),
    preview: plan.changes.slice(0, mostPreviewed).map(previewOf),
  }
}

function countsOf({ changes, unchanged }: ImportPlan) {
  const added = changes.filter(({ before }) => before === null).length
  return { added, changed: changes.length - added, unchanged }
}

function previewOf({ before, after }: CakeChange): ImportOutcome['preview'][number] {
  const { id, name } = after
  if (!before) return { id, name, kind: 'added', fields: [] }
  const was = toFileCake(before)
  const fields = changedFields(was, after).map((field) => ({
    field,
    before: shortened(toCell(was, field)),
    after: shortened(toCell(after, field)),
  }))
  return { id, name, kind: 'changed', fields }
}

function shortened(text: string): string {
  return text.length > longestPreviewed ? `${text.slice(0, longestPreviewed)}…` : text
}

/** What the journal says of one cake: as when the baker adds or changes it by hand. */
function entryOf({ before, after }: CakeChange) {
  const about = { subject: 'cake' as const, subjectId: after.id }
  if (!before) return { ...about, action: 'add-cake' as const, after }
  const was = toFileCake(before)
  const fields = changedFields(was, after)
  return {
    ...about,
    action: 'edit-cake' as const,
    before: Object.fromEntries(fields.map((field) => [field, was[field]])),
    after: Object.fromEntries(fields.map((field) => [field, after[field]])),
  }
}

function wrongRows({ faults }: ImportPlan): AppError {
  const rows = new Set(faults.map(({ row }) => row)).size
  return new AppError(
    'invalid',
    `${rows === 1 ? 'One row is' : `${rows} rows are`} not right yet, so nothing was written. Check the file first.`,
  )
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The catalogue has changed since the file was checked, so nothing was written. Check it again.',
  )
}
