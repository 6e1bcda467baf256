import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { Form } from 'react-router'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'

/** The ways from one day to another, and to paper. */
export function DayBar({ day, today }: { day: string; today: string }) {
  const to = (other: string) => (other === today ? '/admin/kitchen' : `/admin/kitchen?day=${other}`)
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3 print:hidden">
      <nav aria-label="Days" className="mb-1.5 flex flex-wrap items-center gap-2">
        <ButtonLink to={to(shiftDay(day, -1))} variant="secondary">
          <ChevronLeft size={18} aria-hidden="true" />
          Previous day
        </ButtonLink>
        {day !== today && (
          <ButtonLink to={to(today)} variant="secondary">
            Today
          </ButtonLink>
        )}
        <ButtonLink to={to(shiftDay(day, 1))} variant="secondary">
          Next day
          <ChevronRight size={18} aria-hidden="true" />
        </ButtonLink>
      </nav>
      <Form className="flex items-end gap-2">
        <TextField key={day} label="Day" type="date" name="day" defaultValue={day} required />
        <Button type="submit" variant="secondary" className="mb-1.5">
          Show
        </Button>
      </Form>
      <Button variant="secondary" className="mb-1.5 md:ml-auto" onClick={() => window.print()}>
        <Printer size={18} aria-hidden="true" />
        Print
      </Button>
    </div>
  )
}
