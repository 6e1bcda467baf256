import { expect, it } from 'vitest'
import {
  boundsOfMonth,
  monthTitle,
  parseMonth,
  quarterOf,
  quarterTitle,
  shiftMonth,
} from './month.ts'

// The last half hour of November in UTC is December in Kolkata.
const now = new Date('2026-11-30T18:30:00Z')

it.each([
  ['2026-11', '2026-11'],
  ['2026-13', '2026-12'],
  ['2026-1', '2026-12'],
  ['1926-01', '2026-12'],
  ['', '2026-12'],
  [null, '2026-12'],
])('an address with %j names %s', (text, month) => {
  expect(parseMonth(text, now)).toBe(month)
})

it.each([
  ['2026-11', -1, '2026-10'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
])('%s and %i months is %s', (month, months, then) => {
  expect(shiftMonth(month, months)).toBe(then)
})

it('a month begins and ends at midnight in Kolkata', () => {
  expect(boundsOfMonth('2026-11')).toEqual({
    from: new Date('2026-10-31T18:30:00Z'),
    to: new Date('2026-11-30T18:30:00Z'),
  })
  expect(monthTitle('2026-11')).toBe('Nov 2026')
})

it.each([
  ['2026-04', '2026-04', 'Apr to Jun 2026'],
  ['2026-12', '2026-10', 'Oct to Dec 2026'],
  ['2027-03', '2027-01', 'Jan to Mar 2027'],
])('%s is in the quarter from %s', (month, first, title) => {
  expect(quarterOf(month)).toBe(first)
  expect(quarterTitle(first)).toBe(title)
})
