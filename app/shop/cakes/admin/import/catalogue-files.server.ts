import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { priceUnit, unitPrice } from '../../cake-price.ts'
import { usualWork } from '../../cake-work.ts'
import { cakeChanged } from '../../published-cakes.server.ts'
import { countCakes, readCakesInBatches } from '../admin-cakes.store.server.ts'
import { type CakeRecord, cakeDefaults, changedFields, isSameValue } from '../cake-input.schema.ts'
import {
  catalogueVersion,
  findAnyPicture,
  findPictureIds,
  lockCatalogue,
  lockPicturesInBatches,
  maxPictureless,
  writeCakes,
} from './catalogue-files.store.server.ts'
import { fileFields, toCell, toFileCake, toSpreadsheetCell } from './file-cake.ts'
import {
  type ImportChoices,
  type ImportOutcome,
  importChoices,
  importOutcome,
} from './import.schema.ts'
import { neededFields, type PlannedRow, planImport, usual } from './plan-import.server.ts'
import { type CatalogueFile, readCatalogueFile } from './read-catalogue-file.server.ts'

const importCatalogueEndpoint = uploadEndpoint({
  path: '/cakes/import',
  tag: 'Catalogue',
  summary: 'Import a catalogue',
  description:
    'Takes CSV or an Excel workbook, in the columns of the shop, of another shop system or of an own list. A known `id` or name changes that cake, another adds one; cakes that are not in the file stay, and so do fields without a column. A new cake without a picture is hidden. With `dryRun=true` nothing is written and the response lists the errors; else all is written or nothing: 422 when a row has an error, and when it says of no new cake whether it has egg; 409 when `version` is sent and the catalogue has changed since.',
  access: 'edit-cakes',
  query: importChoices.extend({
    dryRun: z
      .enum(['true', 'false'])
      .default('true')
      .transform((text) => text === 'true'),
    version: z.string().max(100).optional(),
  }),
  field: 'file',
  maxBytes: 10 * 1024 * 1024,
  response: importOutcome,
  problems: [409],
})

export type ImportCatalogue = typeof importCatalogueEndpoint

export function serveCatalogueImport(api: Api, shop: AppContext) {
  api.serveUpload(
    importCatalogueEndpoint,
    ({ file, query: { dryRun, version, ...choices } }, { caller }) =>
      dryRun
        ? checkImport(shop.db, file.bytes, choices)
        : importCatalogue(shop, { by: caller, file, choices, version }),
  )
}

const maxErrors = 200
const maxPreviewed = 100
const maxPreviewLength = 160

