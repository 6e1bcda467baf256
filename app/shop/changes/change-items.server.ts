import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import { minuteMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import { exceedsStockText } from '#shop/cart/cart-line.ts'
import { checkLines, toItem } from '#shop/cart/check-lines.server.ts'
import { percentOf } from '#shop/cart/coupon.ts'
import type { AddedLine, OrderLine } from '#shop/cart/order-line.schema.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { takeWork } from '#shop/delivery/places.server.ts'
import { deliveryNeeds, readyMadeMinutes } from '#shop/delivery/slot-options.ts'
import { findCoupon } from '#shop/orders/coupons/coupons.store.server.ts'
import { statusesToMake } from '#shop/orders/item-status.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { type ChargeCause, type NetCharge, netCharges } from '#shop/orders/money/ledger.ts'
import { itemPaise } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { insertItems, saveItemChange, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { type Paise, sumPaise, toPaise, toRupees } from '#shop/values/money.ts'
import { formatWeight, kilos } from '#shop/values/weight.ts'
import type { Changer } from './changeable-parts.ts'

/** An item in another weight, in kg, or another number of pieces. */
interface Resized {
  id: string
  wt: string
  amount: number
}

interface ItemsChange {
  order: Order
  resized: readonly Resized[]
  added: readonly AddedLine[]
  by: Changer
  /** The event of this change in charges. */
  event: string
  now: Date
}

/**
 * Changes weights and pieces of ready-made cakes and adds cakes, with the kitchen's minutes for them, and what they cost:
 * less of a cake at the agreed price, more of it at today's, if that is higher; another cake at today's.
 *
 * @throws AppError invalid for a size that the cake does not have; conflict where the kitchen has no time, and for a cake
 *   that is not sold so, or not in time
 */
export async function changeItems(
  shop: AppContext,
  tx: Database,
  { order: before, resized, added, by, event, now }: ItemsChange,
): Promise<Order> {
  const order =
    added.length > 0 ? await addItems(shop, tx, { order: before, added, by, now }) : before
  const fresh = order.items.slice(before.items.length)
  const sized = order.items.flatMap((was) => {
    const size = resized.find(({ id }) => id === was.id)
    return size ? [{ was, item: sizedItem(shop, was, size) }] : []
  })
  const percent = order.coupon ? ((await findCoupon(tx, order.coupon))?.percent ?? null) : null
  const pairs = sized.map(({ was, item }) => ({
    was,
    item: { ...item, couponPaise: couponShare(order, item, percent) },
  }))
  const after = order.items.map((was) => pairs.find(({ item }) => item.id === was.id)?.item ?? was)
  requireStock(shop, after, [
    ...pairs.filter(({ was, item }) => item.amount > was.amount).map(({ item }) => item),
    ...fresh,
  ])
  for (const { item } of pairs) {
    const { id, wt, amount, pricePaise, unitPaise, couponPaise, kitchenMinutes } = item
    const size = { wt, amount, pricePaise, unitPaise, couponPaise, kitchenMinutes }
    await saveItemChange(tx, { id, ...size })
  }
  const more = minutesOf(after) - minutesOf(before.items)
  if (await takeWork(shop, tx, order, more)) {
    const sentence = 'Our kitchen has no more time on that day. Please choose another time first.'
    throw fieldError('conflict', 'items', sentence)
  }
  const charges = [
    ...pairs.map(({ was, item }) => ({ item, paise: itemPaise(item) - itemPaise(was) })),
    ...fresh.map((item) => ({ item, paise: itemPaise(item) })),
  ].map(({ item, paise }) => ({ line: 'item' as const, itemId: item.id, paise }))
  requireOwed(order, charges)
  return addCharges(
    tx,
    { ...order, items: after },
    {
      charges: charges.filter(({ paise }) => paise !== 0),
      cause: 'changed',
      event,
      reason: charges.some(({ paise }) => paise < 0) ? 'Changed to another size' : '',
      shop: shop.shop,
      now,
    },
  )
}

const minutesOf = (items: readonly OrderItem[]) =>
  items.reduce((sum, { kitchenMinutes }) => sum + kitchenMinutes, 0)

/**
 * What the order's coupon takes off an item in another size: its percentage, or of an amount the item's share in it, and
 * less if the item costs less than it did at first. The minimum of the coupon is not asked for again.
 */
function couponShare(
  { charges }: Pick<Order, 'charges'>,
  { id, unitPaise, amount }: Pick<OrderItem, 'id' | 'unitPaise' | 'amount'>,
  percent: number | null,
): Paise {
  const first = (cause: ChargeCause) =>
    Math.abs(sumPaise(charges.filter((row) => row.itemId === id && row.cause === cause)))
  const [share, firstPaise, paise] = [first('coupon'), first('placed'), unitPaise * amount]
  if (share === 0) return 0
  if (percent !== null) return percentOf(paise, percent)
  return Math.min(share, Math.floor((share * paise) / firstPaise))
}

/** Fewer pieces need their share of the minutes that were taken; others what the cake needs today. */
function sizedItem(
  { publishedCakes, shop }: AppContext,
  item: OrderItem,
  { wt, amount }: Resized,
): OrderItem {
  const cakes = publishedCakes.current().byId
  const cake = item.cakeId === null ? null : cakes.get(item.cakeId)
  if (!cake?.weight.includes(wt)) {
    throw fieldError('invalid', 'items', `${item.name} does not come in ${formatWeight(wt)}.`)
  }
  if (wt === item.wt && amount < item.amount) {
    const kitchenMinutes = Math.ceil((item.kitchenMinutes * amount) / item.amount)
    return { ...item, amount, kitchenMinutes }
  }
  // A size that costs less is no way to a price that the catalogue had later.
  const kg = (text: string) => kilos(text) ?? 1
  const isMore = kg(wt) * amount > kg(item.wt) * item.amount
  const today = toPaise(cake.price)
  const pricePaise = isMore ? Math.max(item.pricePaise, today) : item.pricePaise
  const { category } = cake
  const [kitchenMinutes = 0] = readyMadeMinutes([{ ...item, cakeid: cake.id, wt, amount }], {
    ...shop,
    cakes,
  })
  return {
    ...item,
    wt,
    amount,
    kitchenMinutes,
    pricePaise,
    unitPaise: unitPrice({ price: toRupees(pricePaise), category, chosen: item.chosen }, wt),
  }
}

interface ToAdd {
  /** Locked. */
  order: Order
  added: readonly AddedLine[]
  by: Changer
  now: Date
}

/**
 * Adds ready-made cakes to an order by today's catalogue, after its items; it locks by the longest lead of all of them.
 * Their charges, and the time of the kitchen, are the caller's.
 *
 * @throws AppError conflict for a cake that is not sold so, or that a customer would have to order earlier
 */
async function addItems(
  shop: AppContext,
  tx: Database,
  { order, added, by, now }: ToAdd,
): Promise<Order> {
  const cakes = shop.publishedCakes.current().byId
  const sent = added.map((line) => ({ ...line, customize: false, egg: null, image: [] }))
  const known = sent.flatMap(({ cakeid }) => cakes.get(cakeid) ?? [])
  const { lines, changes } = checkLines(sent, known)
  const [change] = Object.values(changes)
  if (change) throw fieldError('conflict', 'added', change)
  const hasSlot = order.reservationId !== null
  const leadMinutes = hasSlot ? requireTime(shop, { order, lines, by, now }) : order.leadMinutes
  const minutes = hasSlot ? readyMadeMinutes(lines, { ...shop.shop, cakes }) : []
  const last = Math.max(...order.items.map(({ position }) => position))
  const stored = await insertItems(
    tx,
    order,
    lines.map((line, index) => ({
      ...toItem(line),
      id: added[index]?.id ?? '',
      position: last + 1 + index,
      kitchenMinutes: minutes[index] ?? 0,
    })),
  )
  if (stored.length < added.length) throw fieldError('conflict', 'added', 'Please add it again.')
  if (leadMinutes > order.leadMinutes) await saveOrderChange(tx, order.id, { leadMinutes })
  return { ...order, leadMinutes, items: [...order.items, ...stored] }
}

/** @returns the lead of the order with these cakes, in minutes */
function requireTime(
  shop: AppContext,
  { order, lines, by, now }: Omit<ToAdd, 'added'> & { lines: readonly OrderLine[] },
): number {
  const cakes = shop.publishedCakes.current().byId
  const { leadMinutes } = deliveryNeeds(lines, { ...shop.shop, cakes })
  const way = findOrderZone(shop.deliveryPlan.current(), order)?.travelMinutes ?? 0
  const readyAt = now.getTime() + (leadMinutes + way) * minuteMs
  if (by !== 'shop' && readyAt > (order.slotStartsAt ?? order.deliveryAt).getTime()) {
    const hours = Math.ceil(leadMinutes / 60)
    const sentence = `${lines.length > 1 ? 'These cakes need' : 'This cake needs'} ${hours} hours. Please choose a later time first.`
    throw fieldError('conflict', 'added', sentence)
  }
  return Math.max(order.leadMinutes, leadMinutes)
}

/** @throws AppError conflict for less of a cake than was refunded or waived already */
function requireOwed(order: Order, charges: readonly NetCharge[]) {
  const owed = netCharges(order)
  const owedFor = (itemId: string | null) => owed.find((line) => line.itemId === itemId)?.paise ?? 0
  if (charges.every(({ itemId, paise }) => -paise <= owedFor(itemId))) return
  const sentence = 'Part of this cake was given back already, so it cannot become smaller.'
  throw fieldError('conflict', 'items', sentence)
}

/** @param grown the items of which there are more than before */
function requireStock(
  { publishedCakes }: AppContext,
  items: readonly OrderItem[],
  grown: readonly OrderItem[],
) {
  for (const { cakeId } of grown) {
    const pieces = items.filter(
      (item) => item.cakeId === cakeId && statusesToMake.includes(item.status),
    )
    const stock = publishedCakes.current().byId.get(cakeId ?? '')?.stock ?? 0
    if (pieces.reduce((sum, { amount }) => sum + amount, 0) <= stock) continue
    throw fieldError('conflict', 'items', `${exceedsStockText(stock)}.`)
  }
}
