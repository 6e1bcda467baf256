import { TriangleAlert } from 'lucide-react'
import { Form, Link } from 'react-router'
import { EmailText } from '#shop/accounts/email-text.tsx'
import { addressText } from '#shop/orders/customer-text.ts'
import { statusLabel } from '#shop/orders/item-status.ts'
import { formatDateTime, formatTime } from '#shop/values/kolkata-time.ts'
import { formatRs } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { dayText } from '../days.ts'
import { type Delivery, type DeliveryDay, mostComing, mostOfDay } from './delivery.ts'

const columns = ['Name', 'Contact Details', 'Address', 'Time', 'Items']

interface DeliverySectionProps {
  /** The one day that was asked for, 'YYYY-MM-DD'; '' for the coming days. */
  day: string
  /** In Kolkata, 'YYYY-MM-DD'. */
  today: string
  days: DeliveryDay[]
  /** There are more deliveries than are shown. */
  more: boolean
}

/** The panel's deliveries to make, by day, today first; those that were missed stand before them. */
export function DeliverySection({ day, today, days, more }: DeliverySectionProps) {
  const dueToday = days.find((one) => one.day === today)?.deliveries.length ?? 0
  const last = days.at(-1)
  return (
    <Collapsible
      id="delivery"
      title="Delivery"
      open={day !== ''}
      aside={
        day === '' && (
          <span className="tabular-nums">{dueText(dueToday, more && last?.day === today)}</span>
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
              {titleOf(one.day, today)}
            </h3>
            <DataTable label={`Deliveries: ${titleOf(one.day, today)}`} columns={columns}>
              {one.deliveries.map((delivery) => (
                <DeliveryRow key={delivery.number} delivery={delivery} withDay={one.day === ''} />
              ))}
            </DataTable>
          </section>
        ))}
        {days.length === 0 && (
          <DataTable label="Deliveries" columns={columns}>
            <tr>
              <td colSpan={columns.length} className="text-cocoa-soft">
                {day ? `Nothing is to be delivered on ${dayText(day)}.` : nothingSoon}
              </td>
            </tr>
          </DataTable>
        )}
        {more && <p className="text-sm">{moreText(day)}</p>}
      </div>
    </Collapsible>
  )
}

function dueText(count: number, more: boolean): string {
  return `${count}${more ? ' and more' : ''} today`
}

function moreText(day: string): string {
  return day === ''
    ? `These are the next ${mostComing}. Choose a day to see all of that day.`
    : `These are the first ${mostOfDay} of this day.`
}

const nothingSoon =
  'Nothing is to be delivered in the next 7 days. Orders show up here by themselves.'

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
          All coming days
        </Link>
      )}
    </Form>
  )
}

function titleOf(day: string, today: string): string {
  if (day === '') return 'Overdue'
  return day === today ? `Today, ${dayText(day)}` : dayText(day)
}

interface DeliveryRowProps {
  delivery: Delivery
  /** Say the day with the time. */
  withDay: boolean
}

/** One delivery in the table: to whom, where, when, what, and the cash to collect. */
function DeliveryRow({ delivery, withDay }: DeliveryRowProps) {
  const { number, name, email, mobileno, address, time, isOverdue } = delivery
  const at = new Date(time)
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
      <td className="min-w-32 wrap-anywhere">{addressText(address)}</td>
      <td>
        <time dateTime={time} className="whitespace-nowrap tabular-nums">
          {withDay ? formatDateTime(at) : formatTime(at)}
        </time>
        {isOverdue && (
          <span className="flex items-center gap-1 font-semibold text-chilli">
            <TriangleAlert size={16} aria-hidden="true" />
            Overdue
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
      {awaitsPrice && <p className="mt-1 text-cocoa-soft">A price is not agreed yet</p>}
    </>
  )
}
