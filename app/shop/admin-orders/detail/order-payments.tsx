import type { ReactNode } from 'react'
import type { PaymentStatus } from '#shop/orders/money/ledger.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs, toPaise } from '#shop/values/money.ts'
import type { OrderDetail } from './order-detail.ts'

const paymentTexts: Record<PaymentStatus, string> = {
  started: 'Pending',
  requested: 'In progress',
  succeeded: 'Paid',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

const refundTexts: Record<PaymentStatus | 'delayed', string> = {
  ...paymentTexts,
  delayed: 'Waiting: your balance at the payment provider is too low',
  succeeded: 'Refunded',
  failed: 'Failed. Refund it in another way',
}

/** The card payment, its refunds and lost disputes, one line each. */
export function OrderPayments({
  payment,
  refunds,
  disputes,
}: Pick<OrderDetail, 'payment' | 'refunds' | 'disputes'>) {
  if (!payment) return <p className="text-sm text-cocoa-soft">Nothing was paid by card.</p>
  return (
    <ul className="grid gap-3 text-sm">
      <Line amount={payment.amount} status={paymentTexts[payment.status]} at={payment.at}>
        Card payment
      </Line>
      {refunds.map(({ id, amount, status, reason, at }) => (
        <Line key={id} amount={-amount} status={refundTexts[status]} at={at}>
          Refund: {reason}
        </Line>
      ))}
      {disputes
        .filter(({ lost }) => lost > 0)
        .map(({ id, lost, at }) => (
          <Line key={id} amount={-lost} status="Paid back by the bank" at={at}>
            Lost dispute
          </Line>
        ))}
    </ul>
  )
}

interface LineProps {
  /** Rupees, below nothing when they go back. */
  amount: number
  status: string
  at: string
  children: ReactNode
}

function Line({ amount, status, at, children }: LineProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {amount < 0 && '− '}
        {formatRs(toPaise(Math.abs(amount)))}
      </span>
      <span className="col-span-2 text-xs text-cocoa-soft">
        {status} · <Moment at={at} />
      </span>
    </li>
  )
}
