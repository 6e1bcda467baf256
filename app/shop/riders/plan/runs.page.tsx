import { Bike } from 'lucide-react'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { dayTitle, shiftDay } from '#shop/values/kolkata-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { DoorMoneyList } from '../day-money/door-money-list.tsx'
import type { Route } from './+types/runs.page.ts'
import { loadRuns } from './load-runs.server.ts'
import { RunCard } from './run-card.tsx'
import { SlotOrders } from './slot-orders.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-orders')
  return loadRuns(app, url.searchParams.get('day'))
}

export const meta: Route.MetaFunction = () => [
  { title: 'Runs | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

/** A day's orders by slot, from which staff make runs, and the runs with their links. */
export default function RunsPage({ loaderData }: Route.ComponentProps) {
  const { day, today, slots, runs, money } = loaderData
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="text-3xl">Runs</h1>
        <p className="mt-1 text-lg">{`${day === today ? 'Today, ' : ''}${dayTitle(day)}`}</p>
      </header>
      <Days day={day} today={today} />
      {slots.length === 0 && (
        <EmptyState
          picture={<Bike size={56} strokeWidth={1.25} aria-hidden="true" />}
          title="Nothing to deliver"
        >
          No deliveries on this day.
        </EmptyState>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          {slots.map((slot) => (
            <SlotOrders key={`${day} ${slot.hours}`} slot={slot} />
          ))}
        </div>
        <div className="grid gap-6">
          {runs.map((run) => (
            <RunCard key={run.id} run={run} />
          ))}
          <DoorMoneyList money={money} />
        </div>
      </div>
    </div>
  )
}

function Days({ day, today }: { day: string; today: string }) {
  const to = (other: string) => (other === today ? '/admin/runs' : `/admin/runs?day=${other}`)
  return (
    <nav aria-label="Days" className="flex flex-wrap gap-2">
      <ButtonLink to={to(shiftDay(day, -1))} variant="secondary" size="small">
        Previous day
      </ButtonLink>
      {day !== today && (
        <ButtonLink to={to(today)} variant="secondary" size="small">
          Today
        </ButtonLink>
      )}
      <ButtonLink to={to(shiftDay(day, 1))} variant="secondary" size="small">
        Next day
      </ButtonLink>
    </nav>
  )
}
