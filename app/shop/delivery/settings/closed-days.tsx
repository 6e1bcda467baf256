import { Link } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { boundsOfDay, formatDate } from '#shop/values/kolkata-time.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import type { saveDayEndpoint } from '../delivery.endpoints.ts'
import type { DayPlan } from '../delivery-plan.ts'
import { Section } from './section.tsx'

/** Days on which nothing is delivered. Other limits of a day stay as they are. */
export function ClosedDays({ days, today }: { days: readonly DayPlan[]; today: string }) {
  const { busy, run } = useReloadingAction()
  const save = (plan: DayPlan) =>
    run(() =>
      call<typeof saveDayEndpoint>('POST /delivery/day', {
        body: { ...plan, places: { ...plan.places } },
      }),
    )

  function close(form: FormData) {
    const day = String(form.get('day'))
    const known = days.find((each) => each.day === day)
    const plan = known ?? { day, closedReason: null, kitchenMinutes: null, places: {} }
    void save({ ...plan, closedReason: String(form.get('reason')) })
  }

  const closed = days.filter(({ closedReason }) => closedReason !== null)
  return (
    <Section
      id="closed-days"
      title="Closed days"
      intro="Closing a day takes no new orders for it. Those that are placed stay: see them in the kitchen."
    >
      {closed.length > 0 && (
        <ul className="grid gap-2">
          {closed.map((plan) => (
            <li key={plan.day} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <Link
                  to={`/admin/kitchen?day=${plan.day}`}
                  className="font-semibold text-berry underline underline-offset-3"
                >
                  {dayText(plan.day)}
                </Link>{' '}
                {plan.closedReason}
              </span>
              <Button
                variant="secondary"
                size="small"
                busy={busy}
                onClick={() => void save({ ...plan, closedReason: null })}
              >
                Open {dayText(plan.day)} again
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="grid items-end gap-4 sm:grid-cols-[12rem_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          close(new FormData(event.currentTarget))
          event.currentTarget.reset()
        }}
      >
        <TextField label="Day" name="day" type="date" min={today} required />
        <TextField label="Reason" name="reason" maxLength={100} required />
        <Button type="submit" busy={busy}>
          Close the day
        </Button>
      </form>
    </Section>
  )
}

/** '24 Nov 2026' */
function dayText(day: string): string {
  return formatDate(boundsOfDay(day).from)
}
