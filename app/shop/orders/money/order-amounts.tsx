import { formatRs, type Paise } from '#shop/values/money.ts'
import { awaitsAnyPrice, isAnyMade } from '../order-rules.ts'
import type { ShownItem, ShownOrder } from '../shown-order.ts'
import { failedRefundText, surchargeLabel, totalOf } from './order-money.ts'

/** Null for a customised cake without an agreed price. */
export function agreedPrice({
  customize,
  unitPaise,
  amount,
}: Pick<ShownItem, 'customize' | 'unitPaise' | 'amount'>): Paise | null {
  return customize && unitPaise === 0 ? null : unitPaise * amount
}

export function OrderAmounts({ order }: { order: ShownOrder }) {
  const { subtotalPaise, couponPaise, feePaise, surchargePaise, takenOffPaise } = order
  const { paidOnlinePaise } = order
  const { failedRefundPaise, takenPaise, givenBackPaise, duePaise } = order
  const refundedPaise = order.refundedPaise - failedRefundPaise
  if (paidOnlinePaise === 0 && takenPaise === 0 && !isAnyMade(order)) {
    return <p className="text-sm text-cocoa-soft">There is nothing to pay for this order.</p>
  }
  const amounts = (
    <Amounts
      rows={[
        subtotalPaise > 0 && { label: 'Subtotal', value: formatRs(subtotalPaise) },
        couponRow(order.coupon, couponPaise),
        ...shippingRows({ feePaise, surchargePaise }),
        {
          label: awaitsAnyPrice(order) ? 'Total so far' : 'Total price',
          value: formatRs(totalOf(order)),
          strong: true,
        },
        takenOffPaise > 0 && { label: 'Reduced by', value: formatRs(takenOffPaise) },
        paidOnlinePaise > 0 && { label: 'Paid online', value: formatRs(paidOnlinePaise) },
        takenPaise > 0 && { label: 'Paid in person', value: formatRs(takenPaise) },
        refundedPaise > 0 && { label: 'Refunded', value: formatRs(refundedPaise) },
        givenBackPaise > 0 && { label: 'Given back', value: formatRs(givenBackPaise) },
        duePaise > 0 && { label: 'Due in cash', value: formatRs(duePaise) },
        duePaise < 0 && { label: 'We owe you', value: formatRs(-duePaise) },
      ]}
    />
  )
  if (failedRefundPaise === 0) return amounts
  return (
    <>
      {amounts}
      <p className="mt-2 text-sm">{failedRefundText(failedRefundPaise)}</p>
    </>
  )
}

interface Amount {
  label: string
  /** 'Rs. 950' */
  value: string
  strong?: boolean
}

/** Of what its coupon takes off; false if that is nothing. */
export const couponRow = (code: string | null | undefined, paise: Paise) =>
  paise > 0 && { label: `Coupon ${code}`, value: `− ${formatRs(paise)}` }

export function shippingRows({
  feePaise,
  surchargePaise,
}: {
  feePaise: Paise
  surchargePaise: Paise
}) {
  return [
    { label: 'Shipping', value: formatRs(feePaise) },
    surchargePaise > 0 && { label: surchargeLabel, value: formatRs(surchargePaise) },
  ]
}

export function Amounts({ rows }: { rows: readonly (Amount | false)[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {rows.map(
        (row) =>
          row && (
            <div
              key={row.label}
              className={`flex items-baseline justify-between gap-4 ${row.strong ? 'mt-1 border-t border-line pt-2.5 text-base font-semibold' : ''}`}
            >
              <dt className={row.strong ? '' : 'text-cocoa-soft'}>{row.label}</dt>
              <dd className="shrink-0 tabular-nums">{row.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
