import { compile } from 'html-to-text'
import { inTurns } from '#platform/in-turns.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { formatInr, toPaise, toRupees } from '#shop/values/money.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { parseWeight } from '#shop/values/typed/typed-weight.ts'
import { formatWeight, kilos } from '#shop/values/weight.ts'
import { unitPrice } from '../../cake-price.ts'
import { isPricedFlat, toCategory } from '../../category.ts'
import {
  eggAmong,
  type FileField,
  fileFields,
  fromSpreadsheetCell,
  readYesOrNo,
  splitList,
  splitWeights,
  splitWords,
} from './file-cake.ts'
import { type ColumnMeaning, mapColumns } from './map-columns.ts'

/** A row of a file by what its columns mean. */
export interface TableRow {
  /** As a spreadsheet numbers it. */
  row: number
  cells: Partial<Record<ColumnMeaning, string[]>>
}

/** A cake of a file, not yet validated. */
export interface FileRow {
  /** Its first row. */
  row: number
  fields: Partial<Record<FileField, unknown>>
  /** Names of its pictures that are not in the shop. */
  files: string[]
  /** What the shop keeps in another way than the file. */
  notes: string[]
}

/** A price is for a kilogram, or for the weight beside it. */
export type PriceBasis = 'kg' | 'weight'

/** A cake of the shop's own file: one row, with each cell as it was written. */
export function readOwnRow({ row, cells }: TableRow): FileRow {
  const fields = readFields((field) => cells[field]?.[0])
  return { row, ...withPictures(fields, splitList(cells.image?.[0] ?? '')), notes: [] }
}

function readFields(cellOf: (field: FileField) => string | undefined): FileRow['fields'] {
  const read = fileFields.flatMap((field) => {
    const cell = cellOf(field)
    return cell === undefined ? [] : [[field, fromSpreadsheetCell(cell, field)]]
  })
  return Object.fromEntries(read)
}

/** Undefined instead of an empty list: then the field stays as it is. */
const some = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined)

/** The pictures of the shop; the others by the names of their files. */
function withPictures(fields: FileRow['fields'], addresses: readonly string[]) {
  const pictures = [...new Set(addresses.map((text) => text.trim()).filter(Boolean))]
  const isStored = (address: string) => pictureIdFromPath(address) !== null
  const files = pictures.filter((address) => !isStored(address)).map(fileName)
  // Beside fewer pictures, the texts would be about others.
  const alts = files.length > 0 ? undefined : fields.alts
  return { fields: { ...fields, image: some(pictures.filter(isStored)), alts }, files }
}

