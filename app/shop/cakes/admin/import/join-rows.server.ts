import { compile } from 'html-to-text'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
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
export function readOwnRow(row: TableRow): FileRow {
  const written = fileFields.flatMap((field) => {
    const cell = row.cells[field]?.[0]
    return cell === undefined ? [] : [[field, fromSpreadsheetCell(cell, field)]]
  })
  return toFileRow(row, Object.fromEntries(written), splitList(row.cells.image?.[0] ?? ''))
}

function toFileRow(
  { row }: TableRow,
  fields: FileRow['fields'],
  addresses: readonly string[],
): FileRow {
  const pictures = [...new Set(addresses.map((text) => text.trim()).filter(Boolean))]
  const image = pictures.filter((address) => pictureIdFromPath(address) !== null)
  const files = pictures.filter((address) => pictureIdFromPath(address) === null).map(fileName)
  const about = { image: image.length > 0 ? image : undefined }
  // Beside fewer pictures, the texts would be about others.
  return {
    row,
    fields: { ...fields, ...about, ...(files[0] && { alts: undefined }) },
    files,
    notes: [],
  }
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
export function joinRows(rows: readonly TableRow[], basis: PriceBasis): FileRow[] {
  return groupRows(rows).map((group) => joinGroup(group, basis))
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
  const written = fileFields.flatMap((field) => {
    const [cell] = cellsOf(group, field)
    return cell === undefined ? [] : [[field, fromSpreadsheetCell(cell, field)] as const]
  })
  const fields: FileRow['fields'] = Object.fromEntries(written)
  const [category] = cellsOf(group, 'category').map(lastCategory)
  const [description] = cellsOf(group, 'description').map(plainText)
  const options = group.map((row) => readOptions(row, group[0]))
  const tagged = cellsOf(group, 'tags').flatMap((tags) => tags.split(','))
  const isShown = readYesOrNo(cellsOf(group, 'published')[0] ?? '')
  const { notes, ...priced } = readPrices(group, { options, basis, category })
  const flavours = [
    ...splitWords(cellsOf(group, 'flavours').join(',')),
    ...options.flatMap((one) => one.flavours),
  ]
  const unknown = [...new Set(options.flatMap((one) => one.unknown))]
  const cake = toFileRow(
    group[0],
    {
      ...fields,
      ...priced,
      category,
      description,
      flavours: flavours.length > 0 ? flavours : undefined,
      egg: fields.egg ?? eggAmong(options.flatMap((one) => one.eggs)) ?? eggAmong(tagged),
      hidden: typeof isShown === 'boolean' ? !isShown : fields.hidden,
    },
    cellsOf(group, 'image').flatMap(splitWords),
  )
  return { ...cake, notes: unknown[0] ? [...notes, `Left out: ${unknown.join(', ')}`] : notes }
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
  const found = {
    weights: [] as string[],
    flavours: [] as string[],
    eggs: [] as string[],
    unknown: [] as string[],
  }
  for (const [index, value] of (cells.optionValue ?? []).entries()) {
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
  const perKg = (amount: number | string | undefined) => {
    const kg = kilos(base?.wt ?? '1')
    return typeof amount !== 'number' || isFlat || !kg
      ? amount
      : Math.round(toPaise(amount) / kg) / 100
  }
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
    weight: weight.length > 0 ? weight : undefined,
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
