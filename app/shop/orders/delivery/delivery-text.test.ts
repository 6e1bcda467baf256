import { expect, it } from 'vitest'
import { deliveryHours, deliveryInMail, deliveryOnPaper, deliveryText } from './delivery-text.ts'

const withoutSlot = {
  deliveryAt: new Date('2026-11-22T12:45:00Z'),
  slotStartsAt: null,
  slotEndsAt: null,
}
const slotOf = (start: string, end: string) => ({
  slotStartsAt: new Date(start),
  slotEndsAt: new Date(end),
})

it.each([
  ['a time without a slot', undefined, 'Sun 22 Nov, 6:15 pm', '6:15 pm'],
  [
    'an evening',
    slotOf('2026-11-22T12:30:00Z', '2026-11-22T14:30:00Z'),
    'Sun 22 Nov, 6 to 8 pm',
    '6 to 8 pm',
  ],
  [
    'the hour before midnight',
    slotOf('2026-12-31T17:30:00Z', '2026-12-31T18:30:00Z'),
    'Thu 31 Dec, 11 pm to midnight',
    '11 pm to midnight',
  ],
  [
    'the small hours of another day than in UTC',
    slotOf('2026-11-21T18:45:00Z', '2026-11-21T20:30:00Z'),
    'Sun 22 Nov, 12:15 to 2 am',
    '12:15 to 2 am',
  ],
])('when an order is delivered says %s', (_, slot, text, hours) => {
  expect(deliveryText({ ...withoutSlot, ...slot })).toBe(text)
  expect(deliveryInMail({ ...withoutSlot, ...slot })).toBe(`${text} (India time)`)
  expect(deliveryHours({ ...withoutSlot, ...slot })).toBe(hours)
})

it('says the year on papers', () => {
  expect(deliveryOnPaper(withoutSlot)).toBe('22 Nov 2026, 6:15 pm')
  const slot = slotOf('2026-11-22T12:30:00Z', '2026-11-22T14:30:00Z')
  expect(deliveryOnPaper({ ...withoutSlot, ...slot })).toBe('22 Nov 2026, 6 to 8 pm')
})
