import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { Order } from '../order.schema.ts'

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
