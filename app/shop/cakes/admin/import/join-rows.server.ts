import { compile } from 'html-to-text'
import { inTurns } from '#platform/read-table.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { formatInr, toPaise, toRupees } from '#shop/values/money.ts'
import { parseWeight } from '#shop/values/typed/typed-amount.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { formatWeight, kilos } from '#shop/values/weight.ts'
import { isPricedFlat, toCategory, unitPrice } from '../../cake-price.ts'
import {
  eggAmong,
  type FileField,
  fileFields,
  fromSpreadsheetCell,
  readYesOrNo,
  splitWeights,
  splitWords,
} from './file-cake.ts'
import { type ColumnMeaning, mapColumns } from './import.schema.ts'

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
  fields: Partial<Record<FileField, unknown>> & { image?: string[] }
  /** Names of its pictures that are not in the shop. */
  files: string[]
  /** What the shop keeps in another way than the file. */
  notes: string[]
}

/** A price is for a kilogram, or for the weight beside it. */
export type PriceBasis = 'kg' | 'weight'

type Product = [TableRow, ...TableRow[]]

/**
 * The cakes of a file. Rows of one product become one cake. In the shop's own files, where `basis` is null, each row is a
 * cake with its cells as they were written.
 */
export async function joinRows(
  rows: readonly TableRow[],
  basis: PriceBasis | null,
): Promise<FileRow[]> {
  const cakes: FileRow[] = []
  const products = basis ? groupRows(rows) : rows.map((row): Product => [row])
  for await (const product of inTurns(products)) cakes.push(readCake(product, basis))
  return cakes
}

function readCake(product: Product, basis: PriceBasis | null): FileRow {
  const [{ row, cells }] = product
  const read = fileFields.map((field) => {
    const cell = basis ? cellsOf(product, field)[0] : cells[field]?.[0]
    return [field, cell === undefined ? undefined : fromSpreadsheetCell(cell, field)]
  })
  const own: FileRow['fields'] = Object.fromEntries(read)
  const { notes, ...fields } = basis ? readProduct(product, own, basis) : { ...own, notes: [] }
  const pictures = cellsOf(product, 'image').flatMap(splitWords)
  return { row, notes, ...withPictures(fields, pictures) }
}

function cellsOf(rows: readonly TableRow[], meaning: ColumnMeaning): string[] {
  return rows.flatMap(({ cells }) => cells[meaning] ?? []).filter((cell) => cell.trim() !== '')
}

/** Undefined instead of an empty list: then the field stays as it is. */
const some = <T>(list: readonly T[]) => (list.length > 0 ? [...new Set(list)] : undefined)

