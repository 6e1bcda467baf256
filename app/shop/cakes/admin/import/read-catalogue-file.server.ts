import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#platform/app-error.ts'
import { type FileField, fileFields, fromSpreadsheetCell, requiredFields } from './file-cake.ts'

const maxRows = 20_000

/** A row, not yet validated. */
export interface FileRow {
  /** As a spreadsheet numbers it, the header being 1. */
  row: number
  fields: Partial<Record<FileField, unknown>>
}

function unusableFile(sentence: string): AppError {
  return new AppError('invalid', sentence)
}

const saveAs = 'In the spreadsheet, save it as “CSV UTF-8” and choose that file.'

/**
 * The cakes of a CSV file, not yet validated: columns in any order, between commas, semicolons or tabs.
 *
 * @throws AppError invalid, when the file as a whole cannot be used, with a sentence that says how to correct it
 */
export async function readCatalogueFile(bytes: Uint8Array): Promise<FileRow[]> {
  const rows: FileRow[] = []
  let columns: FileField[] | null = null
  let row = 0
  for await (const cells of records(decode(bytes))) {
    row += 1
    if (columns === null) columns = readHeader(cells)
    else if (cells.some((cell) => cell.trim() !== ''))
      rows.push({ row, fields: readRow(cells, columns, row) })
    if (rows.length > maxRows) {
      throw unusableFile('The file has more than 20,000 rows. Split it into smaller ones.')
    }
  }
  if (rows.length === 0) throw unusableFile('There are no cakes in the file.')
  return rows
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw unusableFile(`This is an Excel workbook. ${saveAs}`)
  const text = decodeUtf8(bytes)
  if (/^\s*[[{]/.test(text)) throw unusableFile(`This is a JSON file. ${saveAs}`)
  return text
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unusableFile(`The file is not in UTF-8. ${saveAs}`)
  }
}

/** More than any cake needs. */
const maxRowBytes = 512 * 1024
const maxColumns = 64
const pieceLength = 64 * 1024

/** Piece by piece, so that the shop can respond to others during a large file. */
async function* records(text: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: delimiterOf(text),
    max_record_size: maxRowBytes,
    relax_column_count: true,
    cast: (cell, { index }) => {
      if (index >= maxColumns) throw unusableFile(`The file has more than ${maxColumns} columns.`)
      return cell
    },
  })
  try {
    yield* Readable.from(pieces(text)).pipe(parser) as AsyncIterable<string[]>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unusableFile(csvErrorSentence(error))
  }
}

function* pieces(text: string) {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}

function csvErrorSentence(error: CsvError & { records?: unknown }): string {
  const row = Number(error.records) + 1
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `Row ${row} is too long. Is a closing quotation mark missing?`
  return `Row ${row} cannot be read because a quotation mark (") is in the wrong place. Inside quoted text, write it twice.`
}

/** The columns of a file: only known fields, and all required ones. */
function readHeader(cells: string[]): FileField[] {
  const named = cells.map((cell) => {
    const bare = cell.replace(/\s/g, '').toLowerCase()
    return { name: cell.trim(), field: fileFields.find((field) => field.toLowerCase() === bare) }
  })
  // Spreadsheets write empty columns at the end.
  const columns = named.slice(0, named.findLastIndex(({ name }) => name !== '') + 1)
  const unknown = columns.filter(({ field }) => !field)
  if (unknown.length > 0) {
    const some = unknown.slice(0, 5).map(({ name }) => `“${name.slice(0, 40)}”`)
    const more = unknown.length > some.length ? ` and ${unknown.length - some.length} more` : ''
    throw unusableFile(
      `The file has columns that a cake does not have: ${some.join(', ')}${more}. Rename or remove them.`,
    )
  }
  const fields = columns.flatMap(({ field }) => field ?? [])
  const missing = requiredFields.filter((field) => !fields.includes(field))
  if (missing.length > 0) {
    throw unusableFile(`The file is missing columns that every cake needs: ${missing.join(', ')}.`)
  }
  const duplicate = fields.find((field, index) => fields.indexOf(field) !== index)
  if (duplicate) throw unusableFile(`The column “${duplicate}” appears twice. Keep only one.`)
  return fields
}

function readRow(cells: string[], columns: FileField[], row: number): FileRow['fields'] {
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    throw unusableFile(
      `Row ${row} has more cells than the header. Is some text missing its quotation marks?`,
    )
  }
  return Object.fromEntries(
    columns.map((field, index) => [field, fromSpreadsheetCell(cells[index] ?? '', field)]),
  )
}

function delimiterOf(text: string): string {
  const header = text.slice(0, 2000).split(/\r?\n/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((one) => ({ one, count: header.split(one).length }))
  return counts.sort((a, b) => b.count - a.count)[0]?.one ?? ','
}
