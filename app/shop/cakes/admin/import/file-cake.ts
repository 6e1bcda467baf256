import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { type AdminCake, type CakeRecord, toRecord } from '../admin-cake.ts'

export type FileField = keyof CakeRecord

interface Cell {
  write(value: never): string
  read(cell: string): unknown
  /** The value of an empty cell; undefined if the field stays as it is. */
  empty?: unknown
}

const text: Cell = { write: (value: string) => value, read: (cell) => cell, empty: '' }
const number: Cell = { write: (value: number | null) => String(value ?? ''), read: readNumber }
const list: Cell = { write: joinList, read: splitList, empty: [] }
const allergens: Cell = { ...list, read: readAllergens }
/** Empty until it is said; 'none' if it is said that there are none. */
const saidAllergens: Cell = {
  write: (items: string[] | null) => (items?.length === 0 ? 'none' : joinList(items ?? [])),
  read: readAllergens,
  empty: null,
}
const yesOrNo: Cell = { write: (yes: boolean) => (yes ? 'yes' : 'no'), read: readYesOrNo }

/** In the order of a file's columns. */
const cells: Record<FileField, Cell> = {
  id: { ...text, empty: undefined },
  name: text,
  price: { ...number, empty: '' },
  earlierPrice: { ...number, empty: null },
  category: text,
  flavours: list,
  occasions: list,
  weight: list,
  egg: text,
  featured: yesOrNo,
  hidden: yesOrNo,
  stock: number,
  leadHours: number,
  workMinutes: number,
  minutesPerKg: number,
  stars: number,
  description: text,
  ingredients: text,
  contains: saidAllergens,
  mayContain: allergens,
  keeping: text,
  madeByFssai: text,
  reviews: list,
  image: list,
  alts: list,
}

export const fileFields = Object.keys(cells) as FileField[]

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

/** A cake as exports write it and imports compare it. */
export function toFileCake(cake: AdminCake): CakeRecord {
  return { ...toRecord(cake), alts: withoutEmptyEnd(cake.alts) }
}

/** Picture addresses as exports write them, and no empty alt texts at the end. */
export function normaliseFileCake(cake: CakeRecord): CakeRecord {
  const image = cake.image.map((address) => {
    const id = pictureIdFromPath(address)
    return id === null ? address : picturePath(id, 640, 'webp')
  })
  return { ...cake, image, alts: withoutEmptyEnd(cake.alts.slice(0, image.length)) }
}

function withoutEmptyEnd(texts: readonly string[]): string[] {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

export function toCell(cake: CakeRecord, field: FileField): string {
  return cells[field].write(cake[field] as never)
}

// What csvStream puts an apostrophe before. Text that begins like that already gets one more, so that one can be taken off.
const escapedFormula = /^'+[=+\-@\t\r＝＋－＠]/

/** As `toCell`, to be written by `csvStream`. */
export function toSpreadsheetCell(cake: CakeRecord, field: FileField): string {
  const cell = toCell(cake, field)
  return escapedFormula.test(cell) ? `'${cell}` : cell
}

/**
 * The value of a cell that `csvStream` or a spreadsheet has written; undefined if the field stays as it is. Wrong values
 * stay text, so that the message can name them.
 */
export function fromSpreadsheetCell(cell: string, field: FileField): unknown {
  const plain = escapedFormula.test(cell) ? cell.slice(1) : cell
  return plain.trim() === '' ? cells[field].empty : cells[field].read(plain)
}

/** '₹1,450', '849.50' and '849,5', as spreadsheets of several countries write it. */
function readNumber(cell: string): unknown {
  const bare = cell.replace(/[₹\s]/g, '')
  const plain = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : bare.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : cell
}

function readAllergens(cell: string): string[] {
  const words = cell.trim().toLowerCase()
  return words === 'none' ? [] : splitList(words)
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
