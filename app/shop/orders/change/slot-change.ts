import type { SlotKind } from '#shop/delivery/delivery-plan.schema.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { Order } from '../order.schema.ts'

/** Another slot as an order would have it. */
interface OtherSlot {
  /** What it costs more than the order's own; negative where it costs less. */
  morePaise: Paise
  kind: SlotKind
  /** Whether the order's ready-made cakes are paid in cash. */
  isCashOrder: boolean
}

/** A slot as an order would have it that has one: what it costs is in rupees. */
export function asOtherSlot(
  { slot: own, paidByCard, order: items }: Pick<Order, 'slot' | 'paidByCard' | 'order'>,
  { surcharge, kind }: { surcharge: number; kind: SlotKind },
): OtherSlot {
  return {
    morePaise: toPaise(surcharge) - toPaise(own?.surcharge ?? 0),
    kind,
    isCashOrder: paidByCard === 0 && items.some(({ customize }) => !customize),
  }
}

/** Why an order may not have a slot, although it is open, as a sentence; null where it may. */
export function otherSlotError({ morePaise, kind, isCashOrder }: OtherSlot): string | null {
  if (morePaise > 0) {
    return `This slot costs ${formatInr(morePaise)} more. For it, please cancel this order and order again.`
  }
  return isCashOrder && kind === 'midnight'
    ? 'Cash on delivery is not available at midnight.'
    : null
}
