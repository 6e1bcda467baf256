import { describe, expect, it } from 'vitest'
import { everyDay, settings } from '../../../test/support/delivery.ts'
import {
  calendarDay,
  dayLoad,
  daysOfMonth,
  monthTitle,
  overBy,
  parseMonth,
  percentTaken,
  raisesLimits,
  shiftMonth,
  usageText,
} from './day-load.ts'
import { type DayPlan, type DeliveryPlan, isUsual, usualDay } from './delivery-plan.ts'
import { kitchenLoad } from './slot-options.ts'

// A Saturday.
const day = '2026-11-21'
const evening = everyDay({ places: 3 })
const pickup = everyDay({ kind: 'pickup', startMinute: 600, endMinute: 660 })
const slotId = evening[6]?.id ?? ''

function planOf(limits: { kitchenMinutes: number | null }, own?: Partial<DayPlan>): DeliveryPlan {
  const { usual, ...rest } = settings({ slots: [...pickup, ...evening] })
  return {
    ...rest,
    version: 1,
    usual: { ...usual, ...limits },
    days: new Map(own ? [[day, { ...usualDay(day), ...own }]] : []),
  }
}

describe('what is taken of a day', () => {
  const rows = [
    { day, resource: slotId, taken: 2 },
    { day, resource: 'a slot that is gone', taken: 1 },
    { day, resource: kitchenLoad, taken: 90 },
    { day: '2026-11-22', resource: slotId, taken: 7 },
  ]

  it('is that of its slots and its kitchen, and counts every order', () => {
    const load = dayLoad(planOf({ kitchenMinutes: 480 }), day, rows)
    expect(load.slots.map(({ slot, taken, limit }) => [slot.kind, taken, limit])).toEqual([
      ['standard', 2, 3],
      ['pickup', 0, null],
    ])
    expect(load.kitchen).toEqual({ taken: 90, limit: 480 })
    expect(load.orders).toBe(3)
  })

  it('is set against the limits of the day where it has its own', () => {
    const plan = planOf({ kitchenMinutes: 480 }, { kitchenMinutes: 60, places: { [slotId]: 1 } })
    const { slots, kitchen } = dayLoad(plan, day, rows)
    expect(kitchen.limit).toBe(60)
    expect(slots[0]?.limit).toBe(1)
    expect([kitchen, ...slots].map(overBy)).toEqual([30, 1, 0])
  })
})

it.each([
  [[], null],
  [[{ taken: 5, limit: null }], null],
  [[{ taken: 1, limit: 3 }], 33],
  [
    [
      { taken: 1, limit: 3 },
      { taken: 3, limit: 1 },
    ],
    100,
  ],
  [
    [
      { taken: 0, limit: 10 },
      { taken: 9, limit: null },
    ],
    null,
  ],
  [[{ taken: 0, limit: 0 }], 100],
  [[{ taken: 0, limit: 8 }], 0],
])('%j is %s per cent', (shares, percent) => {
  expect(percentTaken(shares)).toBe(percent)
})

it.each([
  [{ taken: 310, limit: 480 }, '310 of 480 minutes'],
  [{ taken: 310, limit: null }, '310 minutes'],
  [{ taken: 1, limit: null }, '1 minute'],
  [{ taken: 0, limit: 1 }, '0 of 1 minute'],
  [{ taken: 5, limit: 3 }, '5 of 3 minutes, over by 2'],
])('%j reads %s', (usage, text) => {
  expect(usageText(usage, 'minute')).toBe(text)
})

describe('a day takes more than usual', () => {
  const usual = { kitchenMinutes: 480 }

  it.each([
    ['more minutes', { kitchenMinutes: 481 }, true],
    ['as many', { kitchenMinutes: 480 }, false],
    ['fewer', { kitchenMinutes: 10 }, false],
    ['more places', { places: { [slotId]: 4 } }, true],
    ['as many places', { places: { [slotId]: 3 } }, false],
    ['a number where there was none', { places: { [pickup[6]?.id ?? '']: 100 } }, false],
    ['places of another weekday', { places: { [evening[0]?.id ?? '']: 100 } }, false],
    ['a reason to close', { closedReason: 'Diwali' }, false],
  ])('with %s: %s', (_, changed, raises) => {
    expect(raisesLimits(planOf(usual), { ...usualDay(day), ...changed })).toBe(raises)
  })

  it('but not again where it has as many already', () => {
    const plan = planOf(usual, { places: { [slotId]: 6 } })
    const next = (places: number) => ({ ...usualDay(day), places: { [slotId]: places } })
    expect([5, 6, 7].map((places) => raisesLimits(plan, next(places)))).toEqual([
      ...[false, false, true],
    ])
  })
})

it('a day without anything of its own is as usual', () => {
  expect(isUsual(usualDay(day))).toBe(true)
  expect(isUsual({ ...usualDay(day), closedReason: 'Diwali' })).toBe(false)
  expect(isUsual({ ...usualDay(day), kitchenMinutes: 0 })).toBe(false)
  expect(isUsual({ ...usualDay(day), places: { [slotId]: 0 } })).toBe(false)
})

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
      placesPercent: null,
      kitchenPercent: 25,
      over: ['4 to 6 pm: over by 1'],
    })
    expect(calendarDay({ ...plan(480), slots: limited }, day, rows).placesPercent).toBe(125)
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
