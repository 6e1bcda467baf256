import { formatTime, minuteOfDay } from '#shop/values/kolkata-time.ts'

/** A minute of a day as people say it: '6 pm', '6:30 pm', 'midnight' for its end. */
export function minuteText(minute: number): string {
  if (minute === 1440) return 'midnight'
  return timeText(minuteOfDay('2026-01-01', minute))
}

export function slotTimes(slot: { startMinute: number; endMinute: number }): string {
  const day = '2026-01-01'
  return rangeText(minuteOfDay(day, slot.startMinute), minuteOfDay(day, slot.endMinute))
}

/** '6 pm', or '6:30 pm' where it is not the full hour. */
export function timeText(time: Date): string {
  return formatTime(time).replace(':00', '')
}

/** '6 to 8 pm', '11 am to 1 pm', '11 pm to midnight'. */
export function rangeText(startsAt: Date, endsAt: Date): string {
  const start = timeText(startsAt)
  const end = formatTime(endsAt) === '12:00 am' ? 'midnight' : timeText(endsAt)
  const isSameHalf = start.slice(-3) === end.slice(-3)
  return `${isSameHalf ? start.slice(0, -3) : start} to ${end}`
}
