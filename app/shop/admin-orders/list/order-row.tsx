import { useId } from 'react'
import { Link } from 'react-router'
import { dayMs } from '#platform/clock.ts'
import { DeliveryMoment, FulfilmentBadge } from '#shop/orders/delivery/delivery-status.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { cancelledStatuses, itemLabels, unpreparedStatuses } from '#shop/orders/item-status.ts'
import { addressToBring } from '#shop/values/india-address.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs } from '#shop/values/money.ts'
import { phoneHref, withCountryCode } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { CopyLink } from '#ui/copy-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { triangleAlertIcon } from '#ui/more-icons.ts'
import { EmailText, UserText } from '#ui/user-text.tsx'
import { OrderMoves } from '../moves/order-moves.tsx'
import type { OrderMark, StaffItem, StaffOrder } from './list-orders.server.ts'
import { Fact, OpenItem, openItems, type SteadyList } from './open-item.tsx'

interface OrderRowProps {
  /** With the link that pays, in the list of what waits for it. */
  order: StaffOrder & { payUrl?: string | null }
  now: Date
  isNew?: boolean
  /** A list to answer: its items have their buttons. Others name all items in short. */
  list?: SteadyList | undefined
  /** Of its heading. */
  level?: 2 | 3 | 4
}

/** An order in any list of staff, with its moves. */
export function OrderRow({ order, now, isNew = false, list, level = 3 }: OrderRowProps) {
  const titleId = useId()
  const items = list ? openItems(order, list.keptIds) : []
  const otherItems = order.itemCount - items.length
  return (
    <article
      aria-labelledby={titleId}
      className={`${factsLook} overflow-hidden rounded-field border bg-paper ${isNew ? 'animate-arrive border-berry ring-2 ring-berry' : 'border-line'}`}
    >
      <header
        className={`grid gap-1 px-4 py-3 lg:gap-2 ${list ? 'border-b border-line bg-cream' : ''}`}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <OrderTitle {...{ order, isNew, now, level, titleId }} />
          <div className="flex flex-wrap gap-2 empty:hidden">
            {order.payUrl ? (
              <CopyLink
                url={order.payUrl}
                message={`To pay for your order ${order.number}`}
                phone={withCountryCode(order.customerMobile)}
              >
                Copy the link that pays
              </CopyLink>
            ) : (
              order.standing === order.fulfilment && (
                <OrderMoves order={order} mayBake={order.mayBake} />
              )
            )}
          </div>
        </div>
        <OrderMarks marks={order.marks} />
        <OrderFacts order={order} showsEmail={!list} />
        {!list && <ItemsInShort order={order} />}
      </header>
      {list && (
        <ul className="divide-y divide-line px-4">
          {items.map((item) => (
            <OpenItem key={item.id} item={item} order={order} now={now} list={list} />
          ))}
        </ul>
      )}
      {list && otherItems > 0 && (
        <p className="px-4 pb-3 text-xs text-cocoa-soft">
          {otherItems === 1
            ? '1 more item on the order’s page.'
            : `${otherItems} more items on the order’s page.`}
        </p>
      )}
    </article>
  )
}

// Shared by all facts of an order, to save markup in a long list.
const factsLook =
  '[&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line [&_dl>div]:min-w-0 [&_dt]:text-xs [&_dt]:font-normal [&_dt]:text-cocoa-soft'

function OrderTitle({
  order,
  isNew,
  now,
  level,
  titleId,
}: Omit<OrderRowProps, 'list'> & { titleId: string }) {
  const { number, placedAt, standing } = order
  const Heading = `h${level ?? 3}` as const
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <Heading id={titleId} className="font-display text-lg font-semibold">
        <Link
          to={`/admin/orders/${number}`}
          className="underline decoration-line underline-offset-4 hover:text-berry hover:decoration-current"
        >
          {`Order ${number}`}
        </Link>
      </Heading>
      {isNew && (
        <span className="rounded-pill bg-berry px-2.5 py-0.5 text-xs font-semibold text-paper">
          New
        </span>
      )}
      <Hint order={order} now={now} />
      {standing !== 'placed' && <FulfilmentBadge fulfilment={standing} />}
      <p className="text-xs text-cocoa-soft">
        Placed at <Moment at={placedAt} />
      </p>
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
  Tomorrow: 'bg-paper text-cocoa ring-1 ring-line ring-inset',
}

