import type { ReactNode } from 'react'
import type { PaymentMethod, PaymentStatus } from '#shop/orders/money/ledger.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs, type Paise } from '#shop/values/money.ts'
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
  delayed: 'Waiting: is your balance at the payment provider too low?',
  succeeded: 'Refunded',
  failed: 'Failed. Refund it in another way',
}

const ways: Record<PaymentMethod, string> = { provider: '', cash: ' in cash', upi: ' by UPI' }

export function OrderPayments({
  payment,
  taken,
  refunds,
  disputes,
}: Pick<OrderDetail, 'payment' | 'taken' | 'refunds' | 'disputes'>) {
  if (!payment && taken.length === 0) {
    return <p className="text-sm text-cocoa-soft">Nothing was paid by card.</p>
  }
  return (
    <ul className="grid gap-3 text-sm">
      {payment && (
        <Line paise={payment.paise} status={paymentTexts[payment.status]} at={payment.updatedAt}>
          Card payment
        </Line>
      )}
      {taken.map(({ id, method, paise, createdAt }) => (
        <Line key={id} paise={paise} status={paise < 0 ? 'Given back' : 'Paid'} at={createdAt}>
          {`Payment${ways[method]}`}
        </Line>
      ))}
      {refunds.map(({ id, paise, method, status, reason, createdAt }) => (
        <Line key={id} paise={paise} status={refundTexts[status]} at={createdAt}>
          {`Refund${ways[method]}: ${reason}`}
        </Line>
      ))}
      {disputes
        .filter(({ lostPaise }) => lostPaise > 0)
        .map(({ id, lostPaise, reportedAt }) => (
          <Line key={id} paise={-lostPaise} status="Paid back by the bank" at={reportedAt}>
            Lost dispute
          </Line>
        ))}
    </ul>
  )
}

interface LineProps {
  /** Negative for refunds. */
  paise: Paise
  status: string
  at: Date
  children: ReactNode
}

function Line({ paise, status, at, children }: LineProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {`${paise < 0 ? '− ' : ''}${formatRs(Math.abs(paise))}`}
      </span>
      <span className="col-span-2 text-xs text-cocoa-soft">
        <span>{`${status} ·`}</span> <Moment at={at} />
      </span>
    </li>
  )
}
