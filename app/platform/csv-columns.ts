export type CsvColumns<Row> = readonly (readonly [heading: string, value: (row: Row) => CsvValue])[]

export type CsvValue = string | number | null | Decimals

/** A number in every spreadsheet: below 0 it is no formula. */
export interface Decimals {
  number: number
  decimals: number
}

/** For amounts: always two decimals. */
export const twoDecimals = (number: number): Decimals => ({ number, decimals: 2 })
