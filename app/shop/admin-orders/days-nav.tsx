import { shiftDay } from '#shop/values/kolkata-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { chevronLeftIcon, chevronRightIcon, Icon } from '#ui/icon.tsx'

interface DaysNavProps {
  /** The page's path; it shows today without a day. */
  path: string
  day: string
  today: string
}

/** From a page of one day to those beside it, and back to today. */
export function DaysNav({ path, day, today }: DaysNavProps) {
  const to = (other: string) => (other === today ? path : `${path}?day=${other}`)
  return (
    <nav aria-label="Days" className="flex flex-wrap items-center gap-2">
      <ButtonLink to={to(shiftDay(day, -1))} variant="secondary">
        <Icon path={chevronLeftIcon} size={18} />
        Previous day
      </ButtonLink>
      {day !== today && (
        <ButtonLink to={to(today)} variant="secondary">
          Today
        </ButtonLink>
      )}
      <ButtonLink to={to(shiftDay(day, 1))} variant="secondary">
        Next day
        <Icon path={chevronRightIcon} size={18} />
      </ButtonLink>
    </nav>
  )
}
