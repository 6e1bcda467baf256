import { formatInr, type Paise } from '#shop/values/money.ts'
import { lessInCashText, type OrderAmounts } from '../money/order-money.ts'

type Payment = Pick<OrderAmounts, 'paidOnlinePaise' | 'refundedPaise'>

/** Previews the refund of a slot that costs less; '' if it costs the same. */
export function savedText(payment: Payment, lessPaise: Paise): string {
  const saved = savedBy(payment, lessPaise)
  if (!saved) return ''
  return saved.inCash
    ? lessInCashText(saved.paise)
    : `${formatInr(saved.paise)} will be refunded, the way you paid.`
}

/** Short form of {@link savedText}, beside the slot. */
export function savedNote(payment: Payment, lessPaise: Paise): string {
  const saved = savedBy(payment, lessPaise)
  if (!saved) return ''
  const amount = formatInr(saved.paise)
  return saved.inCash ? `${amount} less in cash` : `refund ${amount}`
}

function savedBy({ paidOnlinePaise, refundedPaise }: Payment, lessPaise: Paise) {
  if (lessPaise <= 0) return null
  if (paidOnlinePaise === 0) return { paise: lessPaise, inCash: true }
  const paise = Math.min(lessPaise, paidOnlinePaise - refundedPaise)
  return paise > 0 ? { paise, inCash: false } : null
}
