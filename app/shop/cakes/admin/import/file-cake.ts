import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { toRupees } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import type { Egg } from '../../cake.schema.ts'
import { readSearchText } from '../../search-text.ts'
import { type AdminCake, type CakeRecord, toRecord } from '../cake-input.schema.ts'

export type FileField = keyof CakeRecord

interface Cell {
  write(value: never): string
  read(cell: string): unknown
  /** The value of an empty cell; undefined if the field stays as it is. */
  empty?: unknown
}

const text: Cell = { write: (value: string) => value, read: (cell) => cell, empty: '' }
const number: Cell = { write: (value: number | null) => String(value ?? ''), read: readNumber }
const rupees: Cell = { ...number, read: readRupees, empty: null }
const pieces: Cell = { ...number, empty: null }
const day: Cell = {
  write: (value: string | null) => value ?? '',
  read: (cell) => cell.trim(),
  empty: null,
}
const list: Cell = { write: joinList, read: splitList, empty: [] }
/** Its entries may stand between commas. */
const words: Cell = { write: joinWords, read: splitWords, empty: [] }
const allergens: Cell = { ...list, read: readAllergens }
/** Empty until it is said; 'none' if it is said that there are none. */
const saidList: Cell = {
  write: (items: string[] | null) => (items?.length === 0 ? 'none' : joinList(items ?? [])),
  read: (cell) => (isNone(cell) ? [] : splitList(cell)),
  empty: null,
}
const yesOrNo: Cell = { write: (yes: boolean) => (yes ? 'yes' : 'no'), read: readYesOrNo }

/** In the order of a file's columns. */
const cells: Record<FileField, Cell> = {
  id: { ...text, empty: undefined },
  name: text,
  price: { ...rupees, empty: '' },
  earlierPrice: rupees,
  category: text,
  flavours: words,
  occasions: words,
  weight: { ...words, read: splitWeights },
  egg: { ...text, empty: undefined },
  choices: list,
  featured: yesOrNo,
  hidden: yesOrNo,
  stock: number,
  leadHours: number,
  workMinutes: number,
  minutesPerKg: number,
  piecesADay: pieces,
  piecesInAll: pieces,
  fromDay: day,
  untilDay: day,
  weekdays: words,
  zones: saidList,
  stars: number,
  description: text,
  ingredients: text,
  contains: { ...saidList, read: readAllergens },
  mayContain: allergens,
  keeping: text,
  madeByFssai: text,
  reviews: list,
  image: { ...list, empty: undefined },
  alts: list,
}

export const fileFields = Object.keys(cells) as FileField[]

/** Columns of every file that the shop writes. */
export const requiredFields = ['name', 'price', 'category', 'flavours', 'weight', 'egg', 'image']

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

function readRupees(cell: string): unknown {
  const paise = parseRupees(cell)
  return paise === null ? cell : toRupees(paise)
}

function readNumber(cell: string): unknown {
  return /^\d+(\.\d+)?$/.test(cell.trim()) ? Number(cell) : cell
}

const isNone = (cell: string) => cell.trim().toLowerCase() === 'none'

function readAllergens(cell: string): string[] {
  return isNone(cell) ? [] : splitList(cell.trim().toLowerCase())
}

const yesWords = ['yes', 'true', '1', 'y', 'active', 'published', 'visible']
const noWords = ['no', 'false', '0', '-1', 'n', 'draft', 'archived', 'inactive', 'hidden']

export function readYesOrNo(cell: string): unknown {
  const word = cell.trim().toLowerCase()
  return yesWords.includes(word) || (noWords.includes(word) ? false : cell)
}

const maxMark = 200
const parts = /[,;/|&\n]|\bor\b|\band\b/i

/** The marks that a text has: two for 'veg/non-veg', undefined for a part that says something else. */
function eggMarks(text: string): Set<Egg | undefined> {
  const each = text
    .slice(0, maxMark)
    .split(parts)
    .map((part) => readSearchText(part.replace(/\b(is|has)\b/i, '')))
  return new Set(each.map(({ egg, words }) => (egg && words.length === 0 ? egg : undefined)))
}

/** The egg mark among tags or options; undefined if there is none. Both are no mark: somebody has to choose. */
export function eggAmong(texts: readonly string[]): string | undefined {
  const marks = new Set(texts.flatMap((text) => [...eggMarks(text)]).filter((mark) => mark))
  return marks.size === 0 ? undefined : [...marks].join(' or ')
}

/** 'veg', 'Contains egg', or 'yes' below 'Eggless'. What is not clear stays, for the message: nobody may guess it. */
export function readEgg(cell: string, heading: string): string {
  const said = readYesOrNo(cell)
  const [mark, other] = eggMarks(typeof said === 'boolean' ? heading : cell)
  if (!mark || other) return cell
  return said === false ? (mark === 'Egg' ? 'Eggless' : 'Egg') : mark
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

/** As {@link joinList}; within a single entry commas are marked too. */
function joinWords(items: readonly string[]): string {
  const joined = joinList(items)
  return items.length === 1 ? joined.replace(/[,;\n]/g, String.raw`\$&`) : joined
}

/** As {@link splitList}; without a '|' the entries stand between commas. */
export function splitWords(cell: string): string[] {
  const items = splitList(cell)
  if (items.length > 1) return items
  const words = cell.match(/(?:\\[\s\S]|[^\\,;\n]|\\$)+/g) ?? []
  const plain = words.map((word) => word.replace(/\\([\\|,;\n])/g, '$1'))
  return plain.length > 1 ? plain.map((word) => word.trim()).filter(Boolean) : plain
}

/** '500 g / 1 kg' and '0.5, 1' are two, '1,5' may be one or two: it stays, for the message. */
export function splitWeights(cell: string): string[] {
  if (/^\s*\d+,\d+\s*$/.test(cell)) return [cell.trim()]
  return splitWords(cell.replace(/([a-z]|\s)\s?[/&]\s?|\band\b/gi, '$1,'))
}
