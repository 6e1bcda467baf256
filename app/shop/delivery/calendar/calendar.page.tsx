import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import {
  dateText,
  formatDay,
  kolkataDay,
  shiftDay,
  shortWeekdays,
  weekdayNumbers,
  weekdayOf,
} from '#shop/values/kolkata-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { chevronLeftIcon, chevronRightIcon, Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import {
  askedText,
  type CalendarDay,
  calendarDay,
  daysOfMonth,
  monthTitle,
  parseMonth,
  shiftMonth,
} from '../day-load.ts'
import { readAskedRows, readDays, readLoadRows } from '../delivery.store.server.ts'
import { DeliveryPage } from '../delivery-page.tsx'
import { hasZones } from '../delivery-plan.ts'
import type { Route } from './+types/calendar.page.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-delivery')
  const now = app.clock.now()
  const asked = url.searchParams.get('month')
  const month = parseMonth(asked, now)
  const today = kolkataDay(now)
  const days = asked ? daysOfMonth(month) : Array.from({ length: 35 }, (_, n) => shiftDay(today, n))
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const current = app.deliveryPlan.current()
  // Past days are not in memory.
  const own = await readDays(app.db, first, last)
  const plan = { ...current, days: new Map(own.map((plan) => [plan.day, plan])) }
  const rows = await readLoadRows(app.db, first, last)
  const askedOrders = await readAskedRows(app.db, first, last)
  return {
    month,
    title: asked ? monthTitle(month) : 'From today on',
    today,
    hasZones: hasZones(current),
    days: days.map((day) => calendarDay(plan, day, rows, askedOrders)),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Delivery calendar')

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  const { month, title, today, days, hasZones } = loaderData
  return (
    <DeliveryPage
      title="Delivery calendar"
      intro={`How many places and kitchen minutes are taken, by today’s limits. Press a date to see its kitchen.${hasZones ? '' : ' Orders are counted in slots only: the shop has no zones yet.'}`}
    >
      <MonthBar month={month} title={title} />
      <CalendarMonth title={title} days={days} today={today} />
    </DeliveryPage>
  )
}

function MonthBar({ month, title }: { month: string; title: string }) {
  const to = (other: string) => `/admin/delivery/calendar?month=${other}`
  return (
    <nav aria-label="Months" className="flex flex-wrap items-center gap-2">
      <ButtonLink to={to(shiftMonth(month, -1))} variant="secondary" size="small">
        <Icon path={chevronLeftIcon} size={18} />
        Previous month
      </ButtonLink>
      <h2 className="order-first mr-auto w-full text-xl sm:w-auto" aria-live="polite">
        {title}
      </h2>
      <ButtonLink to={to(shiftMonth(month, 1))} variant="secondary" size="small">
        Next month
        <Icon path={chevronRightIcon} size={18} />
      </ButtonLink>
    </nav>
  )
}

interface CalendarMonthProps {
  title: string
  days: readonly CalendarDay[]
  today: string
}

/** Weeks from Monday on; on a phone a day below the other. */
function CalendarMonth({ title, days, today }: CalendarMonthProps) {
  return (
    <div className="card p-2 text-sm max-md:p-4">
      <p aria-hidden="true" className="grid grid-cols-7 font-semibold *:p-2 max-md:hidden">
        {weekdayNumbers.map((weekday) => (
          <span key={weekday}>{shortWeekdays[weekday]}</span>
        ))}
      </p>
      <ol
        aria-label={`Load in ${title}`}
        className="grid max-md:divide-y max-md:divide-line md:grid-cols-7"
      >
        {days.map((day, index) => (
          <li
            key={day.day}
            className={`min-w-0 p-2 md:min-h-28 md:border-t md:border-line ${index === 0 ? columns[weekdayOf(day.day)] : ''} ${lookOf(day, today)}`}
          >
            <DayLinks day={day.day} today={today} />
            <DayFacts day={day} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Of the first day, by its weekday. */
const columns = [
  ...['md:col-start-7', 'md:col-start-1', 'md:col-start-2', 'md:col-start-3'],
  ...['md:col-start-4', 'md:col-start-5', 'md:col-start-6'],
]

/** Closed days are grey and striped, today stands out. */
function lookOf({ day, closedReason }: CalendarDay, today: string): string {
  if (closedReason !== null) {
    return 'bg-cream text-cocoa-soft bg-[repeating-linear-gradient(135deg,transparent_0_8px,var(--color-line)_8px_10px)]'
  }
  return day === today ? 'bg-blush' : ''
}

function DayLinks({ day, today }: { day: string; today: string }) {
  const weekday = shortWeekdays[weekdayOf(day)]
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3">
      <TextLink
        to={`/admin/kitchen?day=${day}`}
        aria-label={`${weekday} ${dayNumber(day)}, kitchen on ${formatDay(day)}`}
        aria-current={day === today ? 'date' : undefined}
        className="min-w-8 text-base"
      >
        <span className="mr-1 md:hidden">{weekday}</span>
        <span>{dayNumber(day)}</span>
      </TextLink>
      {day >= today && (
        <TextLink
          to={`/admin/delivery/day?day=${day}`}
          aria-label={`Change ${formatDay(day)}`}
          className="font-normal!"
        >
          Change
        </TextLink>
      )}
    </p>
  )
}

function DayFacts({ day }: { day: CalendarDay }) {
  const { closedReason, orders, askedOrders, placesPercent, kitchenPercent, over } = day
  return (
    <>
      {closedReason !== null && (
        <p className="font-semibold wrap-anywhere">{`Closed: ${closedReason}`}</p>
      )}
      <p className="flex flex-wrap gap-x-3">
        {orders > 0 && <span>{orders === 1 ? '1 order' : `${orders} orders`}</span>}
        {askedOrders > 0 && <span>{askedText(askedOrders)}</span>}
        <Percent of="Places" percent={placesPercent} />
        <Percent of="Kitchen" percent={kitchenPercent} />
      </p>
      {over.map((text) => (
        <p key={text} className="font-semibold text-chilli">
          {text}
        </p>
      ))}
    </>
  )
}

function Percent({ of, percent }: { of: string; percent: number | null }) {
  if (percent === null) return null
  return <span className={percent >= 100 ? 'font-semibold' : ''}>{`${of} ${percent}%`}</span>
}

/** '24', or '1 Dec' where a month begins. */
function dayNumber(day: string): string {
  return day.endsWith('-01') ? dateText(day) : String(Number(day.slice(-2)))
}
