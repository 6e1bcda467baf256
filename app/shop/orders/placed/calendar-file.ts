interface CalendarEvent {
  /** Unique, and the same when the file is made again. */
  uid: string
  title: string
  /** Instants in ISO 8601; null for an event without an end. */
  startsAt: string
  endsAt: string | null
  place: string
}

/** A calendar's file (iCalendar, RFC 5545) with one event. */
export function calendarFile({ uid, title, startsAt, endsAt, place }: CalendarEvent, now: Date) {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cakewala//Orders//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(now.toISOString())}`,
    `DTSTART:${utc(startsAt)}`,
    endsAt && `DTEND:${utc(endsAt)}`,
    textLine('SUMMARY', title),
    place && textLine('LOCATION', place),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return lines.filter((line) => line !== null).join('\r\n')
}

/** '20261201T123000Z' */
const utc = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')

/** Folded, as a line has at most 75 bytes and a letter up to four. */
function textLine(name: string, text: string): string {
  const escaped = text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
  return `${name}:${escaped}`.replace(/.{18}(?=.)/gu, '$&\r\n ')
}
