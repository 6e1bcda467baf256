import { ChevronLeft, ChevronRight } from 'lucide-react'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { readDays, readLoadRows } from '../delivery.store.server.ts'
import { DeliveryNav } from '../delivery-nav.tsx'
import { hasZones } from '../delivery-plan.ts'
import type { Route } from './+types/calendar.page.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { calendarDay, daysOfMonth, monthTitle, parseMonth, shiftMonth } from './month-load.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff(request, app, 'edit-delivery')
  const now = app.clock.now()
  const month = parseMonth(new URL(request.url).searchParams.get('month'), now)
  const days = daysOfMonth(month)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const current = app.deliveryPlan.current()
  // Days that are over are not in memory.
  const own = await readDays(app.db, first, last)
  const plan = { ...current, days: new Map(own.map((plan) => [plan.day, plan])) }
  const rows = await readLoadRows(app.db, first, last)
  return {
    month,
    today: kolkataDay(now),
    hasZones: hasZones(current),
    days: days.map((day) => calendarDay(plan, day, rows)),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Delivery calendar | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  const { month, today, days, hasZones } = loaderData
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Delivery calendar</h1>
        <p className="mt-1 text-cocoa-soft">
          How much of the places and of the kitchen’s minutes is taken, by today’s limits. The
          number of a day leads to the kitchen.
          {!hasZones && ' Orders are counted in slots only: the shop has no zones yet.'}
        </p>
        <DeliveryNav />
      </header>
      <MonthBar month={month} />
      <CalendarMonth title={monthTitle(month)} days={days} today={today} />
    </div>
  )
}

function MonthBar({ month }: { month: string }) {
  const to = (other: string) => `/admin/delivery/calendar?month=${other}`
  return (
    <nav aria-label="Months" className="flex flex-wrap items-center gap-2">
      <ButtonLink to={to(shiftMonth(month, -1))} variant="secondary" size="small">
        <ChevronLeft size={18} aria-hidden="true" />
        Previous month
      </ButtonLink>
      <h2 className="order-first mr-auto w-full text-xl sm:w-auto" aria-live="polite">
        {monthTitle(month)}
      </h2>
      <ButtonLink to={to(shiftMonth(month, 1))} variant="secondary" size="small">
        Next month
        <ChevronRight size={18} aria-hidden="true" />
      </ButtonLink>
    </nav>
  )
}
