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

/** Why an order may not have a slot, although it is open, as a sentence; null where it may. */
export function otherSlotError({ morePaise, kind, isCashOrder }: OtherSlot): string | null {
  if (morePaise > 0) {
    return `This slot costs ${formatInr(morePaise)} more. For it, please cancel this order and order again.`
  }
  return isCashOrder && kind === 'midnight'
    ? 'Cash on delivery is not available at midnight.'
    : null
}

/** What comes of it, before it is done, where a slot costs so much less; '' where it costs the same. */
export function savedText(
  { paidByCard, refunded }: Pick<Order, 'paidByCard' | 'refunded'>,
  lessPaise: Paise,
): string {
  if (lessPaise <= 0) return ''
  if (paidByCard === 0) return `You pay ${formatInr(lessPaise)} less in cash.`
  const backPaise = Math.min(lessPaise, toPaise(paidByCard) - toPaise(refunded))
  return backPaise > 0 ? `${formatInr(backPaise)} will be refunded, the way you paid.` : ''
}
