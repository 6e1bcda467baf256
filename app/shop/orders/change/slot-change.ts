import type { ListedDay, ListedSlot } from '#shop/delivery/delivery.endpoints.ts'
import type { SlotKind } from '#shop/delivery/delivery-plan.schema.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { DeliveryTime } from '../delivery/delivery-text.ts'
import type { ShownOrder } from '../shown-order.ts'

/** What another slot is to an order. */
interface SlotDifference {
  /** What it costs more than the order's own; negative where it costs less. */
  morePaise: Paise
  kind: SlotKind
  /** Whether the order's ready-made cakes are paid in cash. */
  isCashOrder: boolean
}

/** A slot change with a surcharge, in rupees as `GET /orders/slots` says it. */
export function slotDifference(
  { surchargePaise, paidOnlinePaise, items }: ShownOrder,
  { surcharge, kind }: { surcharge: number; kind: SlotKind },
): SlotDifference {
  return {
    morePaise: toPaise(surcharge) - surchargePaise,
    kind,
    isCashOrder: paidOnlinePaise === 0 && items.some(({ customize }) => !customize),
  }
}

/** Whether a slot is the order's own already. */
export function isOwnSlot(
  { slotStartsAt, slotEndsAt }: DeliveryTime,
  { start, end }: { start: string; end: string },
): boolean {
  return start === slotStartsAt?.toISOString() && end === slotEndsAt?.toISOString()
}

/** Why an order may not have a slot, although it is open, as a sentence; null where it may. */
export function otherSlotError({ morePaise, kind, isCashOrder }: SlotDifference): string | null {
  if (morePaise > 0) {
    return `This slot costs ${formatInr(morePaise)} more. For it, please cancel this order and order again.`
  }
  return isCashOrder && kind === 'midnight'
    ? 'Cash on delivery is not available at midnight.'
    : null
}

/** The slots of some days that an order can be moved to; days without any are left out. */
export function otherSlots(
  order: ShownOrder,
  days: readonly ListedDay[],
): Pick<ListedDay, 'day' | 'slots'>[] {
  const isPossible = (slot: ListedSlot) =>
    slot.state === 'open' &&
    !isOwnSlot(order, slot) &&
    otherSlotError(slotDifference(order, slot)) === null
  return days
    .map(({ day, slots }) => ({ day, slots: slots.filter(isPossible) }))
    .filter(({ slots }) => slots.length > 0)
}
