import { isPricedFlat } from '#shop/cakes/category.ts'
import { normaliseName } from '#shop/icing/name-on-cake.ts'
import { kilos } from '#shop/values/weight.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { cartState } from './cart.ts'
import { type CartLine, customCakeName, customCakeStock, lineId, parseEgg } from './cart-line.ts'

/** The key of the cart in local storage. */
export const cartKey = 'cakewala:cart'

// Far above any real cart: with these, no stored number can make a total that is not a number.
const mostRupees = 1_000_000
const mostPieces = 9999

/**
 * The stored cart: damaged lines are repaired or dropped. Never throws; without access to the storage the cart is
 * empty. Validated by hand and not by zod, because every page loads this.
 */
export function readCart(storage: Pick<Storage, 'getItem'>): CartLine[] {
  return parseLines(storedLines(storage))
}

/** Lines from outside the program: damaged ones are repaired or dropped, and each is there once. */
export function parseLines(stored: readonly unknown[]): CartLine[] {
  const lines = new Map<string, CartLine>()
  for (const fields of stored) {
    const line = asLine(fields)
    if (line && !lines.has(line.id)) lines.set(line.id, line)
  }
  return [...lines.values()]
}

/** Stores the cart with its totals; false if the browser refuses (private mode, no space). */
export function writeCart(storage: Pick<Storage, 'setItem'>, lines: readonly CartLine[]): boolean {
  return writeStored(storage, cartKey, cartState(lines))
}

function storedLines(storage: Pick<Storage, 'getItem'>): unknown[] {
  const stored = readStored(storage, cartKey)
  // An older shape was the bare list of lines.
  const lines = Array.isArray(stored) ? stored : fieldsOf(stored).cart
  return Array.isArray(lines) ? lines : []
}

function asLine(stored: unknown): CartLine | null {
  const fields = fieldsOf(stored)
  return fields.customize === true ? asCustomLine(fields) : asReadyMadeLine(fields)
}

function asReadyMadeLine(fields: Record<string, unknown>): CartLine | null {
  const line = { ...commonFields(fields), cakeid: text(fields.cakeid), customize: false }
  const price = within(fields.price, 0, mostRupees)
  const stock = within(fields.stock ?? fields.max, 0, mostPieces)
  if (!line.cakeid || !line.name || price === null || stock === null) return null
  if (!isPricedFlat(line.category) && kilos(line.wt) === null) return null
  return { ...line, id: lineId(line), price, stock: Math.floor(stock), max: Math.floor(stock) }
}

function asCustomLine(fields: Record<string, unknown>): CartLine | null {
  const id = text(fields.id)
  if (!id) return null
  return {
    ...commonFields(fields),
    id,
    cakeid: text(fields.cakeid) || id,
    name: customCakeName,
    category: customCakeName,
    customize: true,
    price: 0,
    stock: customCakeStock,
    max: customCakeStock,
  }
}

function commonFields(fields: Record<string, unknown>) {
  return {
    name: text(fields.name),
    category: text(fields.category),
    flavour: text(fields.flavour),
    wt: text(fields.wt),
    egg: parseEgg(fields.egg),
    amount: Math.floor(within(fields.amount, 1, mostPieces) ?? 1),
    bname: normaliseName(text(fields.bname)),
    detail: text(fields.detail),
    isConfirmed: 'processing' as const,
    image: texts(fields.image),
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function texts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string' && one !== '')
}

function within(value: unknown, least: number, most: number): number | null {
  // Adding 0 makes -0 a plain 0, which JSON would do on the next write.
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  if (typeof number !== 'number') return null
  return number >= least && number <= most ? number + 0 : null
}
