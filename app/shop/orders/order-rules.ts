import { AppError, fieldError } from '#platform/app-error.ts'
import { minuteMs } from '#platform/clock.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may, type Permission } from '#shop/accounts/permissions.ts'
import { hasStreet } from '#shop/values/india-address.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import {
  type FulfilmentStatus,
  fulfilmentPhrases,
  hasLeft,
} from './fulfilment/fulfilment-status.ts'
import {
  awaitsPrice,
  cancelledStatuses,
  type ItemAction,
  type ItemStatus,
  nextStatus,
  statusesToMake,
} from './item-status.ts'
import type { Order } from './order.ts'

/** `leadMinutes` is the maximum lead of its cakes when it was ordered. */
export interface LockableOrder {
  fulfilment: FulfilmentStatus
  deliveryAt: Date
  slotStartsAt: Date | null
  leadMinutes: number
}

/** When the kitchen has to start: the lead before the slot, or before the delivery. */
export function locksAt({ deliveryAt, slotStartsAt, leadMinutes }: LockableOrder): Date {
  return new Date((slotStartsAt ?? deliveryAt).getTime() - leadMinutes * minuteMs)
}

/**
 * Locked from baking on, or from `locksAt` on. Before that the customer may cancel or change the order; after it only
 * the shop may.
 */
export function isLocked(order: LockableOrder, now: Date): boolean {
  return order.fulfilment !== 'placed' || now >= locksAt(order)
}

/** Whether its ready-made cakes were ordered in cash, whatever is paid of it by now. */
export function isCashOrder({ paymentMethod, items }: Pick<Order, 'paymentMethod' | 'items'>) {
  return paymentMethod === 'cash' && items.some(({ customize }) => !customize)
}

/** In characters; the shop's reason for a cancellation, a change or a refund. */
export const maxReasonLength = 300
/** Of a note for the kitchen. */
export const maxNoteLength = 500

/** For staff who do what the customer could no longer do. */
export function reasonMissing(): AppError {
  return fieldError('invalid', 'reason', 'Please enter a reason: the customer reads it.')
}

interface WithItems {
  items: readonly { status: ItemStatus }[]
}

type Cancellable = Pick<Order, 'fulfilment'> & {
  items: readonly { status: ItemStatus; customize: boolean }[]
}

type CancellableUntil = Cancellable & Pick<Order, 'deliveryAt' | 'slotStartsAt' | 'leadMinutes'>

const nothingLeft = 'Nothing in this order is left to cancel.'

/** As a sentence to the customer; null if they can cancel, until the lock. */
export function cancelError(order: CancellableUntil, now: Date): string | null {
  const { items, fulfilment, slotStartsAt, deliveryAt } = order
  if (hasLeft(fulfilment)) return leftError(order)
  if (items.some(({ status }) => status === 'completed')) {
    return 'This order is ready, so it cannot be cancelled.'
  }
  if (!hasLeftToDo(order, 'cancel')) return nothingLeft
  if (now >= (slotStartsAt ?? deliveryAt)) {
    return 'The delivery time has passed, so this order cannot be cancelled.'
  }
  if (fulfilment !== 'placed') return 'We are already baking this order, so it cannot be cancelled.'
  const until = locksAt(order)
  if (now < until) return null
  return `This order could be cancelled until ${formatDateTime(until)}. Our kitchen is at work on it now.`
}

/** As a sentence to staff; null if the shop can cancel, until the order has left. */
export function shopCancelError(order: Cancellable): string | null {
  if (hasLeft(order.fulfilment)) return leftError(order)
  return hasLeftToDo(order, 'drop') ? null : nothingLeft
}

function leftError({ fulfilment }: Pick<Order, 'fulfilment'>): string {
  return `This order ${fulfilmentPhrases[fulfilment]}, so it cannot be cancelled.`
}

function hasLeftToDo({ items }: Cancellable, action: ItemAction): boolean {
  return items.some((item) => nextStatus(item.status, action, item) !== null)
}

/**
 * Items that are made, or will be once their price is accepted. Not if they were paid at the checkout and all of that was
 * refunded; where nothing was paid there, it may be waived.
 */
export function itemsToMake({ items, chargedPaise, paymentMethod }: Order) {
  const isMade = chargedPaise > 0 || paymentMethod === 'cash'
  return items.filter(
    ({ status, customize }) => statusesToMake.includes(status) && (isMade || customize),
  )
}

