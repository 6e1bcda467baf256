import { toRupees } from '#shop/values/money.ts'
import type { CartLine } from './cart-line.ts'
import { priceCart } from './price-cart.ts'

/** The cart as the specification names its parts; prices in rupees, the total without shipping. */
interface CartState {
  cart: CartLine[]
  total_item: number
  total_price: number
  shipping_fee: number
}

/**
 * Adds a line; one with the same id grows instead and takes over the newer price and stock. Stock caps what is
 * in the cart, and `capped` says that less than the wanted amount was added. A cake without stock is not added.
 */
export function addLine(
  lines: readonly CartLine[],
  line: CartLine,
): { lines: CartLine[]; capped: boolean } {
  const existing = lines.find(({ id }) => id === line.id)
  const amount = (existing?.amount ?? 0) + line.amount
  const inOthers = piecesOf(line, lines) - (existing?.amount ?? 0)
  const room = line.stock - inOthers
  if (room < 1) return { lines: [...lines], capped: true }
  const merged = { ...line, amount: Math.min(amount, room) }
  return {
    lines: existing
      ? lines.map((other) => (other.id === line.id ? merged : other))
      : [...lines, merged],
    capped: amount > room,
  }
}

/** One more of a line. Stock does not stop it: the line then says so, and checkout waits. */
export function increase(lines: readonly CartLine[], id: string): CartLine[] {
  return changeAmount(lines, id, 1)
}

/** One less of a line, never below 1. */
export function decrease(lines: readonly CartLine[], id: string): CartLine[] {
  return changeAmount(lines, id, -1)
}

export function removeLine(lines: readonly CartLine[], id: string): CartLine[] {
  return lines.filter((line) => line.id !== id)
}

export function clearCart(): CartLine[] {
  return []
}

/** The cart with its totals, as it is stored. */
export function cartState(lines: readonly CartLine[]): CartState {
  const { items, subtotal, shipping } = priceCart(lines)
  return {
    cart: [...lines],
    total_item: items,
    total_price: toRupees(subtotal),
    shipping_fee: toRupees(shipping),
  }
}

type Pieces = Pick<CartLine, 'cakeid' | 'amount'>

/** How many pieces of a cake are in a cart: in all its lines, whatever flavour, weight or name they have. */
export function piecesOf({ cakeid }: Pick<Pieces, 'cakeid'>, lines: readonly Pieces[]): number {
  return lines.reduce((sum, line) => (line.cakeid === cakeid ? sum + line.amount : sum), 0)
}

/** Lines of cakes above their stock; they block the checkout. */
export function exceedsStock(lines: readonly CartLine[]): CartLine[] {
  return lines.filter((line) => piecesOf(line, lines) > line.stock)
}

export function exceedsStockText(stock: number): string {
  return `Only ${stock} can be ordered at once`
}

function changeAmount(lines: readonly CartLine[], id: string, by: number): CartLine[] {
  return lines.map((line) =>
    line.id === id ? { ...line, amount: Math.max(1, line.amount + by) } : line,
  )
}