/** The pictures of the shop; the others by the names of their files. */
function withPictures(fields: FileRow['fields'], addresses: readonly string[]) {
  const pictures = addresses.map((address) => address.trim()).filter(Boolean)
  const isStored = (address: string) => pictureIdFromPath(address) !== null
  const files = some(pictures.filter((address) => !isStored(address)).map(fileName)) ?? []
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

/**
 * Rows of one product have one handle, its SKU as their parent, or one name with several sizes. A row without any belongs to
 * the one above it.
 */
function groupRows(rows: readonly TableRow[]): Product[] {
  const products: Product[] = []
  const known = new Map<string, Product>()
  const sizes = new Set<string>()
  const isVariation = (row: TableRow) => cellsOf([row], 'parent').length > 0
  for (const row of [...rows.filter((row) => !isVariation(row)), ...rows.filter(isVariation)]) {
    const [key] = [
      ...cellsOf([row], 'handle').map((handle) => `handle ${handle}`),
      ...cellsOf([row], 'parent').map((sku) => `sku ${sku}`),
      ...cellsOf([row], 'name').map((name) => {
        const size = [...cellsOf([row], 'weight'), ...cellsOf([row], 'optionValue')].join('\n')
        const key = `name ${tidyEntry(name).toLowerCase()}`
        const isAnotherSize = size !== '' && sizes.size < sizes.add(`${key}\n${size}`).size
        return isAnotherSize ? key : `row ${row.row}`
      }),
    ]
    const found = key === undefined ? products.at(-1) : known.get(key)
    const product = found ?? [row]
    if (found) found.push(row)
    else products.push(product)
    if (key !== undefined) known.set(key, product)
    for (const sku of cellsOf([row], 'sku'))
      known.set(`sku ${sku}`, product).set(`sku id:${sku}`, product)
  }
  return products
}

/** What the rows of another shop's product say of a cake, in words and columns of their own. */
function readProduct(product: Product, own: FileRow['fields'], basis: PriceBasis) {
  const variants = product.map((row) => readVariant(row, product[0]))
  const [category] = cellsOf(product, 'category').map(lastCategory)
  const [description] = cellsOf(product, 'description').map(plainText)
  const isShown = readYesOrNo(cellsOf(product, 'published')[0] ?? '')
  const tags = cellsOf(product, 'tags').flatMap((cell) => cell.split(','))
  const flavours = cellsOf(product, 'flavours').flatMap(splitWords)
  const leftOut = some(variants.flatMap((one) => one.leftOut))
  const { notes, ...prices } = readPrices(variants, basis, category)
  return {
    ...own,
    ...prices,
    category,
    description,
    weight: some(variants.flatMap(({ weights }) => weights).sort(byKilos)),
    flavours: some([...flavours, ...variants.flatMap((one) => one.flavours)]),
    egg: own.egg ?? eggAmong(variants.flatMap(({ eggs }) => eggs)) ?? eggAmong(tags),
    hidden: typeof isShown === 'boolean' ? !isShown : own.hidden,
    notes: leftOut ? [...notes, `Left out: ${leftOut.join(', ')}`] : notes,
  }
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

type Variant = ReturnType<typeof readVariant>

/** What sets a row apart from the others of its product. The names of options may stand in the first row alone. */
function readVariant(row: TableRow, { cells: { optionName = [] } }: TableRow) {
  const options = (row.cells.optionValue ?? []).flatMap((value, index) => {
    const name = row.cells.optionName?.[index] || optionName[index] || 'size'
    return splitWeights(value.trim()).map((text) => ({
      name,
      text,
      kind: kindOfOption(name, text),
    }))
  })
  const textsOf = (kind: OptionKind) =>
    options.filter((option) => option.kind === kind).map(({ text }) => text)
  const grams = cellsOf([row], 'grams')
    .filter(Number)
    .map((text) => `${text} g`)
  const weights = [cellsOf([row], 'weight').flatMap(splitWeights), textsOf('weight'), grams]
  const [regular, sale, before] = (['price', 'salePrice', 'earlierPrice'] as const).map(
    (meaning) => cellsOf([row], meaning).map(readAmount)[0],
  )
  const price = sale ?? regular
  return {
    weights: (weights.find((texts) => texts.length > 0) ?? []).map(readWeight).sort(byKilos),
    flavours: textsOf('flavour'),
    eggs: textsOf('egg'),
    leftOut: options
      .filter(({ name, kind }) => kind === null && name !== 'Title')
      .map(({ name, text }) => `${name} ${text}`),
    price,
    earlier: before ?? (price === regular ? undefined : regular),
  }
}

/** In rupees; a text that is no clear amount stays. */
const readAmount = (cell: string) => fromSpreadsheetCell(cell, 'price') as number | string

type OptionKind = 'weight' | 'flavour' | 'egg'

/** '1 pound' is a weight, to be asked about; 'Small' is nothing that the shop keeps. */
function kindOfOption(name: string, text: string): OptionKind | null {
  const [meaning] = mapColumns([name])
  const isSize = meaning === 'weight' || meaning === 'optionValue' || meaning === 'grams'
  if (isSize ? /[\d½¼¾]/.test(text) : parseWeight(text) !== null && !Number(text)) return 'weight'
  if (meaning === 'flavours') return 'flavour'
  return eggAmong([text]) ? 'egg' : null
}

/** More is meant in grams, or by mistake. */
const maxBareKilos = 25

/** A weight in the shop's spelling. What is doubtful stays as a question, which is no weight. */
function readWeight(text: string): string {
  return Number(text) > maxBareKilos ? `${text} g or kg?` : (parseWeight(text) ?? text.trim())
}

/** The one price that the shop computes those of all weights from: that of the smallest. */
function readPrices(variants: readonly Variant[], basis: PriceBasis, category = '') {
  const priced = variants
    .filter(({ price }) => price !== undefined)
    .sort((a, b) => byKilos(a.weights[0], b.weights[0]))
  const base = priced.find(({ price }) => typeof price === 'string') ?? priced[0]
  const isFlat = basis === 'kg' || isPricedFlat(toCategory(category))
  const kg = (!isFlat && kilos(base?.weights[0] ?? '')) || 1
  const perKg = (amount: number | string | undefined) =>
    typeof amount === 'number' ? toRupees(Math.round(toPaise(amount) / kg)) : amount
  const price = perKg(base?.price)
  const earlier = perKg(base?.earlier)
  const notes = priced.flatMap(({ weights: [weight], price: said }) => {
    const wt = weight ?? '1'
    if (typeof said !== 'number' || typeof price !== 'number' || kilos(wt) === null) return []
    const here = isFlat ? toPaise(price) : unitPrice({ price, category }, wt)
    if (here === toPaise(said)) return []
    const what = weight ? formatWeight(weight) : 'Another'
    return `${what} is ${formatInr(toPaise(said))} in the file, ${formatInr(here)} here`
  })
  return {
    price,
    earlierPrice: typeof earlier === 'number' && earlier > Number(price) ? earlier : undefined,
    notes: some(notes) ?? [],
  }
}

const byKilos = (a = '', b = '') => (kilos(a) ?? 0) - (kilos(b) ?? 0)
