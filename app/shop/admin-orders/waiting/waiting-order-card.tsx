import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { dayMs } from '#platform/durations.ts'
import { EggMark } from '#shop/cakes/food/egg-mark.tsx'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-moment.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import { FulfilmentBadge } from '#shop/orders/status-badges.tsx'
import { addressToBring } from '#shop/values/india-address.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs } from '#shop/values/money.ts'
import { phoneHref } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { UserText } from '#ui/user-text.tsx'
import type { ItemActionProps, RunAction } from '../baker-actions/baker-action.ts'
import { type DoneItem, WaitingItemActions } from '../baker-actions/item-actions.tsx'
import { OrderMoves } from '../moves/order-moves.tsx'
import { OrderMarks } from '../order-marks.tsx'
import type { WaitingItem as Item, WaitingOrder } from './orders-section.server.ts'

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

/** On narrow screens a hidden name is for screen readers only. */
function Fact({
  name,
  hideName,
  className,
  children,
}: {
  name: string
  hideName?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className}>
      <dt className={hideName ? 'max-lg:sr-only' : undefined}>{name}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

/** Null if the delivery is not near. Days are Kolkata's. */
export function deliveryHint(time: Date, now: Date): 'Late' | 'Today' | 'Tomorrow' | null {
  if (time < now) return 'Late'
  const day = kolkataDay(time)
  if (day === kolkataDay(now)) return 'Today'
  return day === kolkataDay(new Date(now.getTime() + dayMs)) ? 'Tomorrow' : null
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

type WaitingItemProps = ItemActionProps & {
  item: Item
  /** What was done since the list was loaded. */
  done: DoneItem | undefined
}

/** An item with the buttons to decide; afterwards the row shows the outcome in their place. */
function WaitingItem({ done, ...props }: WaitingItemProps) {
  const { item } = props
  const actions = useFocusWhenGone(done)
  return (
    <li data-item={item.id} className="relative flex items-start gap-x-4 py-3 lg:py-4">
      <ItemPicture image={item.image} bname={item.bname} size="small" />
      <ItemFacts item={item} />
      <div
        ref={actions}
        tabIndex={-1}
        className="flex justify-end gap-2 max-lg:absolute max-lg:right-0 max-lg:bottom-3 lg:w-56"
      >
        <WaitingItemActions {...props} done={done} />
      </div>
    </li>
  )
}

/** Focuses the element around the buttons when the focused button is gone, and not another button. */
function useFocusWhenGone(done: DoneItem | undefined) {
  const actions = useRef<HTMLDivElement>(null)
  const shown = useRef(done)
  useEffect(() => {
    if (shown.current !== done && document.activeElement === document.body) {
      actions.current?.focus()
    }
    shown.current = done
  }, [done])
  return actions
}

/** Under the headings of wide screens, otherwise in a few lines; the price shares the last one with the buttons. */
function ItemFacts({ item }: { item: Item }) {
  return (
    <dl className="min-w-0 flex-1 gap-x-3 text-sm max-lg:flex max-lg:flex-wrap lg:grid lg:grid-cols-[2.5fr_1.5fr_3.5rem_4.5rem_2fr_5rem] lg:gap-y-2 max-lg:[&_dt]:sr-only">
      <Fact name="Name" className="max-lg:w-full">
        <span className="inline-flex items-center gap-2 pr-2 font-semibold">
          <span>{item.name}</span>
          {item.egg && <EggMark egg={item.egg} className="size-4" />}
        </span>
        {item.cakeId && <Way to={`/singleproduct/${item.cakeId}`}>View cake</Way>}
        {item.customize && (
          <span className="inline-flex flex-wrap gap-x-3 text-xs">
            <DesignLinks image={item.image} />
          </span>
        )}
      </Fact>
      <Fact name="Flavour">{item.flavour && <UserText>{item.flavour}</UserText>}</Fact>
      <Fact name="Weight">{formatWeight(item.wt)}</Fact>
      <Fact name="Quantity" className="max-lg:[&>dd]:before:content-['×_']">
        {item.amount}
      </Fact>
      <Fact name="Name on Cake" className={item.bname ? quoted : 'max-lg:sr-only'}>
        {item.bname && <UserText>{item.bname}</UserText>}
      </Fact>
      {item.detail && (
        <Fact name="Details" className="max-lg:w-full lg:order-last lg:col-span-full">
          <UserText lines>{item.detail}</UserText>
        </Fact>
      )}
      <Fact
        name="Price"
        className={`${besideButtons} ${item.customize ? 'max-lg:pr-44' : 'max-lg:pr-28'}`}
      >
        <Price item={item} />
      </Fact>
    </dl>
  )
}

const quoted =
  "font-semibold max-lg:w-full max-lg:[&>dd]:before:content-['“'] max-lg:[&>dd]:after:content-['”']"

// Starts below the picture, as high as the buttons on the same line.
const besideButtons =
  'max-lg:-ml-18 max-lg:flex max-lg:min-h-11 max-lg:w-[calc(100%+4.5rem)] max-lg:items-center'

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      target="_blank"
      rel="noreferrer"
      discover="none"
      className="inline-flex min-h-6 items-center text-xs font-semibold text-berry underline"
    >
      <span>{children}</span>
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}

function Price({ item }: { item: Item }) {
  if (item.customize) return <span className="text-cocoa-soft">To be set</span>
  return (
    <span className="font-semibold tabular-nums">{formatRs(item.unitPaise * item.amount)}</span>
  )
}
