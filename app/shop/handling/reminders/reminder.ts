import { dayMs, hourMs } from '#platform/durations.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { duePaise, paidOnlinePaise } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyAgreed } from '#shop/orders/order-rules.ts'
import type { OrderRow } from '#shop/orders/orders.store.server.ts'
import { boundsOfDay, kolkataDay } from '#shop/values/kolkata-time.ts'

export const reminders = ['tomorrow', 'pickup', 'missed', 'balance'] as const
export type Reminder = (typeof reminders)[number]

/** What the moments of an order's reminders follow from. */
export type RemindedOrder = Pick<
  OrderRow,
  'deliveryAt' | 'slotStartsAt' | 'slotEndsAt' | 'isPickup' | 'fulfilment' | 'placedAt'
>

/** From when each reminder is sent, and until when it is of use. */
function momentsOf(
  { deliveryAt, slotStartsAt, slotEndsAt }: RemindedOrder,
  balanceDays: number,
): Record<Reminder, [from: Date, until: Date]> {
  const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
  const start = slotStartsAt ?? deliveryAt
  const end = slotEndsAt ?? deliveryAt
  const midnight = boundsOfDay(kolkataDay(start)).from
  return {
    // At six in the evening and at ten in the morning.
    tomorrow: [after(midnight, -6 * hourMs), midnight],
    balance: [after(midnight, 10 * hourMs - balanceDays * dayMs), midnight],
    pickup: [after(start, -hourMs), start],
    missed: [after(end, hourMs), after(end, dayMs)],
  }
}

/** Whether it is time for a reminder of an order that was placed before. A pickup was missed if the order was ready. */
export function isTimeFor(
  reminder: Reminder,
  order: RemindedOrder,
  { now, balanceDays }: { now: Date; balanceDays: number },
): boolean {
  const { isPickup, fulfilment, placedAt } = order
  const applies: Record<Reminder, boolean> = {
    tomorrow: true,
    balance: balanceDays > 0,
    pickup: isPickup,
    missed: isPickup && fulfilment === 'ready',
  }
  const [from, until] = momentsOf(order, balanceDays)[reminder]
  const isKnown = placedAt !== null && placedAt < from && !hasLeft(fulfilment)
  return applies[reminder] && isKnown && from <= now && now < until
}

/** Whether an order has what a reminder is about: something agreed to bake, and a rest after a deposit. */
export function isToRemind(reminder: Reminder, order: Order): boolean {
  if (!isAnyAgreed(order)) return false
  return reminder !== 'balance' || (duePaise(order) > 0 && paidOnlinePaise(order) > 0)
}
