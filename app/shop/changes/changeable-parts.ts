import type { Cake } from '#shop/cakes/cake.schema.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import {
  type FulfilmentStatus,
  fulfilmentPhrases,
  hasEnded,
  hasLeft,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { type ItemStatus, nextStatus } from '#shop/orders/item-status.ts'
import { lessInCashText, type OrderAmounts } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import {
  isAnyMade,
  isLocked,
  type LockableOrder,
  locksAt,
  mayGiveAddress,
  orderProgress,
} from '#shop/orders/order-rules.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { placeOf } from '#shop/values/india-address.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { OrderChanges } from './change-order.schema.ts'

/** The parts that can be changed, as people read them. */
export const partLabels = {
  recipientMobile: 'the recipient’s mobile number',
  riderNote: 'the note for the rider',
  giftMessage: 'the gift message',
  giftFrom: 'who the card is from',
  address: 'the address',
  time: 'the delivery time',
  items: 'the cakes',
} as const

export type OrderPart = keyof typeof partLabels

export const orderParts = Object.keys(partLabels) as OrderPart[]

/** May be changed until the delivery; all other parts until the order locks, but for a missing address. */
const lateParts: readonly OrderPart[] = ['recipientMobile', 'riderNote']

/** What only says where it goes: it needs no reason, and is all that a recipient may change. */
export const whereToParts: readonly OrderPart[] = ['recipientMobile', 'address']

export type Changer = 'customer' | 'shop' | 'recipient'

type ChangeableOrder = LockableOrder &
  Pick<Order, 'isPickup' | 'recipientName' | 'address'> & {
    items: readonly { status: ItemStatus }[]
  }

/** Items that are prepared already cannot be changed even then. */
export function isOpenToChange(order: ChangeableOrder, now: Date): boolean {
  return isAnyMade(order) && !isLocked(order, now)
}

/**
 * The parts that may be changed now: all of them by the customer until the lock, by the shop until it has left. Where it
 * goes: by the shop until it has arrived, by the recipient as long as by the customer.
 */
export function changeableParts(
  order: ChangeableOrder,
  now: Date,
  by: Changer = 'customer',
): OrderPart[] {
  const { fulfilment, isPickup, recipientName } = order
  if (!isAnyMade(order) || hasEnded(fulfilment)) return []
  const isOpen = by === 'shop' ? !hasLeft(fulfilment) : isOpenToChange(order, now)
  const hasPart: Partial<Record<OrderPart, boolean>> = {
    recipientMobile: recipientName !== null,
    riderNote: !isPickup,
    address: !isPickup,
    time: orderProgress(order).prepared === 0,
  }
  const mayGive = by === 'shop' || mayGiveAddress(order, now)
  const isLate = (part: OrderPart) => lateParts.includes(part) || (part === 'address' && mayGive)
  const isAllowed = (part: OrderPart) =>
    by === 'recipient' ? mayGive && whereToParts.includes(part) : isOpen || isLate(part)
  return orderParts.filter((part) => (hasPart[part] ?? true) && isAllowed(part))
}

/** Whether an item's name or flavour can be changed, if the order can be: until the item is made. */
export function isChangeableItem(item: Pick<OrderItem, 'status' | 'customize'>): boolean {
  return nextStatus(item.status, 'cancel', item) !== null
}

/** As a sentence. */
export function changeError(order: ChangeableOrder, now: Date): string {
  const { fulfilment } = order
  if (!isAnyMade(order)) return 'Every item of this order is cancelled, so it cannot be changed.'
  if (isOpenToChange(order, now)) {
    return 'A cake of this order is ready already, so its time cannot be changed.'
  }
  const why =
    fulfilment === 'placed'
      ? `This order could be changed until ${formatDateTime(locksAt(order))}.`
      : `This order ${fulfilmentPhrases[fulfilment]}${hasEnded(fulfilment) ? ', so it cannot be changed' : ''}.`
  const isAnyLeft = changeableParts(order, now).length > 0
  return isAnyLeft ? `${why} Only what the rider needs can still be changed.` : why
}

