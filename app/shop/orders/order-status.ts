import { minuteMs } from '#platform/durations.ts'
import type { Order, OrderItem } from './order.schema.ts'
import * as rules from './order-rules.ts'

/** The most characters of why an order, or an item of it, is cancelled or refunded. */
export const longestReason = 300

type Items = readonly Pick<OrderItem, 'isConfirmed'>[]

function withStatus(items: Items) {
  return { items: items.map((item) => ({ status: item.isConfirmed })) }
}

/** Why its customer cannot cancel an order that the API returned, as a sentence; null where they can. */
export function cancelError(order: Order, now: Date): string | null {
  const deliveryAt = new Date(order.slot?.start ?? order.time)
  const leadMinutes = (deliveryAt.getTime() - Date.parse(order.locksAt)) / minuteMs
  const items = order.order.map(({ isConfirmed, customize }) => ({
    status: isConfirmed,
    customize,
  }))
  const { fulfilment } = order
  return rules.cancelError({ items, fulfilment, deliveryAt, slotStartsAt: null, leadMinutes }, now)
}

export function isAnyMade(items: Items): boolean {
  return rules.isAnyMade(withStatus(items))
}

export function isCancelled(items: Items): boolean {
  return rules.isCancelled(withStatus(items))
}

export function orderProgress(items: Items) {
  return rules.orderProgress(withStatus(items))
}

/** The cash to pay, in rupees: nothing if no item is made. */
export function cashToPay({ order, dueInCash }: Pick<Order, 'order' | 'dueInCash'>): number {
  return isAnyMade(order) ? dueInCash : 0
}
