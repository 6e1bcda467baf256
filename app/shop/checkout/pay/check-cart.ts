import type { Cake } from '#shop/cakes/cake.schema.ts'
import { exceedsStockText } from '#shop/cart/cart.ts'
import { customCakeName, customCakeStock, lineId } from '#shop/cart/cart-line.ts'

import { formatInr, toPaise } from '#shop/values/money.ts'
import type { OrderLine } from '../checkout.endpoints.ts'

/** A line as it will be ordered: what the customer chose, with the shop's own words and price. */
export type CheckedLine = OrderLine & Pick<Choices, 'name' | 'category' | 'image' | 'price' | 'egg'>

export interface CheckedCart {
  lines: CheckedLine[]
  /** What is no longer as the cart has it: `order.0` → sentence. */
  changes: Record<string, string>
}

/** Holds a cart against the catalogue as it is now. Prices, names and pictures are the catalogue's. */
export function checkCart(sent: readonly OrderLine[], cakes: readonly Cake[]): CheckedCart {
  const byId = new Map(cakes.map((cake) => [cake.id, cake]))
  const same = Map.groupBy(sent, lineId)
  const changes: Record<string, string> = {}
  const lines: CheckedLine[] = []
  for (const [index, line] of sent.entries()) {
    const cake = line.customize ? customCake(line) : byId.get(line.cakeid)
    const change = cake
      ? changeOf(line, cake, piecesOf(same.get(lineId(line)) ?? []))
      : 'This cake is no longer in our shop. Please remove it.'
    if (change) changes[`order.${index}`] = change
    if (cake && !change) {
      const { name, category, image, price, egg } = cake
      lines.push({ ...line, name, category, image, price, egg })
    }
  }
  return { lines, changes }
}

type Choices = Pick<
  Cake,
  'name' | 'category' | 'image' | 'price' | 'flavours' | 'weight' | 'stock'
> & {
  /** Null where nobody has said it: a customised cake. */
  egg: Cake['egg'] | null
}

/** A customised cake has no catalogue entry: any flavour and weight, five at the most, its price agreed later. */
function customCake(line: OrderLine): Choices {
  return {
    name: customCakeName,
    category: customCakeName,
    image: line.image,
    price: 0,
    egg: null,
    flavours: [line.flavour],
    weight: [line.wt],
    stock: customCakeStock,
  }
}

function piecesOf(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** `pieces`: how many are ordered of this very cake, which a cart has in one line but a request may have in several. */
function changeOf(line: OrderLine, cake: Choices, pieces: number): string | null {
  if (!cake.flavours.includes(line.flavour)) {
    return `${cake.name} is no longer made in ${line.flavour || 'this flavour'}. Please choose another flavour.`
  }
  if (!cake.weight.includes(line.wt)) {
    return `${cake.name} is no longer made in ${line.wt} kg. Please choose another weight.`
  }
  if (pieces > cake.stock) return exceedsStockText(cake.stock)
  if (line.price !== cake.price) {
    return `The price of ${cake.name} is now ${formatInr(toPaise(cake.price))}.`
  }
  return null
}