/** What a file would change in the catalogue and what is wrong with it; writes nothing. */
async function checkImport(
  db: Database,
  bytes: Uint8Array,
  choices: ImportChoices,
): Promise<ImportOutcome> {
  const file = await readCatalogueFile(bytes, choices)
  const version = await catalogueVersion(db)
  const plan = await planImport(db, { file, choices }, (ids) => findPictureIds(db, ids))
  return { ...outcomeOf(file, plan, choices), version, written: false }
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
async function importCatalogue(
  { db, clock, cacheInvalidation }: AppContext,
  { by, file, choices, version }: Import,
): Promise<ImportOutcome> {
  const read = await readCatalogueFile(file.bytes, choices)
  const at = clock.now()
  return cacheInvalidation.transaction(db, async (tx, invalidate) => {
    await lockCatalogue(tx)
    if (version !== undefined && version !== (await catalogueVersion(tx))) {
      throw new AppError(
        'conflict',
        'The catalogue has changed since the file was checked, so nothing was imported. Check it again.',
      )
    }
    const plan = await planImport(tx, { file: read, choices }, (ids) =>
      lockPicturesInBatches(tx, ids, at),
    )
    const outcome = outcomeOf(read, plan, choices)
    if (outcome.errorCount > 0) {
      const wrong = plan.filter(({ kind }) => kind === 'wrong').length
      const rowsHave = wrong > 1 ? `${wrong} rows have` : 'One row has'
      throw new AppError(
        'invalid',
        `${rowsHave} errors, so nothing was imported. Correct the file first.`,
      )
    }
    if (outcome.lacking.some(({ value }) => value === '')) {
      throw new AppError(
        'invalid',
        'The file does not say which cakes have egg, so nothing was imported. Choose it for all that do not say it.',
      )
    }
    const changes = plan.filter(isChange)
    const cakes = changes.map(({ after }) => after)
    await writeCakes(tx, cakes, at)
    const { added, changed, unchanged } = outcome
    const after = { file: file.name.slice(0, 200), added, changed, unchanged }
    await recordAudit(
      tx,
      { at, by, action: 'import-catalogue', subject: 'catalogue', after },
      ...changes.map((change) => ({ at, by, ...entryOf(change) })),
    )
    const shown = changes.filter(({ before, after }) => !after.hidden || before?.hidden === false)
    invalidate(shown.map(({ after }) => cakeChanged(after)))
    return { ...outcome, version: await catalogueVersion(tx), written: true }
  })
}

type RightRow = PlannedRow & { kind: Exclude<PlannedRow['kind'], 'wrong'>; after: CakeRecord }

const isChange = (plan: PlannedRow): plan is RightRow =>
  plan.kind === 'added' || plan.kind === 'changed'

const isFoundByName = (plan: PlannedRow): plan is RightRow =>
  plan.kind === 'unchanged' && plan.isNamesake

function outcomeOf(
  { rows, errors: fileErrors, ...file }: CatalogueFile,
  plan: readonly PlannedRow[],
  choices: ImportChoices,
) {
  const countOf = (kind: PlannedRow['kind']) => plan.filter((one) => one.kind === kind).length
  const rowErrors = plan.flatMap(({ row, errors }) => errors.map((error) => ({ row, ...error })))
  const errors = [...fileErrors, ...rowErrors]
  const lacking = neededFields.map((field) => ({
    field,
    cakes: plan.filter(({ lacks }) => lacks.includes(field)).length,
    value: choices[field] || usual[field],
  }))
  const pictureless = plan.flatMap(({ after, files }) =>
    after?.image.length === 0 ? [{ id: after.id, name: after.name, files }] : [],
  )
  const shown = [...plan.filter(isChange), ...plan.filter(isFoundByName)]
  return {
    ...file,
    total: rows.length,
    added: countOf('added'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    lacking: lacking.filter(({ cakes }) => cakes > 0),
    sameName: plan.filter(({ isNamesake }) => isNamesake).length,
    pictureless: pictureless.slice(0, maxPictureless),
    errorCount: errors.length,
    errors: errors.slice(0, maxErrors),
    preview: shown.slice(0, maxPreviewed).map((row) => previewOf(row, choices)),
  }
}

function previewOf(
  { kind, before, after, lacks, notes }: RightRow,
  choices: ImportChoices,
): ImportOutcome['preview'][number] {
  const old = before && toFileCake(before)
  const { id, name, egg, image, hidden } = after
  const pictures = `${image.length || 'no'} ${image.length === 1 ? 'picture' : 'pictures'}`
  const shown = [
    ['price', '', pricesText(after)],
    ['category', '', toCell(after, 'category')],
    ['flavours', '', toCell(after, 'flavours')],
    ['egg', '', lacks.includes('egg') && !choices.egg ? 'not said yet' : egg],
    ['image', '', hidden ? `${pictures}, hidden` : pictures],
  ] as const
  const changed = fileFields
    .filter((field) => old && !isSameValue(old[field], after[field]))
    .map((field) => [field, old ? toCell(old, field) : '', toCell(after, field)] as const)
  return {
    id,
    name,
    kind,
    notes: kind === 'unchanged' ? ['The shop already has a cake of this name'] : notes,
    fields: (old ? changed : shown).map(([field, before, after]) => ({
      field,
      before: shortened(before),
      after: shortened(after),
    })),
  }
}

/** '₹850 per kg, before ₹900: 0.5 kg ₹425, 1 kg ₹850' */
function pricesText(cake: CakeRecord): string {
  const { price, earlierPrice, category, weight } = cake
  const each = weight.map((wt) => `${formatWeight(wt)} ${formatInr(unitPrice(cake, wt))}`.trim())
  const before = earlierPrice === null ? '' : `, before ${formatInr(toPaise(earlierPrice))}`
  return `${formatInr(toPaise(price))} ${priceUnit(category)}${before}: ${each.join(', ')}`
}

function shortened(text: string): string {
  return text.length > maxPreviewLength ? `${text.slice(0, maxPreviewLength)}…` : text
}

/** The audit entry of one cake, as if the baker had added or changed it in the form. */
function entryOf({ before, after }: RightRow) {
  const about = { subject: 'cake' as const, subjectId: after.id }
  return before
    ? { ...about, action: 'edit-cake' as const, ...changedFields(toFileCake(before), after) }
    : { ...about, action: 'add-cake' as const, after }
}

const exportCatalogueEndpoint = fileEndpoint({
  path: '/cakes/export',
  tag: 'Catalogue',
  summary: 'Export the catalogue',
  description:
    'Every cake, hidden ones too, as CSV, in the form that `cakes/import` takes. The entries of a list stand between " | "; `contains` is empty until it is said, and `none` for no allergens. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  access: 'edit-cakes',
  types: ['text/csv'],
})

const importTemplateEndpoint = fileEndpoint({
  path: '/cakes/importtemplate',
  tag: 'Catalogue',
  summary: 'A CSV file to fill in',
  description: 'The columns of an import, and a cake as an example.',
  access: 'edit-cakes',
  types: ['text/csv'],
})

export type ExportCatalogue = typeof exportCatalogueEndpoint
export type ImportTemplate = typeof importTemplateEndpoint

export function serveCatalogueExport(api: Api, shop: AppContext) {
  api.serveFile(exportCatalogueEndpoint, async (_, { caller: by, responseHeaders }) => {
    // The browser shows the progress with it.
    responseHeaders.set('x-total-rows', String(await countCakes(shop.db)))
    const at = shop.clock.now()
    await recordAudit(shop.db, { at, by, action: 'export-catalogue', subject: 'catalogue' })
    await shop.securityLog.record({ kind: 'export', userId: by.id, details: { what: 'cakes' } })
    const name = `cakes-${kolkataDay(at)}.csv`
    return { type: csvType, name, body: csvStream(columns, fileCakes(shop.db)) }
  })

  api.serveFile(importTemplateEndpoint, async () => {
    const picture = await findAnyPicture(shop.db)
    const cake = { ...example, image: picture === null ? [] : [picture] }
    return { type: csvType, name: 'cakes-to-fill-in.csv', body: csvStream(columns, [[cake]]) }
  })
}

const csvType = 'text/csv; charset=utf-8'

const columns = fileFields.map(
  (field) => [field, (cake: CakeRecord) => toSpreadsheetCell(cake, field)] as const,
)

/** It only needs another name. */
const example: CakeRecord = {
  ...cakeDefaults,
  ...usualWork('Chocolate'),
  id: '',
  name: 'Example cake',
  price: 850,
  category: 'Chocolate',
  flavours: ['Cocoa', 'Truffle cream'],
  occasions: ['Birthday'],
  weight: ['0.5', '1'],
  egg: 'Eggless',
  hidden: true,
  description: 'An example. Replace or delete this row.',
  ingredients: 'Wheat flour, milk, dark chocolate, butter, sugar, cocoa',
  contains: ['gluten', 'milk'],
  mayContain: ['tree nuts', 'soy'],
  keeping: 'Best within 2 days. Keep in the fridge.',
  image: [],
}

async function* fileCakes(db: Database): AsyncGenerator<CakeRecord[]> {
  for await (const batch of readCakesInBatches(db)) yield batch.map(toFileCake)
}
