import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { Unzip, UnzipInflate } from 'fflate'
import { fileTypeFromBuffer } from 'file-type'
import readWorkbook from 'read-excel-file/node'
import { AppError } from './app-error.ts'

/** An error of a file as a whole, with a sentence that says how to correct it. */
export function unusableFile(sentence: string): AppError {
  return new AppError('invalid', sentence)
}

const maxRows = 20_000
/** More than any row needs. */
const maxRowBytes = 512 * 1024
const maxColumns = 1000
const maxUnpackedBytes = 64 * 1024 * 1024
const pieceLength = 64 * 1024
/** As banks and our own exports write digits, so that spreadsheets keep them. */
const writtenAsFormula = /^="([^"]*)"$/

const chooseTable =
  'Download or save it as CSV or as an Excel workbook (.xlsx), and choose that file.'

/** What a file is called that is no table, by the extension that its content has. */
const otherFormats: Record<string, string> = {
  cfb: 'an old Excel workbook (.xls), or one with a password',
  gz: 'a packed file',
  html: 'a web page, whatever its name ends with',
  json: 'a JSON file',
  mt940: 'a statement in MT940',
  ods: 'an OpenDocument spreadsheet (.ods)',
  ofx: 'a statement in OFX',
  pdf: 'a PDF',
  qif: 'a statement in QIF',
  rar: 'a packed file',
  rtf: 'a text document (RTF)',
  '7z': 'a packed file',
  xml: 'an XML file',
  zip: 'a packed file',
}

