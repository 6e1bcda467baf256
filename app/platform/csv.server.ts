import { ReadableStream as NodeStream } from 'node:stream/web'
import { stringify } from 'csv-stringify/sync'
import type { CsvColumns, CsvValue, Decimals } from './csv.ts'

type Batches<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>

/** Spreadsheets drop a zero before such digits, round them, or make 1.00123E+13 of them. */
const longDigits = /^(0\d+|\d{12,}|\d+E\d+)$/i

/** So that spreadsheets read the text as UTF-8. */
const byteOrderMark = '\u{feff}'

/**
 * Rows as a CSV file: a heading, then one batch after another, so that only one is in memory. Text that would be a formula
 * gets an apostrophe. For spreadsheets it begins with a byte order mark, and digits that they would change are a formula
 * of their text. If the reader leaves, no more batches are read.
 */
export function csvStream<Row>(
  columns: CsvColumns<Row>,
  batches: Batches<Row>,
  { isForSpreadsheets = true } = {},
): ReadableStream<Uint8Array> {
  return streamOf(csvPieces(columns, batches, isForSpreadsheets))
}

async function* csvPieces<Row>(
  columns: CsvColumns<Row>,
  batches: Batches<Row>,
  isForSpreadsheets: boolean,
) {
  const encoder = new TextEncoder()
  const bytesOf = (cells: readonly CsvValue[][]) =>
    encoder.encode(csvText(cells, isForSpreadsheets))
  if (isForSpreadsheets) yield encoder.encode(byteOrderMark)
  yield bytesOf([columns.map(([heading]) => heading)])
  for await (const batch of batches) {
    yield bytesOf(batch.map((row) => columns.map(([, value]) => value(row))))
  }
}

function csvText(cells: readonly CsvValue[][], isForSpreadsheets: boolean): string {
  return stringify([...cells], {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      string: (value) =>
        isForSpreadsheets && longDigits.test(value)
          ? { value: `="${value}"`, escape_formulas: false }
          : value,
      object(value) {
        const { number, decimals } = value as unknown as Decimals
        return { value: number.toFixed(decimals), escape_formulas: false }
      },
    },
    // By itself it quotes '\\r\\n', but not one half of it.
    quoted_match: /[\r\n]/,
  })
}

/** Rows as a TSV file: no cell has a tab or a line end. */
export function tsvText(rows: readonly string[][]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')))
  return stringify(clean, { delimiter: '\t' })
}

/** A body that is produced while it is read. If the reader leaves, production ends. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(pieces) as ReadableStream<Uint8Array>
}
