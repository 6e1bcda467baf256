import { AppError } from '#platform/app-error.ts'
import { isFileField, neededFields } from './file-cake.ts'
import type { FileRowValues } from './file-cells.ts'

/** The most rows of a file that are read. */
export const mostRows = 20_000

/** A row as it was read, not yet checked. */
export interface FileRow {
  /** As a spreadsheet numbers it, the header being 1; in JSON the place in the list, from 1. */
  row: number
  fields: FileRowValues
}

/** The refusal of a file as a whole. */
export function unusableFile(sentence: string): AppError {
  return new AppError('invalid', sentence)
}

export function tooManyRows(): AppError {
  return unusableFile('The file has more than 20,000 rows. Split it into smaller ones.')
}

/**
 * Refuses names that no field has, and files that lack a field every cake needs.
 *
 * @throws AppError invalid, with a sentence that names them
 */
export function checkFieldNames(names: readonly string[]) {
  const unknown = names.filter((name) => !isFileField(name))
  if (unknown.length > 0) {
    const some = unknown.slice(0, 5).map((name) => `“${name.slice(0, 40)}”`)
    const more = unknown.length > some.length ? ` and ${unknown.length - some.length} more` : ''
    throw unusableFile(
      `The file has columns that a cake does not have: ${some.join(', ')}${more}. Rename or remove them.`,
    )
  }
  const missing = neededFields.filter((field) => !names.includes(field))
  if (missing.length > 0) {
    throw unusableFile(`The file lacks columns that every cake needs: ${missing.join(', ')}.`)
  }
}
