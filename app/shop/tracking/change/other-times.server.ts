import { AppError } from '#platform/app-error.ts'
import { hourMs } from '#platform/durations.ts'
import { localStart, type Slot } from '#shop/delivery/choose/find-slot.ts'
import { rangeText } from '#shop/delivery/minute-text.ts'
import { dateText } from '#shop/delivery/slot-text.ts'
import { type OrderSlotsDeps, orderSlots } from '#shop/orders/change/order-slots.server.ts'
import { savedNote } from '#shop/orders/change/saved-text.ts'
import { otherSlotError, slotDifference } from '#shop/orders/change/slot-change.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import type { OfferedSlot, OtherTimes } from './order-to-change.ts'

/** How many days before its own an order is offered, and after it: a list of two months is still read. */
const daysAround = 28

/** When an order can come instead: what costs more is left out. */
export async function otherTimes(
  deps: OrderSlotsDeps,
  row: OrderRow,
  order: Order,
): Promise<OtherTimes> {
  const { slot: own, time, locksAt } = order
  const asked = {
    caller: customerActor(row),
    orderId: row.id,
    from: shiftDay(kolkataDay(new Date(own?.start ?? time)), -daysAround),
    days: 2 * daysAround + 1,
  }
  try {
    const { days } = await orderSlots(deps, asked)
    if (own) return { kind: 'slots', days: otherSlots(order, own, days) }
    const leadHours = (new Date(time).getTime() - new Date(locksAt).getTime()) / hourMs
    return { kind: 'any', leadHours, now: deps.clock.now().toISOString() }
  } catch (error) {
    // Where and when the shop delivers has changed since.
    if (error instanceof AppError) return { kind: 'none', why: error.message }
    throw error
  }
}

function otherSlots(
  order: Order,
  own: NonNullable<Order['slot']>,
  days: readonly { day: string; slots: Slot[] }[],
) {
  const canHave = (slot: Slot) =>
    slot.state === 'open' &&
    !(slot.start === own.start && slot.end === own.end) &&
    otherSlotError(slotDifference(order, slot)) === null
  return days
    .map(({ day, slots }) => ({
      day,
      slots: slots.filter(canHave).map((slot) => toOfferedSlot(order, day, slot)),
    }))
    .filter(({ slots }) => slots.length > 0)
}

function toOfferedSlot(order: Order, day: string, slot: Slot): OfferedSlot {
  const note = savedNote(order, -slotDifference(order, slot).morePaise)
  const when = `${dateText(day)}, ${rangeText(new Date(slot.start), new Date(slot.end))}`
  return { id: slot.id, time: localStart(slot), text: note ? `${when}, ${note}` : when }
}
