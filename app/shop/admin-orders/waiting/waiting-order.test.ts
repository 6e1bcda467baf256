import { expect, it } from 'vitest'
import { deliveryHint } from './waiting-order.ts'

// Ten in the evening of 20 November in Kolkata.
const now = new Date('2026-11-20T16:30:00Z')

it.each([
  ['2026-11-20T16:29:59Z', 'Overdue'],
  ['2026-11-01T10:00:00Z', 'Overdue'],
  ['2026-11-20T16:30:00Z', 'Today'],
  ['2026-11-20T18:29:00Z', 'Today'],
  ['2026-11-20T18:30:00Z', 'Tomorrow'],
  ['2026-11-21T18:29:00Z', 'Tomorrow'],
  ['2026-11-21T18:30:00Z', null],
  ['2027-01-01T10:00:00Z', null],
])('a delivery at %s is %s', (time, hint) => {
  expect(deliveryHint(new Date(time), now)).toBe(hint)
})
