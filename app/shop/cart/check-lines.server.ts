import { newId } from '#platform/secrets.server.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { linePrice, priceUnit, unitPrice } from '#shop/cakes/cake-price.ts'
import { canBeHad, markOf } from '#shop/cakes/choices.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { customisedLine, exceedsStockText, orderedOf, piecesOf } from './cart-line.ts'
import type { OrderLine } from './order-line.schema.ts'

type PricedLine = OrderLine & Pick<Choices, 'name' | 'category' | 'image' | 'price' | 'egg'>

/** Changes since the customer saw the cart: field, such as `order.0` → sentence. */
export type Changes = Record<string, string>

/** Prices, names and pictures are the catalogue's. */
export function checkLines(sent: readonly OrderLine[], cakes: readonly Cake[]) {
  const cakesById = new Map(cakes.map((cake) => [cake.id, cake]))
  const changes: Changes = {}
  const lines: PricedLine[] = []
  for (const [index, line] of sent.entries()) {
    const cake = line.customize ? customCake(line) : cakesById.get(line.cakeid)
    const change = cake
      ? findChange(line, cake, piecesOf(line, sent))
      : 'This cake is no longer in our shop. Please remove it.'
    if (change) changes[`order.${index}`] = change
    if (cake && !change) {
      const { name, category, image, price } = cake
      lines.push({ ...line, name, category, image, price, egg: markOf(cake, line.chosen) })
    }
  }
  return { lines, changes }
}

type Choices = Pick<
  Cake,
  'name' | 'category' | 'image' | 'price' | 'flavours' | 'weight' | 'choices' | 'stock'
> & {
  /** Null for a customised cake without a choice. */
  egg: Cake['egg'] | null
}

/**
 * A customised cake is not in the catalogue: any flavour and weight, at most five, with a price that is agreed later.
 */
function customCake(line: OrderLine): Choices {
  return {
    ...customisedLine,
    image: line.image,
    egg: line.egg,
    flavours: [line.flavour],
    weight: [line.wt],
    choices: [],
  }
}

/** @param pieces of this cake in all lines */
function findChange(line: OrderLine, cake: Choices, pieces: number): string | null {
  if (!cake.flavours.includes(line.flavour)) {
    return `${cake.name} is no longer made in ${line.flavour || 'this flavour'}. Please choose another flavour.`
  }
  if (!cake.weight.includes(line.wt)) {
    return `${cake.name} is no longer made in ${formatWeight(line.wt)}. Please choose another weight.`
  }
  if (!canBeHad(cake, line.chosen)) {
    return `What you can choose for ${cake.name} has changed. Please remove it, and choose again.`
  }
  if (pieces > cake.stock) return exceedsStockText(cake.stock)
  return line.price === cake.price ? null : newPriceText(line, cake)
}

/** The cake's price, and what the line comes to, as the cart shows it. */
function newPriceText({ wt, amount, chosen }: OrderLine, cake: Choices): string {
  const unit = priceUnit(cake.category)
  const pieces = [amount > 1 && amount, unit === 'per kg' && formatWeight(wt)].filter(Boolean)
  const inAll = pieces.length
    ? `, ${formatInr(linePrice({ ...cake, chosen }, wt, amount))} for ${pieces.join(' × ')}`
    : ''
  return `The price of ${cake.name} is now ${formatInr(toPaise(cake.price))} ${unit}${inAll}.`
}

/** The item that an order gets by a line. */
export function toItem(line: PricedLine) {
  return {
    ...orderedOf(line),
    id: newId(),
    cakeId: line.customize ? null : line.cakeid,
    image: line.image,
    pricePaise: toPaise(line.price),
    unitPaise: line.customize ? 0 : unitPrice(line, line.wt),
  }
}
