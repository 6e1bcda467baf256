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

/** One order that waits: who, when and where, and below it what is to be decided. */
export function WaitingOrderCard({ order, isNew, now, decide }: WaitingOrderCardProps) {
  const titleId = `order-${order.number}`
  return (
    <article
      aria-labelledby={titleId}
      className={`overflow-hidden rounded-field border ${isNew ? 'animate-arrive border-berry ring-2 ring-berry' : 'border-line'}`}
    >
      <header className="grid gap-3 border-b border-line bg-cream px-4 py-3">
        <OrderTitle order={order} isNew={isNew} titleId={titleId} />
        <OrderFacts order={order} now={now} />
      </header>
      <ul className="divide-y divide-line px-4">
        {order.items.map((item) => (
          <WaitingItem key={item.id} item={item} order={order} decide={decide} />
        ))}
      </ul>
      {order.otherItems > 0 && (
        <p className="px-4 pb-3 text-xs text-cocoa-soft">{otherItemsText(order.otherItems)}</p>
      )}
    </article>
  )
}

function otherItemsText(count: number): string {
  return count === 1
    ? '1 more item is on the page of the order.'
    : `${count} more items are on the page of the order.`
}

function OrderTitle({
  order: { number, created_at },
  isNew,
  titleId,
}: Pick<WaitingOrderCardProps, 'order' | 'isNew'> & { titleId: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h3 id={titleId} className="text-lg">
        <Link
          to={`/admin/orders/${number}`}
          className="underline decoration-line underline-offset-4 hover:text-berry hover:decoration-current"
        >
          Order {number}
        </Link>
      </h3>
      {isNew && (
        <span className="rounded-pill bg-berry px-2.5 py-0.5 text-xs font-semibold text-paper">
          New
        </span>
      )}
      <p className="text-xs text-cocoa-soft">
        Placed at <Instant at={created_at} />
      </p>
    </div>
  )
}

function OrderFacts({ order, now }: Pick<WaitingOrderCardProps, 'order' | 'now'>) {
  const { user, time, address, kitchenNote } = order
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-[auto_auto_auto_1fr]">
      <Fact name="Delivery time">
        <Delivery at={time} now={now} />
      </Fact>
      <Fact name="User name">{user.name}</Fact>
      <Fact name="Mobile no">
        <a
          href={`tel:+91${user.mobileno}`}
          className="-my-3 inline-flex min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3"
        >
          <Phone size={16} aria-hidden="true" />
          {user.mobileno}
        </a>
      </Fact>
      <Fact name="Address">{addressText(address)}</Fact>
      {kitchenNote && (
        <div className="col-span-full">
          <Fact name="Kitchen note">{kitchenNote}</Fact>
        </div>
      )}
    </dl>
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
