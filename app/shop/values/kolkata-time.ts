import { TZDateMini } from '@date-fns/tz'

const zone = 'Asia/Kolkata'
const localTimePattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/

// Our own names, not Intl's: server and browser must write the same text, and their Intl data differ ('Sep', 'Sept').
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function inKolkata(date: Date) {
  if (Number.isNaN(date.getTime())) throw new RangeError('Not a point in time')
  return new TZDateMini(date.getTime(), zone)
}

function padded(value: number, digits = 2) {
  return String(value).padStart(digits, '0')
}

/** The calendar day in Kolkata at this instant, 'YYYY-MM-DD'. */
export function kolkataDay(date: Date): string {
  const local = inKolkata(date)
  return `${padded(local.getFullYear(), 4)}-${padded(local.getMonth() + 1)}-${padded(local.getDate())}`
}

/** The instant as the value of a `datetime-local` field in Kolkata, 'YYYY-MM-DDTHH:mm' (seconds dropped). */
export function toKolkataInput(date: Date): string {
  const local = inKolkata(date)
  return `${kolkataDay(date)}T${padded(local.getHours())}:${padded(local.getMinutes())}`
}

/**
 * The instant of a wall-clock time in Kolkata, 'YYYY-MM-DDTHH:mm'. Text that names no such time
 * ('', '2026-02-30T10:00') gives an invalid Date, as `new Date` does.
 */
export function kolkataToInstant(localDateTime: string): Date {
  const [year, month, day, hour, minute] =
    localTimePattern.exec(localDateTime)?.slice(1).map(Number) ?? []
  if (!year || !month || !day || hour === undefined || minute === undefined) {
    return new Date(Number.NaN)
  }
  const instant = new Date(new TZDateMini(year, month - 1, day, hour, minute, zone).getTime())
  const exists = !Number.isNaN(instant.getTime()) && toKolkataInput(instant) === localDateTime
  return exists ? instant : new Date(Number.NaN)
}

/** '20 Nov 2026', in Kolkata. */
export function formatDate(date: Date): string {
  const local = inKolkata(date)
  return `${local.getDate()} ${months[local.getMonth()]} ${local.getFullYear()}`
}

/** '5:30 pm', in Kolkata. */
export function formatTime(date: Date): string {
  const local = inKolkata(date)
  const hour = local.getHours()
  return `${hour % 12 || 12}:${padded(local.getMinutes())} ${hour < 12 ? 'am' : 'pm'}`
}

/** '20 Nov 2026, 5:30 pm', in Kolkata. */
export function formatDateTime(date: Date): string {
  return `${formatDate(date)}, ${formatTime(date)}`
}
