import type { SlotKind } from '#shop/delivery/delivery-plan.schema.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

/** Another slot as an order would have it. */
interface OtherSlot {
  /** What it costs more than the order's own; negative where it costs less. */
  morePaise: Paise
  kind: SlotKind
  /** Whether the order's ready-made cakes are paid in cash. */
  isCashOrder: boolean
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