/** 'https://cdn.shop/files/truffle%201.jpg?v=1' is 'truffle 1.jpg'. */
function fileName(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  const name = path.split(/[/\\]/).at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Rows of one product become one cake: variants, further pictures, or the same name with another weight. */
export async function joinRows(rows: readonly TableRow[], basis: PriceBasis): Promise<FileRow[]> {
  const cakes: FileRow[] = []
  for await (const group of inTurns(groupRows(rows))) cakes.push(joinGroup(group, basis))
  return cakes
}

function cellsOf(rows: readonly TableRow[], meaning: ColumnMeaning): string[] {
  return rows.flatMap(({ cells }) => cells[meaning] ?? []).filter((cell) => cell.trim() !== '')
}

function groupRows(rows: readonly TableRow[]): [TableRow, ...TableRow[]][] {
  const keyOfSku = new Map<string, string>()
  const sizes = new Set<string>()
  let last = ''
  const keys = rows.map((row) => {
    const [name] = cellsOf([row], 'name')
    const [handle] = cellsOf([row], 'handle')
    if (cellsOf([row], 'parent').length > 0) return null
    if (handle) last = `handle ${handle}`
    else if (name) {
      const key = `name ${tidyEntry(name).toLowerCase()}`
      const size = [...cellsOf([row], 'weight'), ...cellsOf([row], 'optionValue')].join('\n')
      const isOther = sizes.size < sizes.add(`${key}\n${size}`).size
      last = isOther && size !== '' ? key : `row ${row.row}`
    }
    for (const sku of cellsOf([row], 'sku')) keyOfSku.set(sku, last).set(`id:${sku}`, last)
    return last || `row ${row.row}`
  })
  const groups = new Map<string, [TableRow, ...TableRow[]]>()
  for (const [index, row] of rows.entries()) {
    const key = keys[index] ?? keyOfSku.get(cellsOf([row], 'parent')[0] ?? '') ?? `row ${row.row}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

function joinGroup(group: readonly [TableRow, ...TableRow[]], basis: PriceBasis): FileRow {
  const fields = readFields((field) => cellsOf(group, field)[0])
  const [category] = cellsOf(group, 'category').map(lastCategory)
  const [description] = cellsOf(group, 'description').map(plainText)
  const options = group.map((row) => readOptions(row, group[0]))
  const flavours = cellsOf(group, 'flavours').flatMap(splitWords)
  const eggs = options.flatMap((one) => one.eggs)
  const tags = cellsOf(group, 'tags').flatMap((cell) => cell.split(','))
  const isShown = readYesOrNo(cellsOf(group, 'published')[0] ?? '')
  const { notes, ...priced } = readPrices(group, { options, basis, category })
  const unknown = [...new Set(options.flatMap((one) => one.unknown))]
  const pictured = withPictures(
    {
      ...fields,
      ...priced,
      category,
      description,
      flavours: some([...flavours, ...options.flatMap((one) => one.flavours)]),
      egg: fields.egg ?? eggAmong(eggs) ?? eggAmong(tags),
      hidden: typeof isShown === 'boolean' ? !isShown : fields.hidden,
    },
    cellsOf(group, 'image').flatMap(splitWords),
  )
  const leftOut = unknown.length > 0 ? [`Left out: ${unknown.join(', ')}`] : []
  return { row: group[0].row, ...pictured, notes: [...notes, ...leftOut] }
}

/** 'Cakes > Chocolate, Bestsellers' is 'Chocolate'. */
function lastCategory(cell: string): string {
  return cell.split(/[,;|]/)[0]?.split('>').at(-1)?.trim() ?? ''
}

const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: 100_000, maxDepth: 50 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
})

/** Other shop systems write HTML, or '\n' for the end of a line. */
function plainText(cell: string): string {
  const text = cell.replaceAll(String.raw`\n`, '\n')
  return /<\/?[a-z][^<>]*>|&#?\w+;/i.test(text) ? toText(text) : text
}

type Options = ReturnType<typeof readOptions>

/** What sets a row apart from the others of its product. The names of options may stand in the first row alone. */
function readOptions({ cells }: TableRow, first: TableRow) {
  const found: Record<'weights' | 'flavours' | 'eggs' | 'unknown', string[]> = {
    weights: [],
    flavours: [],
    eggs: [],
    unknown: [],
  }
  for (const [index, value] of (cells.optionValue ?? []).entries()) {
    if (value.trim() === '') continue
    const name = cells.optionName?.[index] || first.cells.optionName?.[index] || 'size'
    const [meaning] = mapColumns([name])
    const isWeight = meaning === 'weight' || meaning === 'optionValue' || meaning === 'grams'
    for (const text of splitWeights(value)) {
      const egg = eggAmong([text])
      const kg = parseWeight(text)
      // '1 pound' stays, to be asked about; 'Small' is left out.
      if (isWeight ? kg !== null || /\d/.test(text) : kg !== null && !Number(text))
        found.weights.push(text)
      else if (meaning === 'flavours') found.flavours.push(text)
      else if (egg) found.eggs.push(egg)
      else if (name !== 'Title') found.unknown.push(`${name} ${text}`)
    }
  }
  return found
}

/** More is meant in grams, or by mistake. */
const maxBareKilos = 25

/** Weights in the shop's spelling. What is doubtful stays as a question, which is no weight. */
function readWeights({ cells }: TableRow, options: Options): string[] {
  const written = (cells.weight ?? []).flatMap(splitWeights)
  const grams = (cells.grams ?? []).filter((text) => Number(text) > 0).map((text) => `${text} g`)
  const [texts = []] = [written, options.weights, grams].filter((some) => some.length > 0)
  return texts.map((text) => {
    const wt = parseWeight(text)
    const isDoubtful = Number(text) > maxBareKilos
    return isDoubtful ? `${text} g or kg?` : (wt ?? text.trim())
  })
}

interface PriceContext {
  options: readonly Options[]
  basis: PriceBasis
  category: string | undefined
}

/** The weights of a product, and the one price that the shop computes theirs from: that of the smallest. */
function readPrices(group: readonly TableRow[], { options, basis, category = '' }: PriceContext) {
  const rows = group.map((row, index) => {
    const weights = readWeights(row, options[index] as Options).sort(byKilos)
    const [regular] = readAmounts(row, 'price')
    const [sale = regular] = readAmounts(row, 'salePrice')
    const [earlier = sale === regular ? undefined : regular] = readAmounts(row, 'earlierPrice')
    return { weights, wt: weights[0], price: sale, earlier }
  })
  const weight = [...new Set(rows.flatMap(({ weights }) => weights))].sort(byKilos)
  const priced = rows.filter(({ price }) => price !== undefined)
  const base =
    priced.find(({ price }) => typeof price === 'string') ??
    priced.sort((a, b) => byKilos(a.wt, b.wt))[0]
  const isFlat = basis === 'kg' || isPricedFlat(toCategory(category))
  const kg = (!isFlat && kilos(base?.wt ?? '')) || 1
  const perKg = (amount: number | string | undefined) =>
    typeof amount === 'number' ? toRupees(Math.round(toPaise(amount) / kg)) : amount
  const price = perKg(base?.price)
  const earlier = perKg(base?.earlier)
  const notes = priced.flatMap(({ wt = '1', price: said }) => {
    if (typeof said !== 'number' || typeof price !== 'number' || kilos(wt) === null) return []
    const here = isFlat ? toPaise(price) : unitPrice({ price, category }, wt)
    if (here === toPaise(said)) return []
    return [
      `${formatWeight(wt)} is ${formatInr(toPaise(said))} in the file, ${formatInr(here)} here`,
    ]
  })
  return {
    price,
    weight: some(weight),
    earlierPrice: typeof earlier === 'number' && earlier > Number(price) ? earlier : undefined,
    notes: [...new Set(notes)],
  }
}

function readAmounts(row: TableRow, meaning: 'price' | 'salePrice' | 'earlierPrice') {
  return cellsOf([row], meaning).map(
    (cell) => fromSpreadsheetCell(cell, 'price') as number | string,
  )
}

const byKilos = (a = '', b = '') => (kilos(a) ?? 0) - (kilos(b) ?? 0)