/** Of a change that is made once it is paid, as a sentence. */
export function payFirstText(
  { customerEmail }: Pick<Order, 'customerEmail'>,
  morePaise: Paise,
  { byShop, payTime }: { byShop: boolean; payTime: string },
): string {
  const amount = formatInr(morePaise)
  const link = customerEmail
    ? `we’ve mailed them the link, for ${payTime}.`
    : `send them the link that pays, on the order’s page, within ${payTime}.`
  return byShop
    ? `What is paid first waits for the customer’s payment of ${amount}: ${link}`
    : `What is paid first waits for your payment of ${amount}, within ${payTime}: see your order.`
}

/** How a call names an order: by its id with a session, or by the token of its customer's link. */
export function namedBy({ id }: { id: string }, token: string | undefined) {
  return token === undefined ? { orderId: id } : { token }
}

/**
 * What a change would make different: its parts that may be changed, without what the order has already. The recipient or
 * the shop may have changed the rest since it was typed.
 */
export function differences(
  order: Pick<ShownOrder, Exclude<OrderPart, 'time' | 'items'>> & {
    items: readonly Pick<ShownOrder['items'][number], 'id'>[]
  },
  { address = {}, items = [], added = [], ...texts }: OrderChanges,
  parts: readonly OrderPart[] = orderParts,
): OrderChanges {
  const changed: OrderChanges = {
    ...differing(order, texts),
    address: differing(placeOf(order.address), address),
    items: items.flatMap((item) => {
      const typed = differing(order.items.find(({ id }) => id === item.id) ?? {}, item)
      return Object.keys(typed).length > 0 ? [{ ...typed, id: item.id }] : []
    }),
    added: added.filter(({ id }) => order.items.every((item) => item.id !== id)),
  }
  const sent = Object.entries(changed).filter(
    ([name, value]) =>
      parts.includes(partOf[name] ?? (name as OrderPart)) &&
      (typeof value === 'string' || Object.keys(value).length > 0),
  )
  return Object.fromEntries(sent)
}

/** Fields of the call that are not parts by themselves. */
const partOf: Partial<Record<string, OrderPart>> = { slot: 'time', added: 'items' }

function differing<Typed extends object>(was: object, typed: Typed): Partial<Typed> {
  const known: Partial<Record<string, unknown>> = { ...was }
  const fields = Object.entries(typed).filter(
    ([name, value]) => value !== undefined && value !== known[name],
  )
  return Object.fromEntries(fields) as Partial<Typed>
}

/** What a cake can be had in; weights with the price of one piece, without options. */
export interface Choices {
  flavours: readonly string[]
  weights: readonly { wt: string; paise: Paise }[]
  stock: number
}

/** By the cake's id. */
export type ChoicesOfCakes = Readonly<Record<string, Choices>>

export function choicesOf(
  orders: readonly { fulfilment: FulfilmentStatus; items: readonly { cakeId: string | null }[] }[],
  cakes: ReadonlyMap<string, Pick<Cake, 'flavours' | 'weight' | 'stock' | 'price' | 'category'>>,
): ChoicesOfCakes {
  const ids = orders
    .filter(({ fulfilment }) => !hasLeft(fulfilment))
    .flatMap(({ items }) => items.flatMap(({ cakeId }) => cakeId ?? []))
  return Object.fromEntries(
    ids.flatMap((id) => {
      const cake = cakes.get(id)
      if (!cake) return []
      const weights = cake.weight.map((wt) => ({ wt, paise: unitPrice(cake, wt) }))
      return [[id, { flavours: cake.flavours, weights, stock: cake.stock }]]
    }),
  )
}

/** What another slot costs more, or gives back, after what is still due; '' if it costs the same. */
export function differenceText(
  amounts: Pick<OrderAmounts, 'paidOnlinePaise' | 'refundedPaise' | 'duePaise'>,
  morePaise: Paise,
): string {
  if (morePaise > 0) return `This time costs ${formatInr(morePaise)} more.`
  const duePaise = Math.min(-morePaise, Math.max(0, amounts.duePaise))
  const leftPaise = amounts.paidOnlinePaise - amounts.refundedPaise
  const backPaise = Math.min(-morePaise - duePaise, leftPaise)
  const sentences = [
    duePaise > 0 && lessInCashText(duePaise),
    backPaise > 0 && `${formatInr(backPaise)} will be refunded, the way you paid.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
