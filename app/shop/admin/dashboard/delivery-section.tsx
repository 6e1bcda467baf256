import { Form, Link } from 'react-router'
import { OrderRow } from '#shop/admin-orders/list/order-row.tsx'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import type { loadDeliverySection } from './load-dashboard.server.ts'

type DeliverySectionProps = Awaited<ReturnType<typeof loadDeliverySection>>

/** The deliveries by day: late ones, then today and the coming days. */
export function DeliverySection({ day, today, days, hasMore, now }: DeliverySectionProps) {
  const dueToday = days.find((one) => one.day === today)?.orders.length ?? 0
  const last = days.at(-1)
  const shown = days.reduce((sum, one) => sum + (one.day === '' ? 0 : one.orders.length), 0)
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
            aria-label={`Deliveries: ${dayTitle(one.day, today)}`}
            className="grid min-w-0 gap-3"
          >
            <h3 className={`text-lg ${one.day === '' ? 'text-chilli' : ''}`}>
              {dayTitle(one.day, today)}
            </h3>
            {one.orders.map((order) => (
              <OrderRow key={order.id} order={order} now={new Date(now)} level={4} />
            ))}
          </section>
        ))}
        {days.length === 0 && (
          <ListTable label="Deliveries" columns={columns} rows={[]}>
            {day ? `No deliveries on ${formatDay(day)}.` : nothingSoon}
          </ListTable>
        )}
        {hasMore && <p className="text-sm">{moreText(day, shown)}</p>}
      </div>
    </Collapsible>
  )
}

/** The specification has an empty table like that of the users. */
const columns: readonly ListColumn<never>[] = [
  'Name',
  'Contact Details',
  'Address',
  'Time',
  'Items',
].map((heading) => [heading, () => null])

function dueText(count: number, hasMore: boolean): string {
  return `${count}${hasMore ? ' or more' : ''} today`
}

function moreText(day: string, shown: number): string {
  return day === ''
    ? `Showing the next ${shown} deliveries. Choose a day to see all of its deliveries.`
    : `Showing the first ${shown} deliveries of this day.`
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
