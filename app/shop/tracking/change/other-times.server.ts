import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { hourMs } from '#platform/durations.ts'
import type { ListedSlot } from '#shop/delivery/delivery.endpoints.ts'
import { dateText, localStart } from '#shop/delivery/slot-text.ts'
import { orderSlots } from '#shop/orders/change/order-slots.server.ts'
import { savedNote } from '#shop/orders/change/saved-text.ts'
import { otherSlots, slotDifference } from '#shop/orders/change/slot-change.ts'
import type { Order as ApiOrder } from '#shop/orders/order.schema.ts'
import type { Order } from '#shop/orders/order.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import { kolkataDay, rangeText, shiftDay } from '#shop/values/kolkata-time.ts'
import type { OfferedSlot, OtherTimes } from './order-to-change.ts'

/** How many days before its own an order is offered, and after it: a list of two months is still read. */
const daysAround = 28

/** When an order can come instead: what costs more is left out. */
export async function otherTimes(
  deps: Pick<AppContext, 'db' | 'clock' | 'deliveryPlan'>,
  row: Order,
  order: ApiOrder,
): Promise<OtherTimes> {
  const { slot: own, time, locksAt } = order
  const request = {
    caller: customerActor(row),
    orderId: row.id,
    from: shiftDay(kolkataDay(new Date(own?.start ?? time)), -daysAround),
    days: 2 * daysAround + 1,
  }
  try {
    const { days } = await orderSlots(deps, request)
    if (own) {
      return {
        kind: 'slots',
        days: otherSlots(order, days).map(({ day, slots }) => ({
          day,
          slots: slots.map((slot) => toOfferedSlot(order, day, slot)),
        })),
      }
    }
    const leadHours = (new Date(time).getTime() - new Date(locksAt).getTime()) / hourMs
    return { kind: 'any', leadHours, now: deps.clock.now().toISOString() }
  } catch (error) {
    // Where and when the shop delivers has changed since.
    if (error instanceof AppError) return { kind: 'none', why: error.message }
    throw error
  }
}

function toOfferedSlot(order: ApiOrder, day: string, slot: ListedSlot): OfferedSlot {
  const note = savedNote(order, -slotDifference(order, slot).morePaise)
  const when = `${dateText(day)}, ${rangeText(new Date(slot.start), new Date(slot.end))}`
  return { id: slot.id, time: localStart(slot), text: note ? `${when}, ${note}` : when }
}
