import { describe, expect, it } from 'vitest'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { ListedDay } from '../delivery.schema.ts'
import { findSlot, nearestOpen, requestDays, sameTimeOn, weeksUntil } from './use-slot-days.ts'

/** Half past eleven in the evening of 20 November in Kolkata. */
const now = new Date('2026-11-20T18:00:00Z')

it.each([
  [undefined, 1],
  ['2026-11-19T16:00', 1],
  ['2026-11-20T23:45', 1],
  ['2026-11-26T23:00', 1],
  ['2026-11-27T00:15', 2],
  ['2026-12-04T09:00', 3],
  ['2027-01-19T16:00', 9],
  ['2027-01-22T09:00', 10],
  ['2027-11-20T16:00', 53],
  ['2030-01-01T16:00', 53],
])('the weeks that include %s are %i', (deliveryAt, weeks) => {
  expect(weeksUntil(deliveryAt, now)).toBe(weeks)
})

const newSlot = (start: string, more: Partial<ListedDay['slots'][number]> = {}) => ({
  id: start,
  kind: 'standard' as const,
  state: 'open' as const,
  start: new Date(`${start}+05:30`).toISOString(),
  end: new Date(`${start}+05:30`).toISOString(),
  orderBy: start,
  fee: 50,
  surcharge: 0,
  total: 900,
  placesLeft: null,
  needsHours: null,
  ...more,
})
const days: ListedDay[] = [
  { day: '2026-11-21', closedReason: null, slots: [newSlot('2026-11-21T10:00')] },
  {
    day: '2026-11-22',
    closedReason: null,
    slots: [newSlot('2026-11-22T10:00', { state: 'full' }), newSlot('2026-11-22T12:00')],
  },
]

it.each([
  [null, '2026-11-21T10:00'],
  ['2026-11-22T10:00', '2026-11-22T12:00'],
  ['2026-11-22T09:00', '2026-11-22T12:00'],
  ['2026-11-25T10:00', '2026-11-21T10:00'],
])(
  'the nearest open slot of %s is %s, also when that one is not there any more',
  (deliveryAt, nearest) => {
    const chosen = deliveryAt === null ? null : { deliveryAt }
    expect(nearestOpen(days, chosen)?.slot.id).toBe(nearest)
  },
)

it('the chosen slot is found by its id and start', () => {
  const deliveryAt = '2026-11-22T12:00'
  const fixed = newSlot(deliveryAt, { id: 'fixed' })
  const nextWeek = newSlot('2026-11-29T12:00', { id: 'fixed' })
  const all = [
    ...days,
    { day: '2026-11-22', closedReason: null, slots: [fixed] },
    { day: '2026-11-29', closedReason: null, slots: [nextWeek] },
  ]
  expect(findSlot(all, { id: deliveryAt, deliveryAt })?.slot).toBe(days[1]?.slots[1])
  expect(findSlot(all, { id: 'fixed', deliveryAt })?.slot).toBe(fixed)
  expect(findSlot(all, { id: 'fixed', deliveryAt: '2026-11-29T12:00' })?.slot).toBe(nextWeek)
  expect(findSlot(all, { id: 'other', deliveryAt })).toBeNull()
  expect(findSlot(all, null)).toBeNull()
})

describe('another day has the chosen time', () => {
  const at = (start: string, end: string, id = start) =>
    newSlot(start, { id, end: new Date(`${end}+05:30`).toISOString() })
  const chosen = at('2026-11-21T19:00', '2026-11-21T21:00', 'evening')
  const on = (...slots: ListedDay['slots']) => ({ day: '2026-11-22', closedReason: null, slots })

  it('by the slot that it has every week, rather than another one', () => {
    const same = at('2026-11-22T19:00', '2026-11-22T21:00', 'evening')
    const other = at('2026-11-22T19:00', '2026-11-22T21:00', 'other')
    expect(sameTimeOn(on(other, same), chosen)).toBe(same)
    expect(sameTimeOn(on(other), chosen)).toBe(other)
  })

  it('only if it begins and ends then', () => {
    const longer = at('2026-11-22T19:00', '2026-11-22T22:00', 'evening')
    expect(sameTimeOn(on(longer), chosen)).toBeNull()
    expect(sameTimeOn(on(), chosen)).toBeNull()
  })
})

const today = '2026-11-20'

/** A shop that takes orders for so many days, and sends 63 of them at once. */
function openShop(horizon: number) {
  const requests: object[] = []
  const last = shiftDay(today, horizon - 1)
  const send = async (part: { from?: string; days: number }) => {
    requests.push(part)
    const from = part.from ?? today
    const dates = Array.from({ length: part.days }, (_, n) => shiftDay(from, n))
    const days = dates
      .filter((day) => day <= last)
      .map((day) => ({ day, closedReason: null, slots: [] }))
    return { hasZones: true, zone: null, days }
  }
  return { send, requests }
}

it.each([
  [7, 61, 7, [{ days: 7 }]],
  [63, 61, 61, [{ days: 63 }]],
  [126, 61, 61, [{ days: 63 }]],
  [126, 366, 126, [{ days: 63 }, { from: '2027-01-22', days: 63 }]],
  [126, 63, 63, [{ days: 63 }, { from: '2027-01-22', days: 63 }]],
  [70, 366, 70, [{ days: 63 }, { from: '2027-01-22', days: 7 }]],
])('%i days, where orders are taken for %i, are %i', async (count, horizon, found, calls) => {
  const { send, requests } = openShop(horizon)
  const { days } = await requestDays(count, send)
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: found }, (_, n) => shiftDay(today, n)),
  )
  expect(requests).toEqual(calls)
})
