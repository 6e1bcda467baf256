import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deliveryHours, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { isCancelled, standingOf } from '#shop/orders/order-rules.ts'
import type { ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { FulfilmentBadge, ItemStatusBadge } from '#shop/orders/status-badges.tsx'
import { groupBy } from '#shop/values/group-by.ts'
import { formatDate, formatTime } from '#shop/values/kolkata-time.ts'
import { formatRs, sumPaise } from '#shop/values/money.ts'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { UserText } from '#ui/user-text.tsx'
import { type OrderMark, OrderMarks } from '../order-marks.tsx'

export interface ListedOrder extends ShownOrder {
  marks: readonly OrderMark[]
}

export function OrderListTable({ orders }: { orders: readonly ListedOrder[] }) {
  return (
    <div className="card p-4 lg:p-2">
      <ListTable label="Orders" columns={columns} rows={orders} />
    </div>
  )
}

const columns: readonly ListColumn<ListedOrder>[] = [
  ['Order', (order) => <OrderLink order={order} />, 'font-semibold whitespace-nowrap'],
  [
    'Placed at',
    ({ placedAt }) => (
      <>
        <Unheaded>Placed at </Unheaded>
        <NarrowMoment at={placedAt} time={formatTime(placedAt)} />
      </>
    ),
  ],
  ['Customer', (order) => <Customer order={order} />, 'wrap-anywhere lg:max-w-56'],
  [
    'Delivery',
    (order) => (
      <>
        <Unheaded>{deliveryWords(order).what} </Unheaded>
        <NarrowMoment at={order.slotStartsAt ?? order.deliveryAt} time={deliveryHours(order)} />
        {order.isPickup && (
          <span className="block text-xs font-semibold max-lg:hidden">Pickup</span>
        )}
      </>
    ),
  ],
  ['Items', ({ items }) => itemsInShort(items), 'wrap-anywhere lg:max-w-64'],
  [
    'Status',
    (order) => (
      <div className="grid gap-1">
        <States order={order} />
        <OrderMarks marks={order.marks} />
      </div>
    ),
  ],
  [
    'Total',
    (order) => <Total order={order} />,
    'font-semibold whitespace-nowrap tabular-nums lg:font-normal',
  ],
  ['Payment', (order) => <Payment order={order} />, 'text-xs whitespace-nowrap'],
]

/** The label of a cell, if the table has no headings. */
function Unheaded({ children }: { children: ReactNode }) {
  return <span className="text-cocoa-soft lg:hidden">{children}</span>
}

function Customer({ order }: { order: ShownOrder }) {
  return (
    <>
      <span className="font-medium lg:block">
        <UserText>{order.customerName}</UserText>
      </span>{' '}
      <span className="text-xs text-cocoa-soft">{order.customerMobile}</span>
    </>
  )
}

function OrderLink({ order: { number } }: { order: ShownOrder }) {
  return (
    <Link
      to={`/admin/orders/${number}`}
      prefetch="intent"
      className="inline-flex min-h-11 items-center text-berry underline underline-offset-3"
    >
      {`Order ${number}`}
    </Link>
  )
}

function States({ order }: { order: ShownOrder }) {
  if (isCancelled(order) || hasLeft(order.fulfilment)) {
    return <FulfilmentBadge fulfilment={standingOf(order)} />
  }
  const counts = stateCounts(order.items)
  return (
    <span className="flex flex-wrap gap-1">
      {counts.map(({ status, count }) => (
        <ItemStatusBadge
          key={status}
          status={status}
          count={counts.length > 1 ? count : undefined}
        />
      ))}
    </span>
  )
}

function Payment({ order }: { order: ShownOrder }) {
  return (
    <>
      {paymentInShort(order).map((words) => (
        <span key={words} className="block">
          {words}
        </span>
      ))}
    </>
  )
}

function Total({ order }: { order: ShownOrder }) {
  const { subtotalPaise, feePaise, surchargePaise } = order
  const quotes = order.items.flatMap(({ quote, amount }) =>
    quote ? { paise: quote.pricePaise * amount } : [],
  )
  return (
    <>
      <span>{formatRs(subtotalPaise + feePaise + surchargePaise)}</span>
      {quotes.length > 0 && (
        <span className="text-xs font-normal text-cocoa-soft lg:block">
          {' '}
          <span>{`${formatRs(sumPaise(quotes))} quoted`}</span>
        </span>
      )}
    </>
  )
}

/** In two lines if the column is narrow. */
function NarrowMoment({ at, time }: { at: Date; time: string }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      <span>{formatDate(at)}</span>
      <span className="text-xs text-cocoa-soft lg:block"> {time}</span>
    </time>
  )
}

/** Number of items by status, in the order of the statuses. */
export function stateCounts(
  items: readonly Pick<ShownItem, 'status'>[],
): { status: ItemStatus; count: number }[] {
  const groups = groupBy(items, ({ status }) => status)
  return [...groups].map(([status, { length }]) => ({ status, count: length }))
}

/** '2 × Truffle Cake, Mango Cake and 3 more'. */
export function itemsInShort(items: readonly Pick<ShownItem, 'amount' | 'name'>[]): string {
  const named = items
    .slice(0, 2)
    .map(({ amount, name }) => (amount > 1 ? `${amount} × ${name}` : name))
  const unnamedCount = items.length - named.length
  return unnamedCount > 0 ? `${named.join(', ')} and ${unnamedCount} more` : named.join(', ')
}

/** 'Card', 'Rs. 50 in cash', 'Rs. 200 refunded'. */
export function paymentInShort({
  paidOnlinePaise,
  duePaise,
  refundedPaise,
  paidAtDoor,
}: Pick<ShownOrder, 'paidOnlinePaise' | 'duePaise' | 'refundedPaise' | 'paidAtDoor'>): string[] {
  const words = [
    paidOnlinePaise > 0 && 'Card',
    duePaise > 0 && `${formatRs(duePaise)} in cash`,
    refundedPaise > 0 && `${formatRs(refundedPaise)} refunded`,
  ]
  const parts = words.filter((word) => word !== false)
  return parts.length > 0 ? parts : [paidAtDoor ? 'Paid at the counter' : 'Nothing to pay']
}
