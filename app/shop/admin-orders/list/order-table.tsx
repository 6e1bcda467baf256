import { Link } from 'react-router'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-moment.tsx'
import { deliveryHours, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { ItemStatusBadge } from '#shop/orders/item-status-badge.tsx'
import type { ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { formatDate, formatTime } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs } from '#shop/values/money.ts'
import { TableOrCards } from '#ui/lists/data-table.tsx'
import { UserText } from '#ui/user-text.tsx'

const columns = [
  'Order',
  'Placed at',
  'Customer',
  'Delivery',
  'Items',
  'Status',
  'Total',
  'Payment',
] as const

export function OrderListTable({ orders }: { orders: readonly ShownOrder[] }) {
  return (
    <TableOrCards
      label="Orders"
      columns={columns}
      rows={orders.map((order) => <Row key={order.id} order={order} />)}
      cards={orders.map((order) => <Card key={order.id} order={order} />)}
    />
  )
}

function Row({ order }: { order: ShownOrder }) {
  return (
    <tr>
      <td className="font-semibold whitespace-nowrap">
        <OrderLink order={order} />
      </td>
      <td>
        <NarrowMoment at={order.placedAt} time={formatTime(order.placedAt)} />
      </td>
      <td className="max-w-56 wrap-anywhere">
        <span className="block font-medium">
          <UserText>{order.customerName}</UserText>
        </span>
        <span className="text-xs text-cocoa-soft">{order.customerMobile}</span>
      </td>
      <td>
        <NarrowMoment at={order.slotStartsAt ?? order.deliveryAt} time={deliveryHours(order)} />
        {order.isPickup && <span className="block text-xs font-semibold">Pickup</span>}
      </td>
      <td className="max-w-64 wrap-anywhere">{itemsInShort(order.items)}</td>
      <td>
        <States order={order} />
      </td>
      <td className="whitespace-nowrap tabular-nums">{totalOf(order)}</td>
      <td className="text-xs whitespace-nowrap">
        <Payment order={order} />
      </td>
    </tr>
  )
}

function Card({ order }: { order: ShownOrder }) {
  return (
    <li className="card relative grid content-start gap-2 p-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-text text-base font-semibold tracking-normal">
          <OrderLink order={order} />
        </h2>
        <States order={order} />
      </div>
      <p className="font-medium wrap-anywhere">
        <UserText>{order.customerName}</UserText> · {order.customerMobile}
      </p>
      <p className="wrap-anywhere">{itemsInShort(order.items)}</p>
      <p>
        <span className="text-cocoa-soft">{deliveryWords(order).what} </span>
        <DeliveryMoment order={order} />
      </p>
      <p className="text-xs text-cocoa-soft">
        Placed at <Moment at={order.placedAt} />
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-2 border-t border-line pt-2">
        <span className="font-semibold tabular-nums">{totalOf(order)}</span>
        <span className="text-right text-xs">
          <Payment order={order} />
        </span>
      </div>
    </li>
  )
}

function OrderLink({ order: { number } }: { order: ShownOrder }) {
  return (
    <Link
      to={`/admin/orders/${number}`}
      prefetch="intent"
      className="inline-flex min-h-11 items-center text-berry underline underline-offset-3"
    >
      Order {number}
    </Link>
  )
}

function States({ order }: { order: ShownOrder }) {
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

function totalOf({ subtotalPaise, feePaise, surchargePaise }: ShownOrder): string {
  return formatRs(subtotalPaise + feePaise + surchargePaise)
}

/** A point in time in two lines, where the column is narrow. */
function NarrowMoment({ at, time }: { at: Date; time: string }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {formatDate(at)}
      <span className="block text-xs text-cocoa-soft">{time}</span>
    </time>
  )
}

/** How many items an order has of each state, in the order in which they come. */
export function stateCounts(
  items: readonly Pick<ShownItem, 'status'>[],
): { status: ItemStatus; count: number }[] {
  const groups = Map.groupBy(items, ({ status }) => status)
  return [...groups].map(([status, { length }]) => ({ status, count: length }))
}

/** The items in a line: '2 × Truffle Cake, Mango Cake and 3 more'. */
export function itemsInShort(items: readonly Pick<ShownItem, 'amount' | 'name'>[]): string {
  const named = items
    .slice(0, 2)
    .map(({ amount, name }) => (amount > 1 ? `${amount} × ${name}` : name))
  const unnamedCount = items.length - named.length
  return unnamedCount > 0 ? `${named.join(', ')} and ${unnamedCount} more` : named.join(', ')
}

/** How an order is paid, in a few words each: 'Card', 'Rs. 50 in cash', 'Rs. 200 refunded'. */
export function paymentInShort({
  paidOnlinePaise,
  cashPaise,
  refundedPaise,
}: Pick<ShownOrder, 'paidOnlinePaise' | 'cashPaise' | 'refundedPaise'>): string[] {
  const words = [
    paidOnlinePaise > 0 && 'Card',
    cashPaise > 0 && `${formatRs(cashPaise)} in cash`,
    refundedPaise > 0 && `${formatRs(refundedPaise)} refunded`,
  ]
  const parts = words.filter((word) => word !== false)
  return parts.length > 0 ? parts : ['Nothing to pay']
}
