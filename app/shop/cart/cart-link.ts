import { ownPicturePattern } from '#shop/pictures/picture-sizes.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'
import { type CartLine, customisedLine, lineId, type Ordered, orderedOf } from './cart-line.ts'
import { parseLines } from './cart-store.ts'

const prefix = '#cart='

/**
 * The address of the cart page with these lines in it, to take the cart along into another browser. They are behind the
 * '#', which no browser sends to a server, and there is nothing else in it: no session, no name, no address.
 */
export function cartLink(origin: string, lines: readonly CartLine[]): string {
  return `${origin}/cart${prefix}${toBase64Url(JSON.stringify(lines))}`
}

/** The lines that a link brings, checked like a stored cart; none if it is damaged. Never throws. */
export function readCartLink(hash: string): CartLine[] {
  try {
    const stored: unknown = JSON.parse(fromBase64Url(hash.slice(prefix.length)))
    const lines = parseLines(Array.isArray(stored) ? stored : [])
    // Anybody can write such a link.
    return lines.map((line) => ({
      ...line,
      image: line.image.filter((one) => ownPicturePattern.test(one)),
    }))
  } catch {
    return []
  }
}

function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws DOMException when it is not base64, TypeError when it is not UTF-8 */
function fromBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

/** What was ordered once: a line of the cart, and what its price was. */
interface OrderedItem extends Ordered {
  id: string
  /** Null for a customised cake, and for a cake that was deleted. */
  cakeId: string | null
  image: readonly string[]
  pricePaise: Paise
}

/** The same again, for the cart, which asks for today's price and stock. */
export function lineAgain(item: OrderedItem, stock = item.amount): CartLine {
  const cakeid = item.cakeId ?? item.id
  const most = item.customize ? customisedLine.stock : stock
  return {
    ...orderedOf(item),
    id: lineId({ ...item, cakeid }),
    cakeid,
    isConfirmed: 'processing',
    image: [...item.image],
    price: toRupees(item.pricePaise),
    stock: most,
    max: most,
  }
}
