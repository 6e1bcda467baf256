import { dayMs, hourMs } from '#platform/clock.ts'
import { formatDateTime, formatTime, kolkataDay, kolkataToInstant } from './kolkata-time.ts'

/** What a ready-made cake needs. What a customised one needs is a setting. */
export const deliveryLeadHours = 3
export const deliveryWithinDays = 60
/** Hours of the day in Kolkata; both ends are slots. */
export const opensAtHour = 9
export const closesAtHour = 21

const payingMs = hourMs / 2
// Kolkata is a whole number of quarter hours from UTC and never changes its clocks, so plain arithmetic holds.
const quarterHourMs = hourMs / 4

function atHour(date: Date, hour: number) {
  return kolkataToInstant(`${kolkataDay(date)}T${String(hour).padStart(2, '0')}:00`)
}

function isOpen(time: Date) {
  return time >= atHour(time, opensAtHour) && time <= atHour(time, closesAtHour)
}

function soonest(now: Date, leadHours: number) {
  return new Date(now.getTime() + leadHours * hourMs)
}

/** The hours that these cakes need, all in one delivery. */
export function leadHoursOf(
  lines: readonly { customize: boolean }[],
  { customLeadHours }: { customLeadHours: number },
): number {
  return lines.some(({ customize }) => customize) ? customLeadHours : deliveryLeadHours
}

function furthest(now: Date) {
  return new Date(now.getTime() + deliveryWithinDays * dayMs)
}

/** The next time that a cake can be delivered, on a quarter hour: for the field's `min` and first value. */
export function earliestDelivery(now: Date, leadHours: number): Date {
  const slot = new Date(
    Math.ceil(soonest(now, leadHours).getTime() / quarterHourMs) * quarterHourMs,
  )
  if (isOpen(slot)) return slot
  const opening = atHour(slot, opensAtHour)
  return slot < opening ? opening : new Date(opening.getTime() + dayMs)
}

/** A suggested time: the earliest delivery and half an hour to pay. */
export function offeredDelivery(now: Date, leadHours: number): Date {
  return earliestDelivery(new Date(now.getTime() + payingMs), leadHours)
}

/** The last time a cake can be ordered for, on a quarter hour: for the field's `max`. */
export function latestDelivery(now: Date): Date {
  const slot = new Date(Math.floor(furthest(now).getTime() / quarterHourMs) * quarterHourMs)
  if (isOpen(slot)) return slot
  const closing = atHour(slot, closesAtHour)
  return slot > closing ? closing : new Date(closing.getTime() - dayMs)
}

/** The time of an order as calls have it: an instant, or a local time in Kolkata. An invalid date where it is none. */
export function parseDeliveryTime(time: string): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(time)
  const instant = hasZone ? new Date(time) : kolkataToInstant(time)
  // At the ends of the calendar there is no day before or after.
  const year = instant.getUTCFullYear()
  return year >= 1901 && year <= 2998 ? instant : new Date(Number.NaN)
}

/** Why a cake cannot be delivered at this time, as a sentence; null if it can. */
export function deliveryError(time: Date, now: Date, leadHours: number): string | null {
  if (Number.isNaN(time.getTime())) return 'Please choose a delivery date and time.'
  if (time < soonest(now, leadHours)) {
    const earliest = formatDateTime(earliestDelivery(now, leadHours))
    return `We need at least ${leadHours} hours to bake and deliver your cake. Please choose ${earliest} or later.`
  }
  if (time > furthest(now)) {
    return `We take orders up to ${deliveryWithinDays} days ahead. Please choose ${formatDateTime(latestDelivery(now))} or earlier.`
  }
  if (!isOpen(time)) {
    return `We deliver between ${formatTime(atHour(time, opensAtHour))} and ${formatTime(atHour(time, closesAtHour))}. Please choose a time within these hours.`
  }
  return null
}
