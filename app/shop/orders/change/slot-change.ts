import type { SlotKind } from '#shop/delivery/delivery-plan.schema.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { Order } from '../order.schema.ts'

/** What another slot is to an order. */
interface SlotDifference {
  /** What it costs more than the order's own; negative where it costs less. */
  morePaise: Paise
  kind: SlotKind
  /** Whether the order's ready-made cakes are paid in cash. */
  isCashOrder: boolean
}

/** The same of a slot that costs so much, in rupees, and an order that has one. */
export function slotDifference(
  { slot: own, paidByCard, order: items }: Pick<Order, 'slot' | 'paidByCard' | 'order'>,
  { surcharge, kind }: { surcharge: number; kind: SlotKind },
): SlotDifference {
  return {
    morePaise: toPaise(surcharge) - toPaise(own?.surcharge ?? 0),
    kind,
    isCashOrder: paidByCard === 0 && items.some(({ customize }) => !customize),
  }
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
