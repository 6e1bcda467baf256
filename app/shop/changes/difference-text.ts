import { lessInCashText, type OrderAmounts } from '#shop/orders/money/order-money.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

type Amounts = Pick<OrderAmounts, 'paidOnlinePaise' | 'refundedPaise' | 'duePaise'>

/** What another slot costs more, or gives back; '' if it costs the same. */
export function differenceText(amounts: Amounts, morePaise: Paise): string {
  if (morePaise > 0) return `This time costs ${formatInr(morePaise)} more.`
  const { duePaise, backPaise } = savedBy(amounts, morePaise)
  const sentences = [
    duePaise > 0 && lessInCashText(duePaise),
    backPaise > 0 && `${formatInr(backPaise)} will be refunded, the way you paid.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Short form of {@link differenceText}, beside the slot. */
export function differenceNote(amounts: Amounts, morePaise: Paise): string {
  if (morePaise > 0) return `${formatInr(morePaise)} more`
  const { duePaise, backPaise } = savedBy(amounts, morePaise)
  const notes = [
    duePaise > 0 && `${formatInr(duePaise)} less in cash`,
    backPaise > 0 && `refund ${formatInr(backPaise)}`,
  ]
  return notes.filter(Boolean).join(', ')
}

/** What is still due is lowered first. */
function savedBy(amounts: Amounts, morePaise: Paise) {
  const duePaise = Math.min(-morePaise, Math.max(0, amounts.duePaise))
  const leftPaise = amounts.paidOnlinePaise - amounts.refundedPaise
  return { duePaise, backPaise: Math.min(-morePaise - duePaise, leftPaise) }
}
