import { Form, Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { dayText } from '../day-text.ts'
import { type DeliveryDay, mostComing, mostOfDay } from './delivery.ts'
import { DeliveryRow } from './delivery-row.tsx'

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