/** Of an order with something still to prepare. */
function Hint({ order: { deliveryAt, items }, now }: Pick<OrderRowProps, 'order' | 'now'>) {
  const hint = deliveryHint(deliveryAt, now)
  if (!hint || !items.some(({ status }) => unpreparedStatuses.includes(status))) return null
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-pill px-2.5 py-0.5 text-xs font-semibold ${hintLooks[hint]}`}
    >
      {hint === 'Late' && <Icon path={triangleAlertIcon} size={14} />}
      <span>{hint}</span>
    </span>
  )
}

function OrderMarks({ marks }: { marks: readonly OrderMark[] }) {
  if (marks.length === 0) return null
  return (
    <ul aria-label="Marks" className="flex flex-wrap gap-1">
      {marks.map(({ text, isAlarming }) => (
        <li
          key={text}
          className={`rounded-pill px-2.5 py-0.5 text-xs font-semibold wrap-anywhere ${isAlarming ? 'bg-chilli text-paper' : 'bg-paper text-cocoa ring-1 ring-line ring-inset'}`}
        >
          <UserText>{text}</UserText>
        </li>
      ))}
    </ul>
  )
}

function OrderFacts({ order, showsEmail }: { order: StaffOrder; showsEmail: boolean }) {
  const { customerName, customerMobile, customerEmail, address, kitchenNote } = order
  const quoted = order.quotedPaise > 0 && `${formatRs(order.quotedPaise)} quoted`
  return (
    <dl
      className={`gap-x-6 gap-y-1 text-sm max-lg:flex max-lg:flex-wrap lg:grid lg:gap-y-2 ${showsEmail ? 'lg:grid-cols-[1.5fr_1fr_0.8fr_1.2fr_1.5fr_1fr]' : 'lg:grid-cols-[1.6fr_1.3fr_1fr_1.5fr_1fr]'}`}
    >
      <Fact name={`${deliveryWords(order).what} time`} className={deliveryLook}>
        <DeliveryMoment order={order} />
      </Fact>
      <Fact name="User name" hideName>
        <UserText>{customerName}</UserText>
      </Fact>
      <Fact name="Mobile no" hideName>
        {customerMobile && (
          <a
            href={phoneHref(customerMobile)}
            className="-my-3 inline-flex min-h-11 items-center font-semibold text-berry underline"
          >
            {customerMobile}
          </a>
        )}
      </Fact>
      {showsEmail && (
        <Fact name="Email" hideName>
          <EmailText email={customerEmail} />
        </Fact>
      )}
      <Fact
        name={deliveryWords(order).address}
        hideName={!order.isPickup}
        className="max-lg:w-full"
      >
        <UserText>{addressToBring(address)}</UserText>
      </Fact>
      <Fact name="Total" hideName className="tabular-nums">
        <span className="font-semibold">{formatRs(order.totalPaise)}</span>{' '}
        <span className="text-xs text-cocoa-soft lg:block">
          {[quoted, order.awaitsPrice && !quoted && 'Price not agreed yet', ...order.payment]
            .filter(Boolean)
            .join(', ')}
        </span>
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

/** What is made, or what was ordered if nothing of it is. */
function ItemsInShort({ order: { items, fulfilment } }: Pick<OrderRowProps, 'order'>) {
  const made = items.filter(({ status }) => !cancelledStatuses.includes(status))
  return (
    <ul aria-label="Items" className="grid gap-0.5 text-sm">
      {(made.length > 0 ? made : items).map(({ id, status, ...item }) => (
        <li key={id} className="wrap-anywhere">
          <UserText>{itemText(item)}</UserText>{' '}
          {!hasLeft(fulfilment) && (
            <span className={`text-cocoa-soft ${status === 'completed' ? 'font-semibold' : ''}`}>
              {`(${itemLabels[status]})`}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** '2 × Truffle Cake, Cocoa, 1 kg, “Happy Birthday”'. */
export function itemText({
  amount,
  name,
  flavour,
  wt,
  bname,
}: Pick<StaffItem, 'amount' | 'name' | 'flavour' | 'wt' | 'bname'>): string {
  const parts = [name, flavour, formatWeight(wt), bname && `“${bname}”`].filter(Boolean)
  return `${amount} × ${parts.join(', ')}`
}
