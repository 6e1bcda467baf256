import { useRef } from 'react'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatRs, toPaise } from '#shop/values/money.ts'
import { addressText } from './address-text.ts'
import { Amounts } from './amounts.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { ItemRow } from './item-row.tsx'
import { statusLabel } from './item-status.ts'
import type { Order, OrderItem } from './order.schema.ts'
import { cashToPay } from './order-progress.ts'
import { ProgressLine } from './progress-line.tsx'

interface OrderCardProps {
  order: Order
  /** The customer's, for the call that cancels. */
  email: string
}

/** One order as its customer sees it. */
export function OrderCard({ order, email }: OrderCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
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
        {order.canCancel && (
          <CancelOrder order={order} email={email} onDone={() => title.current?.focus()} />
        )}
      </header>
      <ProgressLine order={order} />
      <ul className="divide-y divide-line border-t border-line pt-5">
        {order.order.map((item) => (
          <ItemRow key={item.id} item={item} price={priceOf(item)} badge={<Status item={item} />} />
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
            <dd className="wrap-anywhere">{addressText(order.address)}</dd>
          </div>
        </dl>
        <OrderAmounts order={order} />
      </div>
    </article>
  )
}

function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTime(new Date(at))}</time>
}

function awaitsPrice({ customize, isConfirmed }: OrderItem) {
  return customize && (isConfirmed === 'processing' || isConfirmed === 'quoted')
}

/** Null for a customised cake without an agreed price. */
function priceOf(item: OrderItem) {
  return item.customize && item.subtotal === 0 ? null : toPaise(item.subtotal)
}

const statusLooks: Record<OrderItem['isConfirmed'], string> = {
  processing: 'bg-blush text-cocoa',
  completed: 'bg-pistachio text-paper',
  quoted: 'bg-blush text-berry',
  accepted: 'bg-blush text-cocoa',
  declined: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
  rejected: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
  cancelled: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
}

function Status({ item }: { item: OrderItem }) {
  return (
    <span
      className={`rounded-pill px-3 py-0.5 text-xs font-semibold ${statusLooks[item.isConfirmed]}`}
    >
      <span className="sr-only">Status: </span>
      {statusLabel(item.isConfirmed)}
    </span>
  )
}

function OrderAmounts({ order }: { order: Order }) {
  const rs = (rupees: number) => formatRs(toPaise(rupees))
  const { paidByCard, refunded } = order
  const cash = cashToPay(order)
  return (
    <div className="grid content-start gap-3">
      <Amounts
        rows={[
          order.subtotal > 0 && { label: 'Subtotal', value: rs(order.subtotal) },
          { label: 'Shipping', value: rs(order.shipping) },
          { label: 'Total price', value: rs(order.subtotal + order.shipping), strong: true },
          paidByCard > 0 && { label: 'Paid by card', value: rs(paidByCard) },
          refunded > 0 && { label: 'Refunded', value: rs(refunded) },
          cash > 0 && { label: 'Due in cash', value: rs(cash) },
        ]}
      />
      {order.order.some(awaitsPrice) && (
        <p className="text-xs text-cocoa-soft">
          The price of your customised cake is added once you have agreed to it, and is paid in
          cash.
        </p>
      )}
    </div>
  )
}
