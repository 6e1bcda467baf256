import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileResponse } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { usualWork } from '../../cake-work.ts'
import type { CakeRecord } from '../admin-cake.ts'
import { readCakesInBatches } from '../admin-cakes.store.server.ts'
import { cakeDefaults } from '../cake-input.schema.ts'
import { findAnyPicture } from './catalogue-files.store.server.ts'
import { fileFields, toFileCake, toSpreadsheetCell } from './file-cake.ts'

const csvType = 'text/csv; charset=utf-8'

const columns = fileFields.map(
  (field) => [field, (cake: CakeRecord) => toSpreadsheetCell(cake, field)] as const,
)

/** Exports all cakes, hidden ones too, as a stream. The audit log records the export. */
export async function exportCatalogue(
  { db, clock, securityLog }: Pick<AppContext, 'db' | 'clock' | 'securityLog'>,
  by: Caller,
): Promise<FileResponse> {
  const at = clock.now()
  await recordAudit(db, { at, by, action: 'export-catalogue', subject: 'catalogue' })
  await securityLog.record({ kind: 'export', userId: by.id, details: { what: 'cakes' } })
  const name = `cakes-${kolkataDay(at)}.csv`
  return { type: csvType, name, body: csvStream(columns, fileCakes(db)) }
}

/** The columns of an import, and an example that only needs another name. */
export async function importTemplate(db: Database): Promise<FileResponse> {
  const picture = await findAnyPicture(db)
  const cake = { ...example, image: picture === null ? [] : [picture] }
  return { type: csvType, name: 'cakes-to-fill-in.csv', body: csvStream(columns, oneBatch(cake)) }
}

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

async function* oneBatch(cake: CakeRecord) {
  yield [cake]
}

async function* fileCakes(db: Database): AsyncGenerator<CakeRecord[]> {
  for await (const batch of readCakesInBatches(db)) yield batch.map(toFileCake)
}
