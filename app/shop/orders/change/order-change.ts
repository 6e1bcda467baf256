import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { type FulfilmentStatus, hasEnded } from '../fulfilment/fulfilment-status.ts'
import { locksAt } from '../fulfilment/order-lock.ts'
import { nextStatus } from '../item-status.ts'
import type { Order as ApiOrder, OrderItem } from '../order.schema.ts'
import type { Order } from '../order.ts'
import * as rules from '../order-rules.ts'
import { isAnyMade, orderProgress } from '../order-status.ts'

/** What of an order can be changed, as people read it. */
export const partLabels = {
  recipientMobile: 'the recipient’s mobile number',
  riderNote: 'the note for the rider',
  giftMessage: 'the gift message',
  giftFrom: 'who the card is from',
  address: 'the address',
  time: 'the time',
  items: 'the cakes',
} as const

export type OrderPart = keyof typeof partLabels

export const orderParts = Object.keys(partLabels) as OrderPart[]

/** What the rider needs may be changed for as long as there is a way to go; the rest until the order locks. */
const lateParts: readonly OrderPart[] = ['recipientMobile', 'riderNote']

/** What of an order decides what can be changed. */
export interface ChangeableOrder {
  fulfilment: FulfilmentStatus
  locksAt: Date
  /** Something of it is made. */
  isAnyMade: boolean
  /** Something of it is ready. */
  isAnyPrepared: boolean
  isPickup: boolean
  isForSomebodyElse: boolean
}

/** What of an order can be changed, by its rows. */
export function toChangeable(order: Order): ChangeableOrder {
  return {
    fulfilment: order.fulfilment,
    locksAt: locksAt(order),
    isAnyMade: rules.isAnyMade(order),
    isAnyPrepared: rules.orderProgress(order).prepared > 0,
    isPickup: order.isPickup,
    isForSomebodyElse: order.recipientName !== null,
  }
}

export function toChange(order: ApiOrder): ChangeableOrder {
  return {
    fulfilment: order.fulfilment,
    locksAt: new Date(order.locksAt),
    isAnyMade: isAnyMade(order.order),
    isAnyPrepared: orderProgress(order.order).prepared > 0,
    isPickup: order.pickup ?? false,
    isForSomebodyElse: (order.gift?.recipient ?? null) !== null,
  }
}

/** Whether its customer may still change all of it, but for what is prepared already. */
export function isOpenToChange(
  { fulfilment, locksAt, isAnyMade }: ChangeableOrder,
  now: Date,
): boolean {
  return isAnyMade && fulfilment === 'placed' && now < locksAt
}

/** What its customer may change now. None of it makes the order dearer; another time may make it cheaper. */
export function changeableParts(order: ChangeableOrder, now: Date): OrderPart[] {
  const { fulfilment, isAnyMade, isAnyPrepared, isPickup, isForSomebodyElse } = order
  if (!isAnyMade || hasEnded(fulfilment)) return []
  const isOpen = isOpenToChange(order, now)
  const hasPart: Partial<Record<OrderPart, boolean>> = {
    recipientMobile: isForSomebodyElse,
    riderNote: !isPickup,
    address: !isPickup,
    time: !isAnyPrepared,
  }
  return orderParts.filter(
    (part) => (hasPart[part] ?? true) && (isOpen || lateParts.includes(part)),
  )
}

/** Whether the name on it, or its flavour, may be changed while the order may: until it is made. */
export function isChangeableItem(item: Pick<OrderItem, 'isConfirmed' | 'customize'>): boolean {
  return nextStatus(item.isConfirmed, 'cancel', item) !== null
}

/** Why a part cannot be changed now, as a sentence. */
export function changeError(order: ChangeableOrder, now: Date): string {
  const { fulfilment, locksAt, isAnyMade } = order
  if (!isAnyMade) return 'Every item of this order is cancelled, so it cannot be changed.'
  if (hasEnded(fulfilment)) {
    const what = fulfilment === 'closed' ? 'ended' : 'arrived'
    return `This order has ${what}, so it cannot be changed.`
  }
  if (isOpenToChange(order, now)) {
    return 'A cake of this order is already prepared, so its time cannot be changed.'
  }
  const why =
    fulfilment === 'placed'
      ? `This order could be changed until ${formatDateTime(locksAt)}.`
      : 'Our kitchen is at work on this order.'
  const isAnyLeft = changeableParts(order, now).length > 0
  return isAnyLeft ? `${why} Only what the rider needs can still be changed.` : why
}
