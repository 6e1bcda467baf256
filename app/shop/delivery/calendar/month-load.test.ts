import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdayOf } from '#shop/values/kolkata-time.ts'
import { everyDay, settings } from '../../../../test/support/delivery.ts'
import { usualDay } from '../delivery-plan.ts'
import { kitchenLoad } from '../slot-options.ts'
import {
  calendarDay,
  daysOfMonth,
  monthTitle,
  parseMonth,
  shiftMonth,
  weeksOf,
} from './month-load.ts'

/** In Kolkata it is December already. */
const now = new Date('2026-11-30T18:30:00Z')

describe('a month', () => {
  it.each([
    ['2028-02', '2028-02'],
    [null, '2026-12'],
    ['', '2026-12'],
    ['2026-13', '2026-12'],
    ['1926-10', '2026-12'],
    ['2026-10-01', '2026-12'],
  ])('of %s is %s', (text, month) => {
    expect(parseMonth(text, now)).toBe(month)
  })

  it('has its days', () => {
    expect(daysOfMonth('2028-02')).toHaveLength(29)
    expect(daysOfMonth('2026-02')).toHaveLength(28)
    expect(daysOfMonth('2026-12').at(-1)).toBe('2026-12-31')
    expect(monthTitle('2026-12')).toBe('Dec 2026')
  })

  it('comes after another', () => {
    expect([shiftMonth('2026-12', 1), shiftMonth('2027-01', -1)]).toEqual(['2027-01', '2026-12'])
    expect([shiftMonth('2028-01', 1), shiftMonth('2028-03', -1)]).toEqual(['2028-02', '2028-02'])
  })

  it('is weeks from Monday to Sunday with every day in its column', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }), (y, m) => {
        const days = daysOfMonth(`${y}-${String(m).padStart(2, '0')}`).map((day) => ({ day }))
        const weeks = weeksOf(days)
        expect(weeks.flat().filter(Boolean)).toEqual(days)
        for (const week of weeks) {
          expect(week).toHaveLength(7)
          expect(week.some(Boolean)).toBe(true)
          for (const [column, cell] of week.entries()) {
            if (cell) expect(weekdayOf(cell.day)).toBe((column + 1) % 7)
          }
        }
      }),
    )
  })
})

describe('a day of the calendar', () => {
  const day = '2026-11-21'
  const [limited, free] = [everyDay({ places: 4 }), everyDay({ kind: 'pickup' })]
  const resource = limited[6]?.id ?? ''
  const plan = (kitchenMinutes: number | null) => ({
    ...settings({ slots: [...limited, ...free] }),
    usual: { ...settings().usual, kitchenMinutes },
    version: 1,
    days: new Map([[day, { ...usualDay(day), closedReason: 'Diwali' }]]),
  })

  it('has its load in per cent where there are limits', () => {
    const rows = [
      { day, resource, taken: 5 },
      { day, resource: free[6]?.id ?? '', taken: 2 },
      { day, resource: kitchenLoad, taken: 120 },
    ]
    const askedOrders = [
      { day, resource, taken: 3 },
      { day: '2026-11-22', resource, taken: 1 },
    ]
    expect(calendarDay(plan(480), day, rows, askedOrders)).toEqual({
      day,
      closedReason: 'Diwali',
      orders: 7,
      askedOrders: 3,
      placesPercent: 125,
      kitchenPercent: 25,
      over: ['4 to 6 pm: over by 1'],
    })
    expect(calendarDay(plan(100), day, rows).over).toEqual([
      ...['4 to 6 pm: over by 1', 'Kitchen: over by 20'],
    ])
  })

  it('counts the orders where there are none', () => {
    const slots = { ...plan(null), slots: free }
    expect(calendarDay(slots, '2026-11-22', [])).toEqual({
      day: '2026-11-22',
      closedReason: null,
      orders: 0,
      askedOrders: 0,
      placesPercent: null,
      kitchenPercent: null,
      over: [],
    })
  })
})
