import { formatInr, type Paise } from '#shop/values/money.ts'
import { lessInCashText, type OrderAmounts } from '../money/order-money.ts'

type Payment = Pick<OrderAmounts, 'paidOnlinePaise' | 'refundedPaise'>

/** What another slot costs more, or gives back; '' if it costs the same. */
export function differenceText(payment: Payment, morePaise: Paise): string {
  if (morePaise > 0) return `This time costs ${formatInr(morePaise)} more.`
  const saved = savedBy(payment, morePaise)
  if (!saved) return ''
  return saved.inCash
    ? lessInCashText(saved.paise)
    : `${formatInr(saved.paise)} will be refunded, the way you paid.`
}

/** Short form of {@link differenceText}, beside the slot. */
export function differenceNote(payment: Payment, morePaise: Paise): string {
  if (morePaise > 0) return `${formatInr(morePaise)} more`
  const saved = savedBy(payment, morePaise)
  if (!saved) return ''
  const amount = formatInr(saved.paise)
  return saved.inCash ? `${amount} less in cash` : `refund ${amount}`
}

function savedBy({ paidOnlinePaise, refundedPaise }: Payment, morePaise: Paise) {
  if (morePaise === 0) return null
  if (paidOnlinePaise === 0) return { paise: -morePaise, inCash: true }
  const paise = Math.min(-morePaise, paidOnlinePaise - refundedPaise)
  return paise > 0 ? { paise, inCash: false } : null
}
