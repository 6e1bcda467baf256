import { Form, Link } from 'react-router'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { isUsual } from '../day-load.ts'
import type { DayPlan } from '../delivery-plan.ts'
import { Section } from '../section.tsx'

/** The days from today on that are closed or have limits of their own, and the way to any other. */
export function DifferentDays({ days, today }: { days: readonly DayPlan[]; today: string }) {
  const different = days.filter((plan) => !isUsual(plan))
  return (
    <Section
      id="different-days"
      title="Days that differ"
      intro="Close a day, or change its kitchen minutes and places. You see its orders first; nothing is cancelled."
    >
      {different.length > 0 && (
        <ul className="grid gap-1">
          {different.map((plan) => (
            <li key={plan.day} className="flex flex-wrap items-center gap-x-3">
              <Link
                to={`/admin/delivery/day?day=${plan.day}`}
                className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
              >
                {formatDay(plan.day)}
              </Link>
              <span className="min-w-0 wrap-anywhere">
                {plan.closedReason === null ? 'Own limits' : `Closed: ${plan.closedReason}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form action="/admin/delivery/day" className="flex flex-wrap items-end gap-4">
        <TextField label="Day" name="day" type="date" min={today} defaultValue={today} required />
        <Button type="submit" variant="secondary" className="mb-1.5">
          Show the day
        </Button>
      </Form>
    </Section>
  )
}
