import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-moment.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { FulfilmentBadge } from '#shop/orders/status-badges.tsx'
import { addressToBring } from '#shop/values/india-address.ts'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { UserText } from '#ui/user-text.tsx'
import type { RunAction } from '../baker-actions/baker-action.ts'
import type { DoneItem } from '../baker-actions/item-actions.tsx'
import { OrderMoves } from '../moves/order-moves.tsx'
import { OrderMarks } from '../order-marks.tsx'
import { WaitingItem } from './waiting-item.tsx'
import { deliveryHint, type WaitingOrder } from './waiting-order.ts'

interface WaitingOrderCardProps {
  order: WaitingOrder
  isNew: boolean
  now: Date
  /** What was done since the list was loaded, by the item's id. */
  done: ReadonlyMap<string, DoneItem>
  runAction: RunAction
}

export function WaitingOrderCard({ order, isNew, now, done, runAction }: WaitingOrderCardProps) {
  const titleId = `order-${order.number}`
  return (
    <article
      aria-labelledby={titleId}
      className={`${factsLook} overflow-hidden rounded-field border ${isNew ? 'animate-arrive border-berry ring-2 ring-berry' : 'border-line'}`}
    >
      <header className="grid gap-1 border-b border-line bg-cream px-4 py-3 lg:gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <OrderTitle order={order} isNew={isNew} now={now} titleId={titleId} />
          <OrderMoves order={order} mayBake={order.mayBake} />
        </div>
        <OrderMarks marks={order.marks} />
        <OrderFacts order={order} />
      </header>
      <ul className="divide-y divide-line px-4">
        {order.items.map((item) => (
          <WaitingItem
            key={item.id}
            item={item}
            order={order}
            done={done.get(item.id)}
            runAction={runAction}
          />
        ))}
      </ul>
      {order.otherItems > 0 && (
        <p className="px-4 pb-3 text-xs text-cocoa-soft">{otherItemsText(order.otherItems)}</p>
      )}
    </article>
  )
}

// Shared by all facts of an order, to save markup in a long list.
const factsLook =
  '[&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line [&_dl>div]:min-w-0 [&_dt]:text-xs [&_dt]:font-normal [&_dt]:text-cocoa-soft'

function otherItemsText(count: number): string {
  return count === 1
    ? '1 more item on the order’s page.'
    : `${count} more items on the order’s page.`
}

function OrderTitle({
  order: { number, placedAt, deliveryAt, fulfilment },
  isNew,
  now,
  titleId,
}: Pick<WaitingOrderCardProps, 'order' | 'isNew' | 'now'> & { titleId: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h3 id={titleId} className="text-lg">
        <Link
          to={`/admin/orders/${number}`}
          className="underline decoration-line underline-offset-4 hover:text-berry hover:decoration-current"
        >
          {`Order ${number}`}
        </Link>
      </h3>
      {isNew && (
        <span className="rounded-pill bg-berry px-2.5 py-0.5 text-xs font-semibold text-paper">
          New
        </span>
      )}
      <Hint deliveryAt={deliveryAt} now={now} />
      {fulfilment !== 'placed' && <FulfilmentBadge fulfilment={fulfilment} />}
      <p className="text-xs text-cocoa-soft">
        Placed at <Moment at={placedAt} />
      </p>
    </div>
  )
}

function OrderFacts({ order }: Pick<WaitingOrderCardProps, 'order'>) {
  const { customerName, customerMobile, address, kitchenNote } = order
  return (
    <dl className="gap-x-6 gap-y-1 text-sm max-lg:flex max-lg:flex-wrap lg:grid lg:grid-cols-[auto_auto_auto_1fr] lg:gap-y-2">
      <Fact name={`${deliveryWords(order).what} time`} className={deliveryLook}>
        <DeliveryMoment order={order} />
      </Fact>
      <Fact name="User name" hideName>
        <UserText>{customerName}</UserText>
      </Fact>
      <Fact name="Mobile no" hideName>
        <a
          href={phoneHref(customerMobile)}
          className="-my-3 inline-flex min-h-11 items-center font-semibold text-berry underline"
        >
          {customerMobile}
        </a>
      </Fact>
      <Fact
        name={deliveryWords(order).address}
        hideName={!order.isPickup}
        className="max-lg:w-full"
      >
        <UserText>{addressToBring(address)}</UserText>
      </Fact>
      {kitchenNote && (
        <Fact name="Kitchen note" className="col-span-full">
          {kitchenNote}
        </Fact>
      )}
    </dl>
  )
}

const deliveryLook =
  'font-semibold max-lg:flex max-lg:w-full max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-2'

interface FactProps {
  name: string
  /** On narrow screens the name is for screen readers only. */
  hideName?: boolean
  className?: string
  children: ReactNode
}

function Fact({ name, hideName, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className={hideName ? 'max-lg:sr-only' : undefined}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const hintLooks = {
  Late: 'bg-chilli text-paper',
  Today: 'bg-blush text-berry-deep',
  Tomorrow: 'bg-cream text-cocoa ring-1 ring-line ring-inset',
}

function Hint({ deliveryAt, now }: { deliveryAt: Date; now: Date }) {
  const hint = deliveryHint(deliveryAt, now)
  if (!hint) return null
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-pill px-2.5 py-0.5 text-xs font-semibold ${hintLooks[hint]}`}
    >
      {hint === 'Late' && <TriangleAlert size={14} aria-hidden="true" />}
      <span>{hint}</span>
    </span>
  )
}
