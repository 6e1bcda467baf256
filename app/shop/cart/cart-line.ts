import { toRupees } from '#shop/values/money.ts'
import { priceCart } from './price-cart.ts'

/** A line of the cart, stored in the browser. The names of its fields are the specification's. */
export interface CartLine {
  id: string
  cakeid: string
  name: string
  category: string
  flavour: string
  /** Weight in kg as text, '0.5'. */
  wt: string
  /** How many pieces, at least 1. */
  amount: number
  /** The name on the cake, '' for none. */
  bname: string
  /** A customised cake: priced by the baker later and paid in cash. */
  customize: boolean
  /** What the customer adds about a customised cake, '' for none. */
  detail: string
  isConfirmed: 'processing'
  /** Addresses of pictures; the first is shown. */
  image: string[]
  /** Rupees per kg, or per piece when priced flat; 0 for a customised cake. */
  price: number
  /** The most that can be ordered together; `max` is the same number. */
  stock: number
  max: number
}

export const customCakeName = 'Customized Cake'
export const customCakeStock = 5

const idLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Same cake, flavour, weight and name on the cake are one line: cake id + flavour + weight, and '|' + name
 * when there is one, so that two names are two lines and none is lost.
 */
export function lineId({
  cakeid,
  flavour,
  wt,
  bname,
}: Pick<CartLine, 'cakeid' | 'flavour' | 'wt' | 'bname'>): string {
  const name = bname.trim()
  return `${cakeid}${flavour}${wt}${name && `|${name}`}`
}

/** A customised cake for the cart, under a random id of 8 characters; `random` gives numbers from 0 up to 1. */
export function customLine(
  request: Pick<CartLine, 'flavour' | 'wt' | 'bname' | 'detail' | 'image'>,
  random: () => number,
): CartLine {
  const id = Array.from({ length: 8 }, () =>
    idLetters.charAt(Math.floor(random() * idLetters.length)),
  ).join('')
  return {
    id,
    cakeid: id,
    name: customCakeName,
    category: customCakeName,
    flavour: request.flavour,
    wt: request.wt,
    amount: 1,
    bname: request.bname,
    customize: true,
    detail: request.detail,
    isConfirmed: 'processing',
    image: request.image,
    price: 0,
    stock: customCakeStock,
    max: customCakeStock,
  }
}

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
  if (line.stock < 1) return { lines: [...lines], capped: true }
  const merged = { ...line, amount: Math.min(amount, line.stock) }
  return {
    lines: existing
      ? lines.map((other) => (other.id === line.id ? merged : other))
      : [...lines, merged],
    capped: amount > line.stock,
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

/** Lines above their stock; they block the checkout. */
export function exceedsStock(lines: readonly CartLine[]): CartLine[] {
  return lines.filter((line) => line.amount > line.stock)
}

export function exceedsStockText(stock: number): string {
  return `Only ${stock} can be ordered at once`
}

function changeAmount(lines: readonly CartLine[], id: string, by: number): CartLine[] {
  return lines.map((line) =>
    line.id === id ? { ...line, amount: Math.max(1, line.amount + by) } : line,
  )
}
