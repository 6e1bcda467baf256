import { Link } from 'react-router'
import { formatDay, shortWeekdays, weekdayOf } from '#shop/values/kolkata-time.ts'
import { weekdayNumbers } from '../settings/slot-rows.ts'
import { type CalendarDay, weeksOf } from './month-load.ts'

interface CalendarMonthProps {
  /** 'Nov 2026' */
  title: string
  days: readonly CalendarDay[]
  today: string
}

/** A month as a table of weeks, and on phones as a list. */
export function CalendarMonth({ title, days, today }: CalendarMonthProps) {
  return (
    <>
      <div className="card p-2 max-md:hidden">
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">Load in {title}</caption>
          <thead>
            <tr>
              {weekdayNumbers.map((weekday) => (
                <th key={weekday} scope="col" className="p-2 text-left">
                  {shortWeekdays[weekday]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(days).map((week) => (
              <tr key={week.find((day) => day)?.day}>
                {week.map((day, column) => (
                  <td
                    key={day?.day ?? weekdayNumbers[column]}
                    className={`h-28 border-t border-line p-2 align-top ${day?.day === today ? 'bg-blush' : ''}`}
                  >
                    {day && (
                      <>
                        <DayLinks day={day.day} label={dayNumber(day.day)} today={today} />
                        <DayFacts day={day} />
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ol aria-label={`Load in ${title}`} className="card divide-y divide-line p-4 md:hidden">
        {days.map((day) => (
          <li key={day.day} className="py-2 text-sm">
            <DayLinks day={day.day} label={dayName(day.day)} today={today} />
            <DayFacts day={day} />
          </li>
        ))}
      </ol>
    </>
  )
}

function DayLinks({ day, label, today }: { day: string; label: string; today: string }) {
  const link = 'inline-flex min-h-11 items-center text-berry underline underline-offset-3'
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3">
      <Link
        to={`/admin/kitchen?day=${day}`}
        aria-label={`${label}, kitchen on ${formatDay(day)}`}
        aria-current={day === today ? 'date' : undefined}
        className={`${link} min-w-8 text-base font-semibold`}
      >
        {label}
      </Link>
      {day >= today && (
        <Link
          to={`/admin/delivery/day?day=${day}`}
          aria-label={`Change ${formatDay(day)}`}
          className={link}
        >
          Change
        </Link>
      )}
    </p>
  )
}

function DayFacts({ day }: { day: CalendarDay }) {
  const { closedReason, orders, placesPercent, kitchenPercent, over } = day
  return (
    <>
      {closedReason !== null && (
        <p className="font-semibold wrap-anywhere">Closed: {closedReason}</p>
      )}
      <p className="flex flex-wrap gap-x-3">
        {orders > 0 && <span>{orders === 1 ? '1 order' : `${orders} orders`}</span>}
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
  return (
    <span className={percent >= 100 ? 'font-semibold' : ''}>
      {of} {percent}%
    </span>
  )
}

/** '24' */
function dayNumber(day: string): string {
  return String(Number(day.slice(-2)))
}

/** 'Tue 24' */
function dayName(day: string): string {
  return `${shortWeekdays[weekdayOf(day)]} ${dayNumber(day)}`
}
