import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { hourMs } from '#platform/durations.ts'
import type { CakeOfOrder } from '#shop/changes/change-fields.tsx'
import {
  changeableParts,
  changeError,
  isOpenToChange,
  morePaiseFor,
  type OrderPart,
  otherSlots,
} from '#shop/changes/order-change.ts'
import {
  type ChoicesOfCakes,
  choicesOf,
  type Draft,
  differenceNote,
  draftOf,
} from '#shop/changes/order-draft.ts'
import { orderSlots } from '#shop/changes/order-slots.server.ts'
import type { ListedSlot } from '#shop/delivery/delivery.schema.ts'
import { localStart } from '#shop/delivery/slot-text.ts'
import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'
import { findTracked, payPath } from '#shop/orders/links/tracking-link.server.ts'
import { unpaidByLink } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { locksAt } from '#shop/orders/order-rules.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import { type ShownOrder, showOrder } from '#shop/orders/shown-order.ts'
import { dateText, kolkataDay, rangeText, shiftDay } from '#shop/values/kolkata-time.ts'

/** A slot that an order can be moved to. */
interface OfferedSlot {
  id: string
  /** Its start as the call takes it, 'YYYY-MM-DDTHH:mm' in Kolkata. */
  time: string
  /** '22 Nov, 6 to 8 pm, refund ₹100' */
  text: string
}

/** The times that an order can be moved to: slots by their day, or any time if the shop has no slots. */
type OtherTimes =
  | { kind: 'slots'; days: { day: string; slots: OfferedSlot[] }[] }
  | { kind: 'any'; leadHours: number; now: string }
  /** `why` is a sentence. */
  | { kind: 'none'; why: string }

/** An order as its sender may change it. */
export interface OrderToChange extends DeliveryTime {
  number: number
  isPickup: boolean
  parts: OrderPart[]
  /** Until when all of it can be changed; null once that is over. */
  changesUntil: Date | null
  /** Why not all of it can be changed; '' if it can. */
  why: string
  /** A change that waits for its payment; null without one. */
  unpaidChange: ShownOrder['unpaidChange']
  payUrl: string
  draft: Draft
  cakes: CakeOfOrder[]
  choices: ChoicesOfCakes
  /** Null if its time cannot be changed any more. */
  times: OtherTimes | null
}

/** The order as its sender may change it now; null for any other link. */
export async function showChange(
  context: AppContext,
  token: string,
): Promise<OrderToChange | null> {
  const tracked = await findTracked(context, token)
  if (tracked?.audience !== 'sender') return null
  const { order } = tracked
  const now = context.clock.now()
  const parts = changeableParts(order, now)
  const { number, deliveryAt, slotStartsAt, slotEndsAt, isPickup } = order
  const isOpen = isOpenToChange(order, now)
  return {
    number,
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    isPickup,
    parts,
    changesUntil: isOpen ? locksAt(order) : null,
    why: isOpen ? '' : changeError(order, now),
    unpaidChange: unpaidByLink(order),
    payUrl: payPath(context, order.id),
    draft: draftOf(order),
    cakes: order.items.map(({ id, cakeId, name, flavour, wt, amount, unitPaise }) => ({
      ...{ id, cakeId, name, flavour, wt, amount, unitPaise },
    })),
    choices: choicesOf([order], context.publishedCakes.current().byId),
    times: parts.includes('time') ? await otherTimes(context, order) : null,
  }
}

/** How many days before and after its own an order may be moved to, so that the list stays readable. */
const daysAround = 28

async function otherTimes(context: AppContext, order: Order): Promise<OtherTimes> {
  const { deliveryAt, slotStartsAt } = order
  const shown = showOrder(order)
  const request = {
    caller: customerActor(order),
    orderId: order.id,
    from: shiftDay(kolkataDay(slotStartsAt ?? deliveryAt), -daysAround),
    days: 2 * daysAround + 1,
  }
  try {
    const { days } = await orderSlots(context, request)
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
    return { kind: 'any', leadHours, now: context.clock.now().toISOString() }
  } catch (error) {
    // Where and when the shop delivers has changed since.
    if (error instanceof AppError) return { kind: 'none', why: error.message }
    throw error
  }
}

function toOfferedSlot(order: ShownOrder, day: string, slot: ListedSlot): OfferedSlot {
  const note = differenceNote(order, morePaiseFor(order, slot))
  const when = `${dateText(day)}, ${rangeText(new Date(slot.start), new Date(slot.end))}`
  return { id: slot.id, time: localStart(slot), text: note ? `${when}, ${note}` : when }
}
