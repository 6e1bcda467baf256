import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { usualWork } from '../../cake-work.ts'
import { countCakes, readCakesInBatches } from '../admin-cakes.store.server.ts'
import { type CakeRecord, cakeDefaults } from '../cake-input.schema.ts'
import { findAnyPicture } from './catalogue-files.store.server.ts'
import { fileFields, toFileCake, toSpreadsheetCell } from './file-cake.ts'

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
