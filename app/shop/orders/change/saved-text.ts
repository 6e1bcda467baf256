import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import { lessInCashText } from '../money/order-money.ts'
import type { Order } from '../order.schema.ts'

type Payment = Pick<Order, 'paidByCard' | 'refunded'>

/** What comes of it, before it is done, where a slot costs so much less; '' where it costs the same. */
export function savedText(payment: Payment, lessPaise: Paise): string {
  const saved = savedBy(payment, lessPaise)
  if (!saved) return ''
  return saved.inCash
    ? lessInCashText(saved.paise)
    : `${formatInr(saved.paise)} will be refunded, the way you paid.`
}

/** The same in a few words, beside the slot. */
export function savedNote(payment: Payment, lessPaise: Paise): string {
  const saved = savedBy(payment, lessPaise)
  if (!saved) return ''
  const amount = formatInr(saved.paise)
  return saved.inCash ? `${amount} less in cash` : `refund ${amount}`
}

function savedBy({ paidByCard, refunded }: Payment, lessPaise: Paise) {
  if (lessPaise <= 0) return null
  if (paidByCard === 0) return { paise: lessPaise, inCash: true }
  const paise = Math.min(lessPaise, toPaise(paidByCard) - toPaise(refunded))
  return paise > 0 ? { paise, inCash: false } : null
}
