import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayTitle, parseDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { firstTickets } from './kitchen-ticket.tsx'

const now = new Date('2026-11-20T20:00:00Z') // already the 21st in Kolkata

it.each([
  ['2026-11-22', '2026-11-22'],
  ['2028-02-29', '2028-02-29'],
  [null, '2026-11-21'],
  ['', '2026-11-21'],
  ['2026-02-30', '2026-11-21'],
  ['2026-13-01', '2026-11-21'],
  ['2026-1-1', '2026-11-21'],
  ['tomorrow', '2026-11-21'],
  ['2026-11-22T00:00', '2026-11-21'],
  ["2026-11-22' or 1=1", '2026-11-21'],
  ['0001-01-01', '2026-11-21'],
  ['1999-12-31', '2026-11-21'],
  ['2100-01-01', '2026-11-21'],
  ['9999-12-31', '2026-11-21'],
])('%s asks for %s', (text, day) => {
  expect(parseDay(text, now)).toBe(day)
})

it.each([
  ['2026-11-21', 'Saturday, 21 Nov 2026'],
  ['2027-01-01', 'Friday, 1 Jan 2027'],
])('%s is called %s', (day, title) => {
  expect(dayTitle(day)).toBe(title)
})

it('goes over the ends of months and years', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29')
})

it('comes back from wherever it goes', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), (days) => {
      const there = shiftDay('2026-11-21', days)
      expect(shiftDay(there, -days)).toBe('2026-11-21')
      expect(parseDay(there, now)).toBe(there)
    }),
  )
})

it('the first ticket of an order is its first item, even if others stand between', () => {
  const items = [
    { id: 'a', orderId: '1' },
    { id: 'b', orderId: '2' },
    { id: 'c', orderId: '1' },
    { id: 'd', orderId: '2' },
  ]
  expect([...firstTickets(items)].sort()).toEqual(['a', 'b'])
  expect(firstTickets([]).size).toBe(0)
})
