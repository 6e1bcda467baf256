import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const event = {
  uid: 'order-1005@cakewala.test',
  title: 'Cake: Rasmalai',
  startsAt: '2026-12-01T12:30:00.000Z',
  endsAt: '2026-12-01T14:30:00.000Z',
  place: '12 Church Street; Bengaluru, 560001',
}
const now = new Date('2026-11-30T10:00:00Z')
const unfolded = (file: string) => file.replaceAll('\r\n ', '')

test('an order is an event at its place and time', () => {
  expect(unfolded(calendarFile(event, now)).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cakewala//Orders//EN',
    'BEGIN:VEVENT',
    'UID:order-1005@cakewala.test',
    'DTSTAMP:20261130T100000Z',
    'DTSTART:20261201T123000Z',
    'DTEND:20261201T143000Z',
    'SUMMARY:Cake: Rasmalai',
    'LOCATION:12 Church Street\\; Bengaluru\\, 560001',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('without a slot it has no end, and without an address no place', () => {
  const file = calendarFile({ ...event, endsAt: null, place: '' }, now)
  expect(file).not.toMatch(/DTEND|LOCATION/)
})

test('its lines are short in every script, and no text begins another line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const file = calendarFile({ ...event, title }, now)
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(unfolded(file).split('\r\n')).toHaveLength(13)
    }),
  )
})
