import { type NavigateOptions, useLocation } from 'react-router'
import { isPricedFlat } from '#shop/cakes/cake-price.ts'
import { normaliseName } from '#shop/cakes/icing/name-on-cake.ts'
import { toRupees } from '#shop/values/money.ts'
import { kilos } from '#shop/values/weight.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { useHydrated, useStored } from '#ui/hydration.tsx'
import {
  addLine,
  type CartLine,
  changeLineAmount,
  customisedLine,
  lineId,
  parseEgg,
  removeLine,
  restoreLine,
} from './cart-line.ts'
import { priceCart } from './price-cart.ts'

/** In local storage. The first script of every page reads both. */
export const cartKey = 'cakewala:cart'
export const placedOrderKey = 'cakewala:placed-order'

// Far above any real cart: with these, no stored number can make a total that is not a number.
const maxRupees = 1_000_000
const maxPieces = 9999

export const cart = createStored<readonly CartLine[]>(cartKey, parseCart, { format: cartState })

export function useCart(): readonly CartLine[] {
  return useStored(cart)
}

/** Whether the cart is known yet: not on the server, where nobody has one. */
export function useCartIsLoaded(): boolean {
  return useHydrated()
}

export function addToCart(line: CartLine): { capped: boolean } {
  const { lines: next, capped } = addLine(cart.current(), line)
  cart.save(next)
  return { capped }
}

export function changeAmount(id: string, by: 1 | -1) {
  cart.save(changeLineAmount(cart.current(), id, by))
}

/** @returns puts it back as it was, with all its choices */
export function removeFromCart(id: string): () => void {
  const lines = cart.current()
  const place = lines.findIndex((line) => line.id === id)
  const removed = lines[place]
  cart.save(removeLine(lines, id))
  return () => {
    if (removed) cart.save(restoreLine(cart.current(), removed, place))
  }
}

/** Puts lines into the cart that are not in it yet. Repeating it changes nothing. */
export function addMissingLines(lines: readonly CartLine[]) {
  const ids = new Set(cart.current().map(({ id }) => id))
  cart.save([...cart.current(), ...lines.filter(({ id }) => !ids.has(id))])
}

export function emptyCart() {
  cart.save([])
}

/** What another tab has added meanwhile stays. */
export function removeOrdered(ordered: readonly CartLine[]) {
  const amounts = new Map(ordered.map(({ id, amount }) => [id, amount]))
  const rest = cart.current().map((line) => ({
    ...line,
    amount: line.amount - (amounts.get(line.id) ?? 0),
  }))
  cart.save(rest.filter(({ amount }) => amount > 0))
}

/** How to open the cart so that it shows a line that was just put into it. */
export function stateWithAddedLine(id: string): NavigateOptions {
  return { state: { added: id } }
}

/** The id of the line that the cart was opened to show; null for none. */
export function useAddedLine(): string | null {
  const state: { added?: unknown } = Object(useLocation().state)
  return typeof state.added === 'string' ? state.added : null
}

/** A note for the rider that was typed as the name on a cake. The checkout offers it as that note. */
export const typedNote = createStored('cakewala:note', textOf, { visit: true })

export function addTypedNote(note: string) {
  typedNote.save([typedNote.current(), note].filter(Boolean).join(', '))
}

/** The stored cart: damaged lines are repaired or dropped. Also reads an older shape, the bare list of lines. */
export function parseCart(stored: unknown): CartLine[] {
  const lines = Array.isArray(stored) ? stored : fieldsOf(stored).cart
  return parseLines(Array.isArray(lines) ? lines : [])
}

/** The cart as the specification names its parts; prices in rupees, the total without shipping. */
interface CartState {
  cart: CartLine[]
  total_item: number
  total_price: number
  shipping_fee: number
}

export function cartState(lines: readonly CartLine[]): CartState {
  const { items, subtotal, shipping } = priceCart(lines)
  return {
    cart: [...lines],
    total_item: items,
    total_price: toRupees(subtotal),
    shipping_fee: toRupees(shipping),
  }
}

/** Lines from outside the program: damaged ones are repaired or dropped, and so are repeated ones. */
export function parseLines(stored: readonly unknown[]): CartLine[] {
  const lines = new Map<string, CartLine>()
  for (const fields of stored) {
    const line = asLine(fields)
    if (line && !lines.has(line.id)) lines.set(line.id, line)
  }
  return [...lines.values()]
}

function asLine(stored: unknown): CartLine | null {
  const fields = fieldsOf(stored)
  return fields.customize === true ? asCustomLine(fields) : asReadyMadeLine(fields)
}

function asReadyMadeLine(fields: Record<string, unknown>): CartLine | null {
  const line = { ...commonFields(fields), cakeid: textOf(fields.cakeid), customize: false }
  const price = within(fields.price, 0, maxRupees)
  const stock = within(fields.stock ?? fields.max, 0, maxPieces)
  if (!line.cakeid || !line.name || price === null || stock === null) return null
  if (!isPricedFlat(line.category) && kilos(line.wt) === null) return null
  const soldOut = textOf(fields.soldOut)
  const max = Math.floor(stock)
  return { ...line, id: lineId(line), price, stock: max, max, ...(soldOut && { soldOut }) }
}

function asCustomLine(fields: Record<string, unknown>): CartLine | null {
  const id = textOf(fields.id)
  if (!id) return null
  return { ...commonFields(fields), ...customisedLine, id, cakeid: textOf(fields.cakeid) || id }
}

function commonFields(fields: Record<string, unknown>) {
  return {
    name: textOf(fields.name),
    category: textOf(fields.category),
    flavour: textOf(fields.flavour),
    wt: textOf(fields.wt),
    egg: parseEgg(fields.egg),
    chosen: texts(fields.chosen ?? []),
    amount: Math.floor(within(fields.amount, 1, maxPieces) ?? 1),
    bname: normaliseName(textOf(fields.bname)),
    detail: textOf(fields.detail),
    isConfirmed: 'processing' as const,
    image: texts(fields.image),
  }
}

function texts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string' && one !== '')
}

function within(value: unknown, min: number, max: number): number | null {
  // Adding 0 makes -0 a plain 0, which JSON would do on the next write.
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  if (typeof number !== 'number') return null
  return number >= min && number <= max ? number + 0 : null
}
