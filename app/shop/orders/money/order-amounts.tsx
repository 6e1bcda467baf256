import { formatRs, type Paise, toPaise } from '#shop/values/money.ts'
import { awaitsPrice } from '../item-status.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import { cashToPay, isAnyMade } from '../order-status.ts'
import { shippingParts, surchargeLabel } from './order-money.ts'

/** What a line costs; null for a customised cake without an agreed price. */
export function agreedPrice({ customize, subtotal }: OrderItem): Paise | null {
  return customize && subtotal === 0 ? null : toPaise(subtotal)
}

/** What an order costs, and how that is paid. */
export function OrderAmounts({ order }: { order: Order }) {
  const rs = (rupees: number) => formatRs(toPaise(rupees))
  const { paidByCard, refunded, waived = 0 } = order
  const cash = cashToPay(order)
  const awaited = order.order.some((item) => awaitsPrice(item.isConfirmed, item))
  if (paidByCard === 0 && !isAnyMade(order.order)) {
    return <p className="text-sm text-cocoa-soft">There is nothing to pay for this order.</p>
  }
  return (
    <Amounts
      rows={[
        order.subtotal > 0 && { label: 'Subtotal', value: rs(order.subtotal) },
        ...shippingRows(shippingParts(order)),
        {
          label: awaited ? 'Total so far' : 'Total price',
          value: rs(order.subtotal + order.shipping),
          strong: true,
        },
        paidByCard > 0 && { label: 'Paid online', value: rs(paidByCard) },
        refunded > 0 && { label: 'Refunded', value: rs(refunded) },
        waived > 0 && { label: 'Waived', value: rs(waived) },
        cash > 0 && { label: 'Due in cash', value: rs(cash) },
      ]}
    />
  )
}

interface Amount {
  label: string
  /** As it is to be read: 'Rs. 950'. */
  value: string
  /** The sum that the others lead to. */
  strong?: boolean
}

/** The delivery, and what its slot costs more. */
export function shippingRows({ fee, surcharge }: { fee: Paise; surcharge: Paise }) {
  return [
    { label: 'Shipping', value: formatRs(fee) },
    surcharge > 0 && { label: surchargeLabel, value: formatRs(surcharge) },
  ]
}

/** Amounts one under the other, figures in line. */
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
