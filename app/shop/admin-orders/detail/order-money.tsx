import type { ReactNode } from 'react'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatRs, toPaise } from '#shop/values/money.ts'
import type { OrderPage } from './order-page.ts'

const paymentStands = {
  started: 'Not finished',
  succeeded: 'Paid',
  cancelled: 'Cancelled',
} as const

const refundStands = {
  requested: 'On its way',
  succeeded: 'Given back',
  failed: 'Did not arrive: give it back in another way',
} as const

/** The card payment and what was given back of it, one line each. */
export function OrderPageMoney({ payment, refunds }: Pick<OrderPage, 'payment' | 'refunds'>) {
  if (!payment) return <p className="text-sm text-cocoa-soft">Nothing was paid by card.</p>
  return (
    <ul className="grid gap-3 text-sm">
      <Line amount={payment.amount} stands={paymentStands[payment.status]} at={payment.at}>
        Card payment
      </Line>
      {refunds.map(({ id, amount, status, reason, at }) => (
        <Line key={id} amount={-amount} stands={refundStands[status]} at={at}>
          Refund: {reason}
        </Line>
      ))}
    </ul>
  )
}

interface LineProps {
  /** Rupees, below nothing when they go back. */
  amount: number
  stands: string
  at: string
  children: ReactNode
}

function Line({ amount, stands, at, children }: LineProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {amount < 0 && '− '}
        {formatRs(toPaise(Math.abs(amount)))}
      </span>
      <span className="col-span-2 text-xs text-cocoa-soft">
        {stands} · <time dateTime={at}>{formatDateTime(new Date(at))}</time>
      </span>
    </li>
  )
}
