import { inTurns } from '#platform/in-turns.server.ts'
import { readTable, unusableFile } from '#platform/read-table.server.ts'
import { readEgg, splitWeights } from './file-cake.ts'
import { type FileRow, joinRows, type PriceBasis, type TableRow } from './join-rows.server.ts'
import {
  type ColumnMeaning,
  doubleMeaning,
  findHeadings,
  isOwnFile,
  mapColumns,
} from './map-columns.ts'

/** How the baker corrects what was understood. */
export interface FileReading {
  /** What each column means, null for those that are left out. */
  columns?: readonly (ColumnMeaning | null)[]
  basis?: PriceBasis
}

export interface CatalogueFile {
  rows: FileRow[]
  /** Where columns are not understood; then there are no rows. */
  errors: { row: number; field: string; message: string }[]
  columns: { heading: string; example: string; meaning: ColumnMeaning | null }[]
  /** What a price is for; null in the shop's own files, which say it. */
  basis: PriceBasis | null
  /** Products that are no cakes, such as groups of others. */
  skipped: number
}

/**
 * The cakes of a table, not yet validated: in the columns of the shop, of other shop systems, or of an own list.
 *
 * @throws AppError invalid, when the file as a whole cannot be used, with a sentence that says how to correct it
 */
export async function readCatalogueFile(
  bytes: Uint8Array,
  { columns, basis }: FileReading = {},
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
  const meanings = headings.map((_, column) => (columns ?? mapColumns(headings))[column] ?? null)
  const double = doubleMeaning(meanings)
  if (double) throw unusableFile(`Two columns are the ${double}. Leave one of them out.`)
  const rows: TableRow[] = []
  let row = above + 1
  for await (const texts of inTurns(table.slice(row))) {
    row += 1
    const isBlank = texts.every((text) => text.trim() === '')
    if (!isBlank) rows.push(readRow(texts, { headings, meanings, row }))
  }
  if (rows.length === 0) throw unusableFile('There are no cakes in the file.')
  const cakes = rows.filter(({ cells }) => !/grouped|external/i.test(cells.kind?.[0] ?? ''))
  const found = isOwnFile(headings) ? null : (basis ?? basisOf(cakes, { headings, meanings }))
  const errors = found ? errorsOfHeadings(headings, meanings) : []
  return {
    rows: errors.length > 0 ? [] : await joinRows(cakes, found),
    errors: errors.map((error) => ({ row: above + 1, ...error })),
    columns: headings.map((heading, column) => ({
      heading: heading.trim().slice(0, 100),
      example: exampleOf(table.slice(above + 1), column),
      meaning: meanings[column] ?? null,
    })),
    basis: found,
    skipped: rows.length - cakes.length,
  }
}

/** Without names and prices no row is looked at: the baker says first which columns they are. */
function errorsOfHeadings(headings: readonly string[], meanings: Columns['meanings']) {
  const some = headings.filter((heading) => heading.trim() !== '').slice(0, 5)
  const names = some.map((heading) => `“${heading.trim().slice(0, 40)}”`).join(', ')
  const missing = [
    meanings.includes('name') ? [] : 'name',
    meanings.includes('price') || meanings.includes('salePrice') ? [] : 'price',
  ].flat()
  return missing.map((field) => ({
    field,
    message: `No heading is understood as the ${field} of a cake. Choose the column: ${names} …`,
  }))
}

interface Columns {
  headings: readonly string[]
  meanings: readonly (ColumnMeaning | null)[]
  row: number
}

function readRow(texts: readonly string[], { headings, meanings, row }: Columns): TableRow {
  if (texts.slice(headings.length).some((text) => text.trim() !== '')) {
    throw unusableFile(
      `Row ${row} has more cells than the header. Is some text missing its quotation marks?`,
    )
  }
  const cells: TableRow['cells'] = {}
  for (const [column, meaning] of meanings.entries()) {
    if (meaning === null) continue
    const text = texts[column] ?? ''
    cells[meaning] ??= []
    cells[meaning].push(meaning === 'egg' ? readEgg(text, headings[column] ?? '') : text)
  }
  return { row, cells }
}

/** A price is for a kilogram if its heading says so, or if a row has several weights for it. */
function basisOf(rows: readonly TableRow[], { headings, meanings }: Omit<Columns, 'row'>) {
  const isPerKilo = /(per|\/)\s*(kg|kilo)/i.test(headings[meanings.indexOf('price')] ?? '')
  const hasSeveral = ({ cells: { price, weight = [], optionValue = [] } }: TableRow) =>
    price?.[0]?.trim() && [...weight, ...optionValue].some((text) => splitWeights(text).length > 1)
  return isPerKilo || rows.some(hasSeveral) ? 'kg' : 'weight'
}

function exampleOf(rows: readonly string[][], column: number): string {
  const cell = rows.find((cells) => cells[column]?.trim())?.[column] ?? ''
  return cell.trim().slice(0, 60)
}
