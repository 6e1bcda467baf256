import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { hourMs } from '#platform/durations.ts'
import type { ListedSlot } from '#shop/delivery/delivery.endpoints.ts'
import { dateText, localStart } from '#shop/delivery/slot-text.ts'
import { orderSlots } from '#shop/orders/change/order-slots.server.ts'
import { savedNote } from '#shop/orders/change/saved-text.ts'
import { otherSlots, slotDifference } from '#shop/orders/change/slot-change.ts'
import { locksAt } from '#shop/orders/fulfilment/order-lock.ts'
import type { Order } from '#shop/orders/order.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import { type ShownOrder, showOrder } from '#shop/orders/shown-order.ts'
import { kolkataDay, rangeText, shiftDay } from '#shop/values/kolkata-time.ts'
import type { OfferedSlot, OtherTimes } from './order-to-change.ts'

/** How many days before its own an order is offered, and after it: a list of two months is still read. */
const daysAround = 28

/** When an order can come instead: what costs more is left out. */
export async function otherTimes(
  deps: Pick<AppContext, 'db' | 'clock' | 'deliveryPlan'>,
  order: Order,
): Promise<OtherTimes> {
  const { deliveryAt, slotStartsAt } = order
  const shown = showOrder(order)
  const request = {
    caller: customerActor(order),
    orderId: order.id,
    from: shiftDay(kolkataDay(slotStartsAt ?? deliveryAt), -daysAround),
    days: 2 * daysAround + 1,
  }
  try {
    const { days } = await orderSlots(deps, request)
    if (slotStartsAt) {
      return {
        kind: 'slots',
        days: otherSlots(shown, days).map(({ day, slots }) => ({
          day,
          slots: slots.map((slot) => toOfferedSlot(shown, day, slot)),
        })),
      }
    }
    const leadHours = (deliveryAt.getTime() - locksAt(order).getTime()) / hourMs
    return { kind: 'any', leadHours, now: deps.clock.now().toISOString() }
  } catch (error) {
    // Where and when the shop delivers has changed since.
    if (error instanceof AppError) return { kind: 'none', why: error.message }
    throw error
  }
}

function toOfferedSlot(order: ShownOrder, day: string, slot: ListedSlot): OfferedSlot {
  const note = savedNote(order, -slotDifference(order, slot).morePaise)
  const when = `${dateText(day)}, ${rangeText(new Date(slot.start), new Date(slot.end))}`
  return { id: slot.id, time: localStart(slot), text: note ? `${when}, ${note}` : when }
}
