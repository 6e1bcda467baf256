import { Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { AppError } from './app-error.ts'

/** An error of a file as a whole, with a sentence that says how to correct it. */
export function unusableFile(sentence: string): AppError {
  return new AppError('invalid', sentence)
}

const saveAs = 'In the spreadsheet, save it as “CSV UTF-8” and choose that file.'

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

const maxRows = 20_000
/** More than any row needs. */
const maxRowBytes = 512 * 1024
const maxColumns = 64
const pieceLength = 64 * 1024

/**
 * The rows of a CSV file, of any number of cells. They are read piece by piece, so that the shop can respond to others
 * during a large file.
 *
 * @throws AppError invalid for a file that is no CSV in UTF-8, or has more than 20,000 rows below its heading
 */
export async function* csvRows(
  bytes: Uint8Array,
  delimiterOf: (text: string) => string,
  options: Pick<Options, 'relax_quotes'> = {},
): AsyncGenerator<string[]> {
  const text = decode(bytes)
  const parser = parse({
    ...options,
    delimiter: delimiterOf(text),
    max_record_size: maxRowBytes,
    relax_column_count: true,
    cast: (cell, { index }) => {
      if (index >= maxColumns) throw unusableFile(`The file has more than ${maxColumns} columns.`)
      return cell
    },
  })
  const rows = Readable.from(pieces(text)).pipe(parser) as AsyncIterable<string[]>
  let count = 0
  try {
    for await (const cells of rows) {
      if (count > maxRows) {
        throw unusableFile('The file has more than 20,000 rows. Split it into smaller ones.')
      }
      count += 1
      yield cells
    }
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
