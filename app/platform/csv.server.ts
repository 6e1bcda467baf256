import { stringify } from 'csv-stringify/sync'
import { streamOf } from './stream-of.server.ts'

/** A column's heading and what a row has there. */
export type CsvColumns<Row> = readonly (readonly [heading: string, value: (row: Row) => CsvValue])[]

type CsvValue = string | number | null

// So that spreadsheets read the text as UTF-8.
const byteOrderMark = '\u{feff}'

/**
 * Rows as a CSV file that a spreadsheet opens: a heading, then each batch as the reader asks for it, so that only one is
 * ever in memory. Text that would be a formula there has an apostrophe before it. A reader that goes away ends the reading.
 */
export function csvStream<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): ReadableStream<Uint8Array> {
  return streamOf(csvPieces(columns, batches))
}

async function* csvPieces<Row>(columns: CsvColumns<Row>, batches: AsyncIterable<readonly Row[]>) {
  const encoder = new TextEncoder()
  yield encoder.encode(byteOrderMark + csvText([columns.map(([heading]) => heading)]))
  for await (const batch of batches) {
    yield encoder.encode(csvText(batch.map((row) => columns.map(([, value]) => value(row)))))
  }
}

function csvText(cells: readonly CsvValue[][]): string {
  return stringify([...cells], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // It quotes what has the record delimiter, but not what has one half of it.
    quoted_match: /[\r\n]/,
  })
}
