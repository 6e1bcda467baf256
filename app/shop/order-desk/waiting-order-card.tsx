import { Phone, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressText } from '#shop/orders/address-text.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { deliveryHint } from './delivery-hint.ts'
import type { Decide } from './use-decisions.ts'
import { WaitingItem } from './waiting-item.tsx'
import type { WaitingOrder } from './waiting-order.ts'

interface WaitingOrderCardProps {
  order: WaitingOrder
  /** It has come in just now. */
  isNew: boolean
  now: Date
  decide: Decide
}

/** One order that waits: who, when and where at one side, its items at the other. */
export function WaitingOrderCard({ order, isNew, now, decide }: WaitingOrderCardProps) {
  const titleId = `order-${order.number}`
  return (
    <article
      aria-labelledby={titleId}
      className={`grid gap-4 rounded-field border p-4 lg:grid-cols-[15rem_1fr] lg:gap-6 ${isNew ? 'animate-arrive border-berry ring-2 ring-berry' : 'border-line'}`}
    >
      <OrderFacts order={order} isNew={isNew} now={now} titleId={titleId} />
      <div className="min-w-0">
        <ul className="divide-y divide-line">
          {order.items.map((item) => (
            <WaitingItem key={item.id} item={item} order={order} decide={decide} />
          ))}
        </ul>
        {order.otherItems > 0 && (
          <p className="mt-3 text-xs text-cocoa-soft">
            {order.otherItems === 1 ? '1 more item' : `${order.otherItems} more items`} of this
            order
            {order.otherItems === 1 ? ' is' : ' are'} on its own page.
          </p>
        )}
      </div>
    </article>
  )
}

function OrderFacts({
  order,
  isNew,
  now,
  titleId,
}: Omit<WaitingOrderCardProps, 'decide'> & { titleId: string }) {
  const { number, user, address, kitchenNote } = order
  return (
    <div className="min-w-0 text-sm">
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 id={titleId} className="text-lg">
          <Link to={`/admin/orders/${number}`} className="hover:text-berry hover:underline">
            Order {number}
          </Link>
        </h3>
        {isNew && (
          <span className="rounded-pill bg-berry px-2.5 py-0.5 text-xs font-semibold text-paper">
            New
          </span>
        )}
      </div>
      <p className="text-xs text-cocoa-soft">
        Placed at <Instant at={order.created_at} />
      </p>
      <dl className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-1">
        <Fact name="Delivery time">
          <Delivery at={order.time} now={now} />
        </Fact>
        <Fact name="User name">{user.name}</Fact>
        <Fact name="Mobile no">
          <a
            href={`tel:+91${user.mobileno}`}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3"
          >
            <Phone size={16} aria-hidden="true" />
            {user.mobileno}
          </a>
        </Fact>
        <Fact name="Address">{addressText(address)}</Fact>
        {kitchenNote && <Fact name="Kitchen note">{kitchenNote}</Fact>}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-cocoa-soft">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  )
}

const hintLooks = {
  Overdue: 'bg-chilli text-paper',
  Today: 'bg-blush text-berry-deep',
  Tomorrow: 'bg-cream text-cocoa ring-1 ring-line ring-inset',
}

function Delivery({ at, now }: { at: string; now: Date }) {
  const hint = deliveryHint(new Date(at), now)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
      <Instant at={at} />
      {hint && (
        <span
          className={`inline-flex items-center gap-1 rounded-pill px-2.5 py-0.5 text-xs ${hintLooks[hint]}`}
        >
          {hint === 'Overdue' && <TriangleAlert size={14} aria-hidden="true" />}
          {hint}
        </span>
      )}
    </span>
  )
}

function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTime(new Date(at))}</time>
}