const textFormats: [extension: string, start: RegExp][] = [
  ['pdf', /^%PDF-/],
  ['html', /^(<!--|<!doctype html|<html|<head|<body|<table|<meta|<div|<style|mime-version:)/i],
  ['ofx', /^(OFXHEADER|<OFX>|<\?OFX)/i],
  ['xml', /^<(\?xml|[a-z][\w.:-]*[\s>])/i],
  ['json', /^(\[|\{(?!1:))/],
  ['qif', /^!(Type|Account|Option):/i],
  ['mt940', /^(\{1:|:20:)/],
  ['rtf', /^\{\\rtf/],
]

/**
 * The rows of a table, of any number of cells: of a CSV file in any encoding and between any signs that spreadsheets
 * write, or of the first sheet of an Excel workbook that has some. They are read piece by piece, so that the shop can
 * respond to others during a large file.
 *
 * @throws AppError invalid for a file that is no table, or has more than 20,000 rows below its heading
 */
export async function* readTable(
  bytes: Uint8Array,
  options: Pick<Options, 'relax_quotes'> = {},
): AsyncGenerator<string[]> {
  const extension = (await fileTypeFromBuffer(bytes))?.ext
  const isWorkbook = extension === 'xlsx' || extension === 'xlsm'
  if (extension && !isWorkbook) throw otherFormat(extension)
  const rows = isWorkbook ? await workbookRows(bytes) : csvRows(decode(bytes), options)
  let count = 0
  for await (const cells of rows) {
    if (count > maxRows) {
      throw unusableFile('The file has more than 20,000 rows. Split it into smaller ones.')
    }
    if (cells.length > maxColumns) {
      throw unusableFile(`The file has more than ${maxColumns} columns.`)
    }
    count += 1
    yield cells.map((cell) => cell.replace(writtenAsFormula, '$1'))
  }
}

function otherFormat(extension: string): AppError {
  const name = otherFormats[extension] ?? `a file of another kind (${extension.toUpperCase()})`
  return unusableFile(`This is ${name}. ${chooseTable}`)
}

/** What is not UTF-8 was written by an old spreadsheet: Windows ends its lines with a line feed, an old Mac does not. */
function decode(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  const start = text.slice(0, 1000).trimStart()
  const format = textFormats.find(([, pattern]) => pattern.test(start))
  if (format) throw otherFormat(format[0])
  const unseen = start.match(/[^\P{Cc}\s]/gu)?.length ?? 0
  if (unseen > start.length / 10) throw unusableFile(`This is no table. ${chooseTable}`)
  return text
}

function decodeText(bytes: Uint8Array): string {
  const wide = utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const text = new TextDecoder().decode(bytes)
  // A few broken letters among many good ones are those of a file that was cut or joined.
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  const good = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  if (broken <= good) return text
  return new TextDecoder(bytes.includes(0x0a) ? 'windows-1252' : 'macintosh').decode(bytes)
}

/** A file in UTF-16 says so with its first two bytes, or has a zero beside nearly every letter of its heading. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = [...bytes.subarray(0, 1000)]
  const zeros = (odd: number) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (zeros(1) > start.length / 4) return 'utf-16le'
  if (zeros(0) > start.length / 4) return 'utf-16be'
}

async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  await refuseLargeWorkbook(bytes)
  const sheets = await readWorkbook(Buffer.from(bytes), {
    // As digits that Excel shows, also where the file has 6.33217000121E11 or 1299.9000000000001.
    parseNumber: (written) => String(Number(Number(written).toPrecision(15))),
  }).catch(() => {
    throw unusableFile(`This workbook cannot be read. ${chooseTable}`)
  })
  const rows = sheets.find(({ data }) => data.length > 0)?.data ?? []
  return rows.map((cells) => cells.map(cellText))
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell ?? '')
}

/** A workbook is a packed file: a small one can hold more than fits into memory. What it says of its sizes proves nothing. */
async function refuseLargeWorkbook(bytes: Uint8Array) {
  let unpacked = 0
  const unzip = new Unzip((file) => {
    file.ondata = (error, chunk) => {
      if (error) throw unusableFile(`This workbook cannot be read. ${chooseTable}`)
      unpacked += chunk.length
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += 4096) {
    unzip.push(bytes.subarray(at, at + 4096), at + 4096 >= bytes.length)
    if (unpacked > maxUnpackedBytes) {
      throw unusableFile('The workbook is too large. Remove its pictures, or save it as CSV.')
    }
    if (at % pieceLength === 0) await setImmediate()
  }
}

async function* csvRows(
  text: string,
  options: Pick<Options, 'relax_quotes'>,
): AsyncGenerator<string[]> {
  // Excel writes and reads such a first line.
  const [said = '', delimiter] = /^sep=(.)\r?\n?/i.exec(text) ?? []
  const table = text.slice(said.length)
  const parser = parse({
    ...options,
    delimiter: delimiter ?? findDelimiter(table),
    record_delimiter: lineEnds,
    max_record_size: maxRowBytes,
    relax_column_count: true,
  })
  const rows = Readable.from(pieces(table)).pipe(parser) as AsyncIterable<string[]>
  try {
    yield* rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unusableFile(csvErrorSentence(error))
  }
}

const lineEnds = ['\r\n', '\n', '\r']

/**
 * The sign that leaves quotation marks around whole cells, and cuts most of the first rows into equally many cells; of two
 * such, the one that makes more cells.
 */
function findDelimiter(text: string): string {
  const start = text.slice(0, pieceLength)
  const scores = ['\t', ';', ',', '|'].flatMap((delimiter) => {
    let misplacedQuotes = 0
    const rows: string[][] = parseAtOnce(start, {
      delimiter,
      record_delimiter: lineEnds,
      relax_column_count: true,
      skip_records_with_error: true,
      on_skip: () => {
        misplacedQuotes = 1
      },
      to: 50,
    })
    const widths = rows.map((cells) => cells.length).filter((width) => width > 1)
    return [...new Set(widths)].map((width) => ({
      delimiter,
      width,
      misplacedQuotes,
      count: widths.filter((one) => one === width).length,
    }))
  })
  scores.sort(
    (a, b) => a.misplacedQuotes - b.misplacedQuotes || b.count - a.count || b.width - a.width,
  )
  return scores[0]?.delimiter ?? ','
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

const itemsPerTurn = 200

/** The same items. After some of them the event loop handles other requests. */
export async function* inTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const [index, item] of items.entries()) {
    if (index % itemsPerTurn === 0) await setImmediate()
    yield item
  }
}
