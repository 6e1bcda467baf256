import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type FileField, fileFields, isFileField } from './file-cake.ts'
import { type FileRowValues, fromSpreadsheetCell } from './file-cells.ts'
import { checkFieldNames, type FileRow, mostRows, tooManyRows, unusableFile } from './file-rows.ts'

/** More than the row of the largest cake has, in bytes. */
const longestRow = 512 * 1024
const mostColumns = 64
const pieceLength = 64 * 1024

/**
 * The cakes of a CSV file, not yet checked: columns in any order, between commas, semicolons or tabs.
 *
 * @throws AppError invalid
 */
export async function readCatalogueCsv(text: string): Promise<FileRow[]> {
  const rows: FileRow[] = []
  let columns: FileField[] | null = null
  let row = 0
  for await (const cells of records(text)) {
    row += 1
    if (columns === null) columns = readHeader(cells)
    else if (cells.some((cell) => cell.trim() !== ''))
      rows.push({ row, fields: readRow(cells, columns, row) })
    if (rows.length > mostRows) throw tooManyRows()
  }
  return rows
}

/** Piece by piece, so that a large file does not keep the shop from answering meanwhile. */
async function* records(text: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: delimiterOf(text),
    max_record_size: longestRow,
    relax_column_count: true,
    cast: (cell, { index }) => {
      if (index >= mostColumns) throw unusableFile(`The file has more than ${mostColumns} columns.`)
      return cell
    },
  })
  try {
    yield* Readable.from(pieces(text)).pipe(parser) as AsyncIterable<string[]>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unusableFile(csvFault(error))
  }
}

function* pieces(text: string) {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}

function csvFault(error: CsvError & { records?: unknown }): string {
  const row = Number(error.records) + 1
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `Row ${row} is too long. Is a quotation mark left open there?`
  return `Row ${row} cannot be read: a quotation mark (") is where none can be. Within text in quotation marks it is written twice.`
}

function readHeader(cells: string[]): FileField[] {
  const named = cells.map((cell) => {
    const bare = cell.replace(/\s/g, '').toLowerCase()
    return fileFields.find((field) => field.toLowerCase() === bare) ?? cell.trim()
  })
  const names = named.slice(0, named.findLastIndex((name) => name !== '') + 1)
  checkFieldNames(names)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw unusableFile(`The column “${twice}” is there twice. Keep one of them.`)
  return names.filter(isFileField)
}

function readRow(cells: string[], columns: FileField[], row: number): FileRowValues {
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    throw unusableFile(
      `Row ${row} has more cells than the header. Does a text need quotation marks?`,
    )
  }
  return Object.fromEntries(
    columns.map((field, index) => [field, fromSpreadsheetCell(cells[index] ?? '', field)]),
  )
}

/** What is most often in the first line between names. */
function delimiterOf(text: string): string {
  const header = text.slice(0, 2000).split(/\r?\n/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((one) => ({ one, count: header.split(one).length }))
  return counts.sort((a, b) => b.count - a.count)[0]?.one ?? ','
}
