import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import type { AdminCake } from '../admin-cake.ts'
import type { CheckedCake } from '../cake-input.schema.ts'

/** A cake as exports write it and imports read it. */
export type FileCake = CheckedCake & { id: string }

export type FileField = keyof FileCake

/** The fields in the order of a file's columns. */
export const fileFields = [
  'id',
  'name',
  'price',
  'earlierPrice',
  'category',
  'flavours',
  'weight',
  'egg',
  'featured',
  'hidden',
  'stock',
  'leadHours',
  'workMinutes',
  'minutesPerKg',
  'stars',
  'description',
  'reviews',
  'image',
  'alts',
] as const satisfies readonly FileField[]

/** Columns that every file needs. Fields of other columns stay as they are. */
export const requiredFields = [
  'name',
  'price',
  'category',
  'flavours',
  'weight',
  'egg',
  'image',
] as const satisfies readonly FileField[]

export function isFileField(name: string): name is FileField {
  return (fileFields as readonly string[]).includes(name)
}

/** An admin's cake as a row of a file. */
export function toFileCake(cake: AdminCake): FileCake {
  const { _id, pictures, updatedAt, ...own } = cake
  return { ...own, alts: withoutEmptyEnd(cake.alts) }
}

/** Picture addresses as exports write them, and no empty alt texts at the end. */
export function normaliseFileCake(cake: FileCake): FileCake {
  const image = cake.image.map((address) => {
    const id = pictureIdFromPath(address)
    return id === null ? address : picturePath(id, 640, 'webp')
  })
  return { ...cake, image, alts: withoutEmptyEnd(cake.alts.slice(0, image.length)) }
}

/** The fields in which two cakes differ, in the order of the columns. */
export function changedFields(one: FileCake, other: FileCake): FileField[] {
  return fileFields.filter((field) => !isSameValue(one[field], other[field]))
}

/** Whether two values of a field are the same: texts, numbers, or lists of texts. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function withoutEmptyEnd(texts: readonly string[]): string[] {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** The fields of a row, not yet validated. */
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
  leadHours: number,
  workMinutes: number,
  minutesPerKg: number,
  stars: number,
  description: line,
  reviews: list,
  image: list,
  alts: list,
}

/** The value of an empty cell. Fields that are not listed stay as they are. */
const valueOfEmptyCell: FileRowValues = {
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

/** The value of a cell; undefined if the field stays as it is. Wrong values stay text, so that the message can name them. */
function fromCell(cell: string, field: FileField): unknown {
  return cell.trim() === '' ? valueOfEmptyCell[field] : cells[field].read(cell)
}

// What csvStream puts an apostrophe before. Text that begins like that already gets one more, so that one can be taken off.
const escapedFormula = /^'+[=+\-@\t\r＝＋－＠]/

/** As `toCell`, to be written by `csvStream`. */
export function toSpreadsheetCell(cake: FileCake, field: FileField): string {
  const cell = toCell(cake, field)
  return escapedFormula.test(cell) ? `'${cell}` : cell
}

/** As `fromCell`, of a cell that `csvStream` or a spreadsheet has written. */
export function fromSpreadsheetCell(cell: string, field: FileField): unknown {
  return fromCell(escapedFormula.test(cell) ? cell.slice(1) : cell, field)
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
  const word = cell.trim().toLowerCase()
  if (['yes', 'true', '1'].includes(word)) return true
  return ['no', 'false', '0'].includes(word) ? false : cell
}

/**
 * A list in one cell of a spreadsheet: 'Cocoa | Truffle cream'. A '|' or '\' that belongs to the text is written
 * with a '\' before it, so that every list comes back as it was.
 */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, String.raw`\$&`)).join(' | ')
}

/** The list in a cell; blanks beside a '|' may be left out, and a '\' before anything else stands for itself. */
export function splitList(cell: string): string[] {
  if (cell === '') return []
  const items: string[] = []
  let item = ''
  for (const [piece] of cell.matchAll(/\\[\\|]| ?\| ?|[^\\| ]+|[\\ ]/g)) {
    if (piece.trim() === '|') {
      items.push(item)
      item = ''
    } else item += /^\\./.test(piece) ? piece.slice(1) : piece
  }
  return [...items, item]
}
