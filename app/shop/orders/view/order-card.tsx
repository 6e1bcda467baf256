import { FileText } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { apiBase } from '#platform/http/api-client.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Written } from '#ui/written.tsx'
import { CancelOrder } from '../cancel/cancel-order-button.tsx'
import { addressText } from '../customer-text.ts'
import { DesignLinks } from '../design-pictures.tsx'
import { ItemRow } from '../item-row.tsx'
import { awaitsPrice } from '../item-status.ts'
import { ItemStatusBadge } from '../item-status-badge.tsx'
import type { Order, OrderItem } from '../order.schema.ts'
import { agreedPrice, OrderAmounts } from '../order-amounts.tsx'
import { ProgressLine } from '../progress-line.tsx'

interface OrderCardProps {
  order: Order
  /** The customer's, for the call that cancels. */
  email: string
  /** What else is to be said of an item or done with it; `focusTitle` where that took its button away. */
  below?: (item: OrderItem, focusTitle: () => void) => ReactNode
}

/** One order as its customer sees it. */
export function OrderCard({ order, email, below }: OrderCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  const titleId = `order-${order.number}`
  return (
    <article aria-labelledby={titleId} className="card grid gap-5 p-5 md:p-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={title} tabIndex={-1} id={titleId} className="text-xl">
            Order {order.number}
          </h2>
          <p className="text-sm text-cocoa-soft">
            Placed at <Instant at={order.created_at} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:-ml-4">
          <ButtonLink
            to={`${apiBase}/orders/generatepdf?order=${order.id}`}
            reloadDocument
            download="invoice.pdf"
            variant="quiet"
            size="small"
          >
            <FileText size={18} aria-hidden="true" />
            Invoice<span className="sr-only"> of order {order.number}</span>
          </ButtonLink>
          {order.canCancel && <CancelOrder order={order} email={email} onDone={focusTitle} />}
        </div>
      </header>
      <ProgressLine order={order} />
      <ul className="divide-y divide-line border-t border-line pt-5">
        {order.order.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            price={agreedPrice(item)}
            badge={<ItemStatusBadge status={item.isConfirmed} />}
          >
            {item.customize && (
              <div className="grid gap-3">
                <p className="flex flex-wrap gap-x-4 text-sm">
                  <DesignLinks image={item.image} />
                </p>
                {below?.(item, focusTitle)}
              </div>
            )}
          </ItemRow>
        ))}
      </ul>
      <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
        <dl className="grid content-start gap-3 text-sm">
          <div>
            <dt className="text-cocoa-soft">Delivery time</dt>
            <dd className="font-medium">
              <Instant at={order.time} />
            </dd>
          </div>
          <div>
            <dt className="text-cocoa-soft">Address</dt>
            <dd>
              <Written>{addressText(order.address)}</Written>
            </dd>
          </div>
        </dl>
        <div className="grid content-start gap-3">
          <OrderAmounts order={order} />
          {order.order.some((item) => awaitsPrice(item.isConfirmed, item)) && (
            <p className="text-xs text-cocoa-soft">
              The price of a customised cake is added once you have agreed to it, and is paid in
              cash.
            </p>
          )}
        </div>
      </div>
    </article>
  )
}

function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTime(new Date(at))}</time>
}
