import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#platform/app-error.ts'
import { type FileField, fileFields, isFileField, requiredFields } from './file-cake.ts'
import { type FileRowValues, fromSpreadsheetCell } from './file-cells.ts'

/** The most rows of a file. */
const maxRows = 20_000

/** A row, not yet validated. */
export interface FileRow {
  /** As a spreadsheet numbers it, the header being 1; in JSON the place in the list, from 1. */
  row: number
  fields: FileRowValues
}

function unusableFile(sentence: string): AppError {
  return new AppError('invalid', sentence)
}

function tooManyRows(): AppError {
  return unusableFile('The file has more than 20,000 rows. Split it into smaller ones.')
}

/**
 * Checks the columns of a file: only known fields, and all required ones.
 *
 * @throws AppError invalid, with a sentence that names them
 */
function checkFieldNames(names: readonly string[]) {
  const unknown = names.filter((name) => !isFileField(name))
  if (unknown.length > 0) {
    const some = unknown.slice(0, 5).map((name) => `“${name.slice(0, 40)}”`)
    const more = unknown.length > some.length ? ` and ${unknown.length - some.length} more` : ''
    throw unusableFile(
      `The file has columns that a cake does not have: ${some.join(', ')}${more}. Rename or remove them.`,
    )
  }
  const missing = requiredFields.filter((field) => !names.includes(field))
  if (missing.length > 0) {
    throw unusableFile(`The file is missing columns that every cake needs: ${missing.join(', ')}.`)
  }
}

export interface CatalogueFile {
  format: 'csv' | 'json'
  rows: FileRow[]
}

const saveAs = 'In the spreadsheet, save it as “CSV UTF-8” and choose that file.'

/**
 * Reads a file of the catalogue, CSV or JSON by its content.
 *
 * @throws AppError invalid, when the file as a whole cannot be used, with a sentence that says how to correct it
 */
export async function readCatalogueFile(bytes: Uint8Array): Promise<CatalogueFile> {
  const text = decode(bytes)
  const format = /^\s*[[{]/.test(text) ? 'json' : 'csv'
  const rows = format === 'json' ? readCatalogueJson(text) : await readCatalogueCsv(text)
  if (rows.length === 0) throw unusableFile('There are no cakes in the file.')
  return { format, rows }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw unusableFile(`This is an Excel workbook. ${saveAs}`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unusableFile(`The file is not in UTF-8. ${saveAs}`)
  }
}

const notAList = 'The file must be a list of cakes, as the export writes it.'
/** A list of cakes with lists in them. */
const deepest = 3

/**
 * The cakes of a JSON file, not yet checked.
 *
 * @throws AppError invalid
 */
function readCatalogueJson(text: string): FileRow[] {
  if (isDeeper(text, deepest)) throw unusableFile(notAList)
  const list = parseJson(text)
  if (!Array.isArray(list)) throw unusableFile(notAList)
  if (list.length > maxRows) throw tooManyRows()
  const names = new Set<string>()
  const rows = list.map((cake: unknown, index) => {
    if (typeof cake !== 'object' || cake === null || Array.isArray(cake))
      throw unusableFile(notAList)
    const entries = Object.entries(cake)
    for (const [name] of entries) names.add(name)
    const fields = Object.fromEntries(entries.filter(([name]) => isFileField(name)))
    return { row: index + 1, fields }
  })
  if (rows.length > 0) checkFieldNames([...names])
  return rows
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    const [, line] = /\(line (\d+) column \d+\)/.exec(reason) ?? []
    throw unusableFile(`The file is not valid JSON${line ? ` (line ${line})` : ''}.`)
  }
}

/** Whether brackets nest deeper than `levels`. Checked before parsing, so that a hostile file costs little. */
function isDeeper(text: string, levels: number): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') inText = !inText
    else if (inText) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > levels) return true
  }
  return false
}

/** More than the row of the largest cake, in bytes. */
const maxRowBytes = 512 * 1024
const maxColumns = 64
const pieceLength = 64 * 1024

/**
 * The cakes of a CSV file, not yet checked: columns in any order, between commas, semicolons or tabs.
 *
 * @throws AppError invalid
 */
async function readCatalogueCsv(text: string): Promise<FileRow[]> {
  const rows: FileRow[] = []
  let columns: FileField[] | null = null
  let row = 0
  for await (const cells of records(text)) {
    row += 1
    if (columns === null) columns = readHeader(cells)
    else if (cells.some((cell) => cell.trim() !== ''))
      rows.push({ row, fields: readRow(cells, columns, row) })
    if (rows.length > maxRows) throw tooManyRows()
  }
  return rows
}

/** Piece by piece, so that a large file does not keep the shop from answering meanwhile. */
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

function readHeader(cells: string[]): FileField[] {
  const named = cells.map((cell) => {
    const bare = cell.replace(/\s/g, '').toLowerCase()
    return fileFields.find((field) => field.toLowerCase() === bare) ?? cell.trim()
  })
  const names = named.slice(0, named.findLastIndex((name) => name !== '') + 1)
  checkFieldNames(names)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate) throw unusableFile(`The column “${duplicate}” appears twice. Keep only one.`)
  return names.filter(isFileField)
}

function readRow(cells: string[], columns: FileField[], row: number): FileRowValues {
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    throw unusableFile(
      `Row ${row} has more cells than the header. Is some text missing its quotation marks?`,
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
