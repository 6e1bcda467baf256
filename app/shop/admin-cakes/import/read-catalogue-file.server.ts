import { type FileRow, unusableFile } from './file-rows.ts'
import { readCatalogueCsv } from './read-catalogue-csv.server.ts'
import { readCatalogueJson } from './read-catalogue-json.ts'

export interface CatalogueFile {
  format: 'csv' | 'json'
  rows: FileRow[]
}

const saveAs = 'In the spreadsheet, save it as “CSV UTF-8” and choose that.'

/**
 * Reads a file of the catalogue, CSV or JSON by its content.
 *
 * @throws AppError invalid, when the file as a whole cannot be used, with a sentence that says how to mend it
 */
export async function readCatalogueFile(bytes: Uint8Array): Promise<CatalogueFile> {
  const text = decode(bytes)
  const format = /^\s*[[{]/.test(text) ? 'json' : 'csv'
  const rows = format === 'json' ? readCatalogueJson(text) : await readCatalogueCsv(text)
  if (rows.length === 0) throw unusableFile('There is no cake in the file.')
  return { format, rows }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw unusableFile(`This is a workbook. ${saveAs}`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unusableFile(`The file is not in UTF-8. ${saveAs}`)
  }
}
