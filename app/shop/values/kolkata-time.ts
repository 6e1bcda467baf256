import { dayMs, minuteMs } from '#platform/clock.ts'

/** India is this far ahead of UTC, all year: it has no daylight saving time. */
const offsetMs = 330 * minuteMs
/** So far from the ends of the calendar that days before and after can be computed, and stored by PostgreSQL. */
const localTimePattern = /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/

// Our own names, not Intl's: server and browser must write the same text, and their Intl data differ ('Sep', 'Sept').
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** 'Sun' first, as {@link weekdayOf} counts. */
export const shortWeekdays = weekdays.map((name) => name.slice(0, 3))
/** From Monday on, as weeks are shown. */
export const weekdayNumbers = [1, 2, 3, 4, 5, 6, 0] as const

/** A date whose UTC fields are the wall clock in Kolkata. */
function inKolkata(date: Date): Date {
  if (Number.isNaN(date.getTime())) throw new RangeError('Not a point in time')
  return new Date(date.getTime() + offsetMs)
}

/** When a day in Kolkata begins, counted from the day of `now`: 0 is today, 1 tomorrow. */
export function beginOfDay(now: Date, daysFromToday: number): Date {
  const today = kolkataToInstant(`${kolkataDay(now)}T00:00`)
  return new Date(today.getTime() + daysFromToday * dayMs)
}

/** Whether a text is a day of the calendar, 'YYYY-MM-DD', from 1900 to 2999. */
export function isDay(text: string): boolean {
  return text.length === 10 && !Number.isNaN(kolkataToInstant(`${text}T00:00`).getTime())
}

/** The instants between which a day 'YYYY-MM-DD' in Kolkata lies: `from` on, before `to`. */
export function boundsOfDay(day: string): { from: Date; to: Date } {
  const from = kolkataToInstant(`${day}T00:00`)
  return { from, to: new Date(from.getTime() + dayMs) }
}

/** The day 'YYYY-MM-DD' that comes so many days after this one, or before it. */
export function shiftDay(day: string, days: number): string {
  return kolkataDay(new Date(boundsOfDay(day).from.getTime() + days * dayMs))
}

/** 0 is Sunday, as in JavaScript. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay()
}

/** 'Saturday', of a day 'YYYY-MM-DD'. */
function weekdayName(day: string): string {
  return weekdays[weekdayOf(day)] ?? ''
}

/** The instant so many minutes after a day in Kolkata begins; 1440 is its end. */
export function minuteOfDay(day: string, minute: number): Date {
  return new Date(boundsOfDay(day).from.getTime() + minute * minuteMs)
}

/** The calendar day in Kolkata at this instant, 'YYYY-MM-DD'. */
export function kolkataDay(date: Date): string {
  return inKolkata(date).toISOString().slice(0, 10)
}

/** The instant as the value of a `datetime-local` field in Kolkata, 'YYYY-MM-DDTHH:mm' (seconds dropped). */
export function toKolkataInput(date: Date): string {
  return inKolkata(date).toISOString().slice(0, 16)
}

/**
 * The instant of a wall-clock time in Kolkata, 'YYYY-MM-DDTHH:mm'. Text that names no such time
 * ('', '2026-02-30T10:00') gives an invalid Date, as `new Date` does.
 */
export function kolkataToInstant(localDateTime: string): Date {
  const invalid = new Date(Number.NaN)
  if (!localTimePattern.test(localDateTime)) return invalid
  const instant = new Date(`${localDateTime}+05:30`)
  const exists = !Number.isNaN(instant.getTime()) && toKolkataInput(instant) === localDateTime
  return exists ? instant : invalid
}

/** '20 Nov 2026', in Kolkata. */
export function formatDate(date: Date): string {
  const local = inKolkata(date)
  return `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`
}

/** '20 Nov 2026', of a day 'YYYY-MM-DD'. */
export function formatDay(day: string): string {
  return formatDate(boundsOfDay(day).from)
}

/** '25 Nov', of a day 'YYYY-MM-DD'. */
export function dateText(day: string): string {
  return formatDay(day).slice(0, -5)
}

/** 'Wed 25 Nov', of a day 'YYYY-MM-DD'. */
export function shortDayText(day: string): string {
  return `${weekdayName(day).slice(0, 3)} ${dateText(day)}`
}

/** 'Saturday, 21 Nov 2026', of a day 'YYYY-MM-DD'. */
export function dayTitle(day: string): string {
  return `${weekdayName(day)}, ${formatDay(day)}`
}

/** '5:30 pm', in Kolkata. */
export function formatTime(date: Date): string {
  const local = inKolkata(date)
  const hour = local.getUTCHours()
  return `${hour % 12 || 12}:${String(local.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** '20 Nov 2026, 5:30 pm', in Kolkata. */
export function formatDateTime(date: Date): string {
  return `${formatDate(date)}, ${formatTime(date)}`
}

/** 'tomorrow, 21 Nov 2026, 8:00 pm'. */
export function nearInstant(at: Date, now: Date): string {
  const day = kolkataDay(at)
  const text = formatDateTime(at)
  if (day === kolkataDay(now)) return `today, ${text}`
  // Kolkata has no daylight saving time, so a day later is the next day.
  return day === kolkataDay(new Date(now.getTime() + dayMs)) ? `tomorrow, ${text}` : text
}

/** '6 pm', or '6:30 pm' where it is not the full hour; in Kolkata. */
export function timeText(time: Date): string {
  return formatTime(time).replace(':00', '')
}

/** A minute of a day as people say it: '6 pm', '6:30 pm', 'midnight' for its end. */
export function minuteText(minute: number): string {
  return minute === 1440 ? 'midnight' : timeText(minuteOfDay('2026-01-01', minute))
}

/** '6 to 8 pm', '11 am to 1 pm', '11 pm to midnight'; in Kolkata. */
export function rangeText(startsAt: Date, endsAt: Date): string {
  const start = timeText(startsAt)
  const end = formatTime(endsAt) === '12:00 am' ? 'midnight' : timeText(endsAt)
  const isSameHalf = start.slice(-3) === end.slice(-3)
  return `${isSameHalf ? start.slice(0, -3) : start} to ${end}`
}

/** 'Sun 22 Nov, 6 to 8 pm' */
export function slotText({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  return `${shortDayText(kolkataDay(startsAt))}, ${rangeText(startsAt, endsAt)}`
}

/** The day in an address, 'YYYY-MM-DD' in Kolkata; today if it names none, or one far from our time. */
export function parseDay(text: string | null, now: Date): string {
  const begin = kolkataToInstant(`${text}T00:00`)
  const year = Number(text?.slice(0, 4))
  const known = !Number.isNaN(begin.getTime()) && year >= 2000 && year < 2100
  return known ? kolkataDay(begin) : kolkataDay(now)
}
