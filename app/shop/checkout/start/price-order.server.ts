import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { linePrice, priceUnit, unitPrice } from '#shop/cakes/cake-price.ts'
import { readPublished } from '#shop/cakes/cakes.store.server.ts'
import { customisedLine, exceedsStockText, piecesOf } from '#shop/cart/cart-line.ts'
import { type CartPrice, priceCart } from '#shop/cart/price-cart.ts'
import type { ChosenDelivery } from '#shop/delivery/options/choose-delivery.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import type { NewOrderItem } from '../checkout.store.server.ts'
import type { OrderLine, ProcessPaymentInput } from './checkout-request.server.ts'

type PricedLine = OrderLine & Pick<Choices, 'name' | 'category' | 'image' | 'price' | 'egg'>

/** Changes since the customer saw the cart: field, such as `order.0` → sentence. */
type Changes = Record<string, string>

/**
 * The items and their price in today's catalogue.
 *
 * @throws AppError conflict if the cart or its total is not as the customer saw it
 */
export async function priceOrder(
  tx: Database,
  input: ProcessPaymentInput,
  { delivery, now }: { delivery: Pick<ChosenDelivery, 'terms' | 'place'>; now: Date },
): Promise<{ items: NewOrderItem[]; price: CartPrice }> {
  const ids = input.order.filter((line) => !line.customize).map(({ cakeid }) => cakeid)
  const cakes = await readPublished(tx, [...new Set(ids)])
  const { lines, changes } = checkCart(input.order, cakes)
  Object.assign(changes, await lockDesigns(tx, input.order, now))
  if (Object.keys(changes).length > 0) throw changedError(changes)
  const price = priceCart(lines, delivery.terms)
  requireSameTotal(input.amount, price.cardTotal, feeChange(delivery, price))
  return { items: lines.map(toItem), price }
}

/**
 * @param causes further reasons, as sentences
 * @throws AppError conflict if the card would pay another amount than the customer saw
 */
export function requireSameTotal(seenRupees: number, cardPaise: Paise, causes: Changes = {}) {
  if (toPaise(seenRupees) === cardPaise) return
  const errors = { ...causes, amount: `The total is now ${formatInr(cardPaise)}.` }
  throw new AppError('conflict', Object.values(errors).join(' '), { errors })
}

/** If the cakes are unchanged, the fee of the zone or slot has changed. Without zones it never changes. */
function feeChange({ place }: Pick<ChosenDelivery, 'place'>, { shipping }: CartPrice): Changes {
  if (!place) return {}
  const what = place.zone ? 'Delivery' : 'Pickup'
  return { fee: `${what} ${shipping === 0 ? 'is free' : `costs ${formatInr(shipping)}`}.` }
}

function changedError(errors: Changes): AppError {
  const [only, ...others] = Object.values(errors)
  const detail =
    only && others.length === 0 ? only : 'Some cakes in your cart have changed. Please check them.'
  return new AppError('conflict', detail, { errors })
}

/** Prices, names and pictures are the catalogue's. */
function checkCart(sent: readonly OrderLine[], cakes: readonly Cake[]) {
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
  if (pieces > cake.stock) return exceedsStockText(cake.stock)
  return line.price === cake.price ? null : newPriceText(line, cake)
}

/** The cake's price, and what the line comes to, as the cart shows it. */
function newPriceText({ wt, amount }: OrderLine, cake: Choices): string {
  const unit = priceUnit(cake.category)
  const pieces = [amount > 1 && amount, unit === 'per kg' && formatWeight(wt)].filter(Boolean)
  const inAll = pieces.length
    ? `, ${formatInr(linePrice(cake, wt, amount))} for ${pieces.join(' × ')}`
    : ''
  return `The price of ${cake.name} is now ${formatInr(toPaise(cake.price))} ${unit}${inAll}.`
}

const missingDesign = 'A picture of your customised cake has expired. Please add it again.'

/** Locks the pictures of customised cakes, so that none is purged before the order is stored. */
async function lockDesigns(tx: Database, lines: readonly OrderLine[], now: Date): Promise<Changes> {
  const ids = new Set(lines.flatMap(designIds))
  const lockedIds = new Set(await lockPictures(tx, [...ids], now))
  const missing = [...lines.entries()].filter(([, line]) =>
    designIds(line).some((id) => !lockedIds.has(id)),
  )
  return Object.fromEntries(missing.map(([index]) => [`order.${index}`, missingDesign]))
}

function designIds({ customize, image }: OrderLine): string[] {
  return customize ? image.flatMap((address) => pictureIdFromPath(address) ?? []) : []
}

function toItem(line: PricedLine): NewOrderItem {
  const { name, category, flavour, wt, egg, amount, bname, detail, customize, image } = line
  return {
    id: newId(),
    cakeId: customize ? null : line.cakeid,
    name,
    category,
    flavour,
    wt,
    egg,
    amount,
    bname,
    detail,
    customize,
    image,
    pricePaise: toPaise(line.price),
    unitPaise: customize ? 0 : unitPrice(line, wt),
  }
}
