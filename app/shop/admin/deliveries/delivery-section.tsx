import { TriangleAlert } from 'lucide-react'
import { Form, Link } from 'react-router'
import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryHours, deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { statusLabel } from '#shop/orders/item-status.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { formatRs } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmailText } from '#ui/user-text.tsx'
import { type Delivery, type DeliverySectionData, maxPerDay, maxUpcoming } from './delivery.ts'

const columns = ['Name', 'Contact Details', 'Address', 'Time', 'Items']

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
          <section
            key={one.day}
            className="grid min-w-0 gap-2 max-lg:[&_td]:border-0! max-lg:[&_td]:py-0.5! max-lg:[&_thead]:sr-only"
          >
            <h3 className={`text-lg ${one.day === '' ? 'text-chilli' : ''}`}>
              {dayTitle(one.day, today)}
            </h3>
            <DataTable label={`Deliveries: ${dayTitle(one.day, today)}`} columns={columns}>
              {one.deliveries.map((delivery) => (
                <DeliveryRow key={delivery.number} delivery={delivery} showsDay={one.day === ''} />
              ))}
            </DataTable>
          </section>
        ))}
        {days.length === 0 && (
          <DataTable label="Deliveries" columns={columns}>
            <tr>
              <td colSpan={columns.length} className="text-cocoa-soft">
                {day ? `No deliveries on ${formatDay(day)}.` : nothingSoon}
              </td>
            </tr>
          </DataTable>
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

interface DeliveryRowProps {
  delivery: Delivery
  showsDay: boolean
}

function DeliveryRow({ delivery, showsDay }: DeliveryRowProps) {
  const { number, name, email, mobileno, address, time, pickup, isLate } = delivery
  return (
    <tr className="align-top max-lg:grid max-lg:border-b max-lg:border-line max-lg:py-3">
      <td className="min-w-32">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <Link
          to={`/admin/orders/${number}`}
          className="whitespace-nowrap text-berry underline underline-offset-3"
        >
          {`Order ${number}`}
        </Link>
      </td>
      <td className="min-w-40">
        {mobileno && (
          <a
            href={`tel:+91${mobileno}`}
            className="block w-fit leading-6 hover:text-berry hover:underline"
          >
            {mobileno}
          </a>
        )}
        <span className="text-cocoa-soft">
          <EmailText email={email} />
        </span>
      </td>
      <td className="min-w-32 wrap-anywhere">
        {pickup ? <strong>Pickup</strong> : addressText(address)}
      </td>
      <td>
        <time dateTime={time} className="whitespace-nowrap tabular-nums">
          {showsDay ? deliveryText(delivery) : deliveryHours(delivery)}
        </time>
        {isLate && (
          <span className="flex items-center gap-1 font-semibold text-chilli">
            <TriangleAlert size={16} aria-hidden="true" />
            Late
          </span>
        )}
      </td>
      <td className="min-w-44">
        <Items {...delivery} />
      </td>
    </tr>
  )
}

function Items({ items, cashPaise, awaitsPrice }: Delivery) {
  return (
    <>
      <ul className="grid gap-1">
        {items.map(({ id, text, status }) => (
          <li key={id} className="wrap-anywhere">
            {text}{' '}
            <span className={`text-cocoa-soft ${status === 'completed' ? 'font-semibold' : ''}`}>
              {`(${statusLabel(status)})`}
            </span>
          </li>
        ))}
      </ul>
      {cashPaise > 0 && <p className="mt-1 font-semibold">Collect {formatRs(cashPaise)} in cash</p>}
      {awaitsPrice && <p className="mt-1 text-cocoa-soft">Price not agreed yet</p>}
    </>
  )
}
