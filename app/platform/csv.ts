export type CsvColumns<Row> = readonly (readonly [heading: string, value: (row: Row) => CsvValue])[]

export type CsvValue = string | number | null | Decimals

/** A number in every spreadsheet: below 0 it is no formula. */
export interface Decimals {
  number: number
  decimals: number
}

/** For amounts: always two decimals. */
export const twoDecimals = (number: number): Decimals => ({ number, decimals: 2 })

const quote = 0x22
const lineFeed = 0x0a

/** Counts the rows of a CSV file while it arrives, with its heading. A line break within quotes ends no row. */
export function createCsvRowCounter() {
  let isQuoted = false
  let rows = 0
  return {
    /** Takes the next piece of the file and returns how many rows have ended so far. */
    take(piece: Uint8Array): number {
      for (const byte of piece) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineFeed && !isQuoted) rows += 1
      }
      return rows
    },
  }
}
