import { TriangleAlert } from 'lucide-react'
import { Form, Link } from 'react-router'
import { deliveryHours, deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import {
  awaitsPrice,
  cancelledStatuses,
  statusLabel,
  unpreparedStatuses,
} from '#shop/orders/item-status.ts'
import { duePaise } from '#shop/orders/money/ledger.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { FulfilmentBadge } from '#shop/orders/status-badges.tsx'
import { groupBy } from '#shop/values/group-by.ts'
import { addressToBring } from '#shop/values/india-address.ts'
import { formatDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { formatRs } from '#shop/values/money.ts'
import { phoneHref } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { EmailText, UserText } from '#ui/user-text.tsx'

/** The deliveries by day: late ones, then today and the coming days. */
export function DeliverySection({ day, today, days, hasMore }: DeliverySectionData) {
  const dueToday = days.find((one) => one.day === today)?.deliveries.length ?? 0
  const last = days.at(-1)
  return (
    <Collapsible
      id="delivery"
      title="Delivery"
      open={day !== ''}
      aside={
        day === '' && (
          <span className="tabular-nums">{dueText(dueToday, hasMore && last?.day === today)}</span>
        )
      }
    >
      <div className="grid gap-6">
        <DayForm day={day} />
        {days.map((one) => (
          <section key={one.day} className="grid min-w-0 gap-2">
            <h3 className={`text-lg ${one.day === '' ? 'text-chilli' : ''}`}>
              {dayTitle(one.day, today)}
            </h3>
            <ListTable
              label={`Deliveries: ${dayTitle(one.day, today)}`}
              columns={columnsOf({ showsDay: one.day === '' })}
              rows={one.deliveries}
            />
          </section>
        ))}
        {days.length === 0 && (
          <ListTable label="Deliveries" columns={columnsOf({ showsDay: false })} rows={[]}>
            {day ? `No deliveries on ${formatDay(day)}.` : nothingSoon}
          </ListTable>
        )}
        {hasMore && <p className="text-sm">{moreText(day)}</p>}
      </div>
    </Collapsible>
  )
}

function dueText(count: number, hasMore: boolean): string {
  return `${count}${hasMore ? ' or more' : ''} today`
}

function moreText(day: string): string {
  return day === ''
    ? `Showing the next ${maxUpcoming} deliveries. Choose a day to see all of its deliveries.`
    : `Showing the first ${maxPerDay} deliveries of this day.`
}

const nothingSoon = 'No deliveries in the next 7 days. New orders appear here automatically.'

function DayForm({ day }: { day: string }) {
  return (
    <Form
      action="/admin#delivery"
      preventScrollReset
      className="flex flex-wrap items-end gap-x-3 gap-y-2"
    >
      <TextField key={day} label="Day" type="date" name="deliveryDay" defaultValue={day} />
      <Button type="submit" variant="secondary" className="mb-1.5">
        Show
      </Button>
      {day && (
        <Link
          to="/admin#delivery"
          className="mb-1.5 min-h-12 py-3 text-sm font-semibold text-berry underline"
        >
          All upcoming days
        </Link>
      )}
    </Form>
  )
}

function dayTitle(day: string, today: string): string {
  if (day === '') return 'Late'
  return day === today ? `Today, ${formatDay(day)}` : formatDay(day)
}

const columnsOf = ({ showsDay }: { showsDay: boolean }): ListColumn<Delivery>[] => [
  ['Name', (delivery) => <Name {...delivery} />, 'min-w-32'],
  ['Contact Details', (delivery) => <Contact {...delivery} />, 'min-w-40'],
  [
    'Address',
    ({ isPickup, address }) =>
      isPickup ? <strong>Pickup</strong> : <UserText>{addressToBring(address)}</UserText>,
    'min-w-32 wrap-anywhere',
  ],
  ['Time', (delivery) => <Time delivery={delivery} showsDay={showsDay} />],
  ['Items', (delivery) => <Items {...delivery} />, 'min-w-44'],
]

function Name({ name, number }: Delivery) {
  return (
    <>
      <span translate="no" className="block font-medium wrap-anywhere">
        {name}
      </span>
      <Link
        to={`/admin/orders/${number}`}
        className="whitespace-nowrap text-berry underline underline-offset-3"
      >
        {`Order ${number}`}
      </Link>
    </>
  )
}

function Contact({ mobileno, email }: Delivery) {
  return (
    <>
      {mobileno && (
        <a
          href={phoneHref(mobileno)}
          className="block w-fit leading-6 hover:text-berry hover:underline"
        >
          {mobileno}
        </a>
      )}
      <span className="text-cocoa-soft">
        <EmailText email={email} />
      </span>
    </>
  )
}

function Time({ delivery, showsDay }: { delivery: Delivery; showsDay: boolean }) {
  return (
    <>
      <time dateTime={delivery.deliveryAt.toISOString()} className="whitespace-nowrap tabular-nums">
        {showsDay ? deliveryText(delivery) : deliveryHours(delivery)}
      </time>
      {delivery.isLate && (
        <span className="flex items-center gap-1 font-semibold text-chilli">
          <TriangleAlert size={16} aria-hidden="true" />
          Late
        </span>
      )}
    </>
  )
}

function Items({ items, fulfilment, duePaise, awaitsPrice }: Delivery) {
  return (
    <>
      <ul className="grid gap-1">
        {items.map(({ id, text, status }) => (
          <li key={id} className="wrap-anywhere">
            <UserText>{text}</UserText>{' '}
            {!hasLeft(fulfilment) && (
              <span className={`text-cocoa-soft ${status === 'completed' ? 'font-semibold' : ''}`}>
                {`(${statusLabel(status)})`}
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasLeft(fulfilment) && <FulfilmentBadge fulfilment={fulfilment} />}
      {duePaise > 0 && (
        <p className="mt-1 font-semibold">{`Collect ${formatRs(duePaise)} in cash`}</p>
      )}
      {awaitsPrice && <p className="mt-1 text-cocoa-soft">Price not agreed yet</p>}
    </>
  )
}

/** How many deliveries the dashboard shows of the coming days. */
export const maxUpcoming = 25
/** How many it shows of a single day. */
export const maxPerDay = 200

export type Delivery = ReturnType<typeof toDelivery>

export interface DeliverySectionData {
  /** The chosen day, 'YYYY-MM-DD'; '' for the coming days. */
  day: string
  /** In Kolkata, 'YYYY-MM-DD'. */
  today: string
  /** Deliveries by day in Kolkata; the day is '' for those late since before today. */
  days: { day: string; deliveries: Delivery[] }[]
  /** There are more deliveries than these. */
  hasMore: boolean
}

/** An order as a delivery, without its cancelled items. */
export function toDelivery(order: Order, now: Date) {
  const { number, deliveryAt, slotStartsAt, slotEndsAt, isPickup, address } = order
  const items = order.items.filter(({ status }) => !cancelledStatuses.includes(status))
  return {
    id: order.id,
    number,
    name: order.customerName,
    email: order.customerEmail,
    mobileno: order.customerMobile,
    address,
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    isPickup,
    fulfilment: order.fulfilment,
    items: items.map((item) => ({ id: item.id, text: itemText(item), status: item.status })),
    /** The rider collects it; without prices that are not agreed yet. */
    duePaise: Math.max(0, duePaise(order)),
    awaitsPrice: items.some(awaitsPrice),
    /** Its time has passed and something is not prepared yet. */
    isLate: deliveryAt < now && items.some(({ status }) => unpreparedStatuses.includes(status)),
  }
}

/** Deliveries by day, in the order in which they come. */
export function groupByDay(deliveries: readonly Delivery[]) {
  const days = groupBy(deliveries, ({ deliveryAt }) => kolkataDay(deliveryAt))
  return [...days].map(([day, sameDay]) => ({ day, deliveries: sameDay }))
}

/** '2 × Truffle Cake, Cocoa, 1 kg, “Happy Birthday”'. */
function itemText({ amount, name, flavour, wt, bname }: OrderItem): string {
  const parts = [name, flavour, formatWeight(wt), bname && `“${bname}”`].filter(Boolean)
  return `${amount} × ${parts.join(', ')}`
}
