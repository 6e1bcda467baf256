import type { ReactNode } from 'react'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { ButtonLink } from '#ui/button.tsx'

interface UnpaidChangeProps {
  order: Pick<ShownOrder, 'number' | 'unpaidChange'>
  /** Where the customer pays it; left out for staff. */
  payUrl?: string
  /** For staff: a button with the link that pays. */
  children?: ReactNode
}

/** A change that waits for its payment; nothing without one. */
export function UnpaidChange({
  order: { number, unpaidChange },
  payUrl,
  children,
}: UnpaidChangeProps) {
  if (!unpaidChange) return null
  const amount = formatInr(unpaidChange.paise)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-blush px-4 py-3">
      <p>
        <span>{payUrl ? 'Your change' : 'A change'}</span> of this order waits for{' '}
        <span>{amount}</span>, to be paid by <Moment at={unpaidChange.until} />.
      </p>
      {children}
      {payUrl && (
        <ButtonLink to={payUrl} reloadDocument size="small">
          <span>{`Pay ${amount}`}</span>
          <span className="sr-only">{` for the change of order ${number}`}</span>
        </ButtonLink>
      )}
    </div>
  )
}
