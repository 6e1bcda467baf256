import type { Clock } from '#platform/clock.ts'
import { csvStream, streamOf } from '#platform/csv.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileResponse } from '#platform/http/call-response.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { SecurityLog } from '#shop/accounts/security/security-log.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { usualWork } from '#shop/cakes/cake-work.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { readCakesInBatches } from '../admin-cakes.store.server.ts'
import { findAnyPicture } from './catalogue-files.store.server.ts'
import { type FileCake, fileFields, toFileCake } from './file-cake.ts'
import { toSpreadsheetCell } from './file-cells.ts'

const csvType = 'text/csv; charset=utf-8'

const columns = fileFields.map(
  (field) => [field, (cake: FileCake) => toSpreadsheetCell(cake, field)] as const,
)

/** Exports all cakes, hidden ones too, as a stream. The audit log records the export. */
export async function exportCatalogue(
  { db, clock, securityLog }: { db: Database; clock: Clock; securityLog: SecurityLog },
  { by, format }: { by: Caller; format: 'csv' | 'json' },
): Promise<FileResponse> {
  const at = clock.now()
  const after = { format }
  await recordAudit(db, { at, by, action: 'export-catalogue', subject: 'catalogue', after })
  const details = { what: 'cakes', format }
  await securityLog.record({ kind: 'export', userId: by.id, details })
  const name = `cakes-${kolkataDay(at)}.${format}`
  return format === 'csv'
    ? { type: csvType, name, body: csvStream(columns, fileCakes(db)) }
    : { type: 'application/json', name, body: jsonStream(fileCakes(db)) }
}

/** The columns of an import, and an example that only needs another name. */
export async function importTemplate(db: Database): Promise<FileResponse> {
  const picture = await findAnyPicture(db)
  const cake = { ...example, image: picture === null ? [] : [picture] }
  return { type: csvType, name: 'cakes-to-fill-in.csv', body: csvStream(columns, oneBatch(cake)) }
}

const example: FileCake = {
  id: '',
  name: 'Example cake',
  price: 850,
  earlierPrice: null,
  category: 'Chocolate',
  flavours: ['Cocoa', 'Truffle cream'],
  weight: ['0.5', '1'],
  egg: 'Eggless',
  featured: false,
  hidden: true,
  stock: 10,
  ...usualWork('Chocolate'),
  stars: 0,
  description: 'An example. Replace or delete this row.',
  reviews: [],
  image: [],
  alts: [],
}

async function* oneBatch(cake: FileCake) {
  yield [cake]
}

async function* fileCakes(db: Database): AsyncGenerator<FileCake[]> {
  for await (const batch of readCakesInBatches(db)) yield batch.map(toFileCake)
}

/** A list with a cake on each line. */
function jsonStream(batches: AsyncIterable<FileCake[]>): ReadableStream<Uint8Array> {
  return streamOf(jsonPieces(batches))
}

async function* jsonPieces(batches: AsyncIterable<FileCake[]>) {
  const encoder = new TextEncoder()
  let before = '[\n'
  for await (const batch of batches) {
    yield encoder.encode(before + batch.map((cake) => JSON.stringify(cake)).join(',\n'))
    before = ',\n'
  }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n')
}
