import { joinList, splitList } from './catalogue-file-list.ts'
import type { FileCake, FileField } from './file-cake.ts'

/** The fields of a row as they were read, not yet checked. */
export type FileRowValues = Partial<Record<FileField, unknown>>

type Cell = { write(value: never): string; read(cell: string): unknown }

const line: Cell = { write: (text: string) => text, read: (cell) => cell }
const number: Cell = { write: (value: number | null) => String(value ?? ''), read: readNumber }
const list: Cell = { write: joinList, read: splitList }
const yesOrNo: Cell = { write: (yes: boolean) => (yes ? 'yes' : 'no'), read: readYesOrNo }

const cells: Record<FileField, Cell> = {
  id: line,
  name: line,
  price: number,
  earlierPrice: number,
  category: line,
  flavours: list,
  weight: list,
  egg: line,
  featured: yesOrNo,
  hidden: yesOrNo,
  stock: number,
  stars: number,
  description: line,
  reviews: list,
  image: list,
  alts: list,
}

/** What an empty cell says; where it is not listed it says nothing, and the field stays as it is. */
const emptyMeans: FileRowValues = {
  name: '',
  price: '',
  earlierPrice: null,
  category: '',
  flavours: [],
  weight: [],
  egg: '',
  description: '',
  reviews: [],
  image: [],
  alts: [],
}

/** A field of a cake as the text of its cell. */
export function toCell(cake: FileCake, field: FileField): string {
  return cells[field].write(cake[field] as never)
}

/** What a cell says of a field, undefined when nothing. Text that is not of the field's kind stays text: the check names it. */
function fromCell(cell: string, field: FileField): unknown {
  return cell.trim() === '' ? emptyMeans[field] : cells[field].read(cell)
}

// What csvStream puts an apostrophe before. Text that begins like that already gets one more, so that one can be taken off.
const defused = /^'+[=+\-@\t\r＝＋－＠]/

/** As `toCell`, to be written by `csvStream`. */
export function toSpreadsheetCell(cake: FileCake, field: FileField): string {
  const cell = toCell(cake, field)
  return defused.test(cell) ? `'${cell}` : cell
}

/** As `fromCell`, of a cell that `csvStream` or a spreadsheet has written. */
export function fromSpreadsheetCell(cell: string, field: FileField): unknown {
  return fromCell(defused.test(cell) ? cell.slice(1) : cell, field)
}

/** '₹1,450', '849.50' and '849,5', as spreadsheets of several countries write it. */
function readNumber(cell: string): unknown {
  const bare = cell.replace(/[₹\s]/g, '')
  const plain = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : bare.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : cell
}

function readYesOrNo(cell: string): unknown {
  const said = cell.trim().toLowerCase()
  if (['yes', 'true', '1'].includes(said)) return true
  return ['no', 'false', '0'].includes(said) ? false : cell
}
