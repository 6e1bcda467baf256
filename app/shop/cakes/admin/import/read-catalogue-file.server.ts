import { inTurns, readTable, unusableFile } from '#platform/read-table.server.ts'
import { readEgg, splitWeights } from './file-cake.ts'
import {
  doubleMeaning,
  findHeadings,
  type ImportChoices,
  type ImportOutcome,
  isOwnFile,
  mapColumns,
} from './import.schema.ts'
import { type FileRow, joinRows, type PriceBasis, type TableRow } from './join-rows.server.ts'

/** What a file says: its cakes, or why its headings are not understood. */
export interface CatalogueFile
  extends Pick<ImportOutcome, 'errors' | 'columns' | 'basis' | 'skipped'> {
  rows: FileRow[]
}

type Column = CatalogueFile['columns'][number]
/** The baker's corrections. */
export type FileReading = Partial<Pick<ImportChoices, 'columns' | 'basis'>>

/**
 * The cakes of a table, not yet validated: in the columns of the shop, of other shop systems, or of an own list.
 *
 * @throws AppError invalid, when the file as a whole cannot be used, with a sentence that says how to correct it
 */
export async function readCatalogueFile(
  bytes: Uint8Array,
  reading: FileReading = {},
): Promise<CatalogueFile> {
  const table = await Array.fromAsync(readTable(bytes))
  const above = findHeadings(table)
  const cells = table[above] ?? []
  const headings = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  if (headings.length < 2) {
    throw unusableFile(
      'This is no list of cakes: no row has headings such as name, price and weight.',
    )
  }
  const below = table.slice(above + 1)
  const meanings = reading.columns ?? mapColumns(headings)
  const columns = headings.map((heading, at) => ({
    heading: heading.trim().slice(0, 100),
    example:
      below
        .find((cells) => cells[at]?.trim())
        ?.[at]?.trim()
        .slice(0, 60) ?? '',
    meaning: meanings[at] ?? null,
  }))
  const double = doubleMeaning(columns.map(({ meaning }) => meaning))
  if (double) throw unusableFile(`Two columns are the ${double}. Leave one of them out.`)
  const rows: TableRow[] = []
  let row = above + 1
  for await (const texts of inTurns(below)) {
    row += 1
    if (texts.some((text) => text.trim() !== '')) rows.push(readRow(texts, columns, row))
  }
  if (rows.length === 0) throw unusableFile('There are no cakes in the file.')
  const cakes = rows.filter(({ cells }) => !/grouped|external/i.test(cells.kind?.[0] ?? ''))
  const basis = isOwnFile(headings) ? null : (reading.basis ?? basisOf(cakes, columns))
  const errors = basis
    ? errorsOfHeadings(columns).map((error) => ({ row: above + 1, ...error }))
    : []
  return {
    rows: errors.length > 0 ? [] : await joinRows(cakes, basis),
    errors,
    columns,
    basis,
    skipped: rows.length - cakes.length,
  }
}

/** Without names and prices no row is looked at: the baker says first which columns they are. */
function errorsOfHeadings(columns: readonly Column[]) {
  const headings = columns.filter(({ heading }) => heading !== '').slice(0, 5)
  const some = headings.map(({ heading }) => `“${heading.slice(0, 40)}”`).join(', ')
  const meanings = columns.map(({ meaning }) => (meaning === 'salePrice' ? 'price' : meaning))
  return (['name', 'price'] as const)
    .filter((field) => !meanings.includes(field))
    .map((field) => ({
      field,
      message: `No heading is understood as the ${field} of a cake. Choose the column: ${some} …`,
    }))
}

function readRow(texts: readonly string[], columns: readonly Column[], row: number): TableRow {
  if (texts.slice(columns.length).some((text) => text.trim() !== '')) {
    throw unusableFile(
      `Row ${row} has more cells than the header. Is some text missing its quotation marks?`,
    )
  }
  const cells: TableRow['cells'] = {}
  for (const [at, { heading, meaning }] of columns.entries()) {
    if (meaning === null) continue
    const text = texts[at] ?? ''
    cells[meaning] ??= []
    cells[meaning].push(meaning === 'egg' ? readEgg(text, heading) : text)
  }
  return { row, cells }
}

/** A price is for a kilogram if its heading says so, or if a row has several weights for it. */
function basisOf(rows: readonly TableRow[], columns: readonly Column[]): PriceBasis {
  const price = columns.find(({ meaning }) => meaning === 'price')?.heading ?? ''
  const hasSeveral = ({ cells: { price, weight = [], optionValue = [] } }: TableRow) =>
    price?.[0]?.trim() && [...weight, ...optionValue].some((text) => splitWeights(text).length > 1)
  return /(per|\/)\s*(kg|kilo)/i.test(price) || rows.some(hasSeveral) ? 'kg' : 'weight'
}
