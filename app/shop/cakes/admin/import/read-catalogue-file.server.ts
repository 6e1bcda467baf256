import { readTable, unusableFile } from '#platform/read-table.server.ts'
import { type FileField, fileFields, fromSpreadsheetCell, requiredFields } from './file-cake.ts'

/** A row, not yet validated. */
export interface FileRow {
  /** As a spreadsheet numbers it, the header being 1. */
  row: number
  fields: Partial<Record<FileField, unknown>>
}

/**
 * The cakes of a CSV file, not yet validated: columns in any order, between commas, semicolons or tabs.
 *
 * @throws AppError invalid, when the file as a whole cannot be used, with a sentence that says how to correct it
 */
export async function readCatalogueFile(bytes: Uint8Array): Promise<FileRow[]> {
  const rows: FileRow[] = []
  let columns: FileField[] | null = null
  let row = 0
  for await (const cells of readTable(bytes)) {
    row += 1
    if (columns === null) columns = readHeader(cells)
    else if (cells.some((cell) => cell.trim() !== ''))
      rows.push({ row, fields: readRow(cells, columns, row) })
  }
  if (rows.length === 0) throw unusableFile('There are no cakes in the file.')
  return rows
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