/** Whether any item is made or will be. */
export function isAnyMade({ items }: WithItems): boolean {
  return items.some(({ status }) => !cancelledStatuses.includes(status))
}

/** Whether any item is made or will be at an agreed price: then the order has its place in the slot. */
export function isAnyAgreed({ items }: Pick<Cancellable, 'items'>): boolean {
  return items.some((item) => isAnyMade({ items: [item] }) && !awaitsPrice(item))
}

/** Whether nothing of it is made and something was cancelled. */
export function isCancelled(order: WithItems): boolean {
  return orderProgress(order).label === 'Cancelled'
}

type Standing = FulfilmentStatus | 'cancelled'

/** Where an order stands. If nothing of it is made, where it was before no longer counts. */
export function standingOf(order: WithItems & { fulfilment: FulfilmentStatus }): Standing {
  if (isAnyMade(order)) return order.fulfilment
  return isCancelled(order) ? 'cancelled' : 'closed'
}

/** Whether it is in the shop, with something to hand over. */
export function isStillToLeave(order: WithItems & { fulfilment: FulfilmentStatus }): boolean {
  return isAnyMade(order) && !hasLeft(order.fulfilment)
}

export function awaitsAnyPrice({ items }: Pick<Cancellable, 'items'>): boolean {
  return items.some(awaitsPrice)
}

/** Whether the shop still has to be told where it goes: until then it cannot leave. */
export function isAddressMissing({ isPickup, address }: Pick<Order, 'isPickup' | 'address'>) {
  return !isPickup && !hasStreet(address)
}

/** Whether its sender or recipient should be asked where it goes. */
export function awaitsAddress(order: WithItems & Pick<Order, 'isPickup' | 'address'>): boolean {
  return isAnyMade(order) && isAddressMissing(order)
}

/** Whether sender and recipient may still say where it goes: until the lock, and what is missing until it leaves. */
export function mayGiveAddress(
  order: LockableOrder & Pick<Order, 'isPickup' | 'address'>,
  now: Date,
): boolean {
  return !isLocked(order, now) || (isAddressMissing(order) && !hasLeft(order.fulfilment))
}

interface OrderProgress {
  label: 'Ordered' | 'Prepared' | 'Cancelled' | 'Closed'
  toMake: number
  prepared: number
}

/** 'Prepared' once every item that will be made is prepared. */
export function orderProgress({ items }: WithItems): OrderProgress {
  const count = (...statuses: ItemStatus[]) =>
    items.filter(({ status }) => statuses.includes(status)).length
  const prepared = count('completed')
  const toMake = items.length - count(...cancelledStatuses)
  return { label: labelOf({ toMake, prepared, cancelled: count('cancelled') }), toMake, prepared }
}

function labelOf(counts: { toMake: number; prepared: number; cancelled: number }) {
  const { toMake, prepared, cancelled } = counts
  if (toMake === 0) return cancelled > 0 ? 'Cancelled' : 'Closed'
  return prepared === toMake ? 'Prepared' : 'Ordered'
}

export const noSuchOrderText = 'There is no such order.'
export const noSuchItemText = 'There is no such item.'

/** The same error for another customer's order and for an unknown one, so that it reveals nothing. */
export function notYours(): AppError {
  return new AppError('forbidden', 'These are not your orders.')
}

/** For staff, who may know which orders exist. */
export function noSuchOrder(): AppError {
  return new AppError('not_found', noSuchOrderText)
}

/**
 * Passes for an order's customer and for staff who see orders.
 *
 * @throws AppError forbidden for another customer's order and for an unknown one; for staff who see orders, not_found
 */
export function requireSeen<Row extends { state: string; userId: string }>(
  row: Row | null,
  caller: Caller,
  ...besides: readonly Permission[]
): asserts row is Row {
  const seesAll = ['see-orders' as const, ...besides].some((one) => may(caller.role, one))
  if (row?.state === 'placed' && (seesAll || row.userId === caller.id)) return
  throw seesAll ? noSuchOrder() : notYours()
}

/** @throws AppError conflict once an order is on its way, or at its end */
export function requireInShop({ number, fulfilment }: Pick<Order, 'number' | 'fulfilment'>) {
  if (!hasLeft(fulfilment)) return
  const where = fulfilmentPhrases[fulfilment]
  throw new AppError('conflict', `Order ${number} ${where}. Please look at it again.`)
}
