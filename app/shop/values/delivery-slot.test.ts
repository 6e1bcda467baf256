import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import {
  deliveryError,
  earliestDelivery,
  latestDelivery,
  leadHoursOf,
  offeredDelivery,
  parseDeliveryTime,
} from './delivery-slot.ts'
import { kolkataToInstant, toKolkataInput } from './kolkata-time.ts'

const kolkata = kolkataToInstant
const quarterHourMs = 15 * 60_000

const instants = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
})

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('deliveryError', () => {
  const now = kolkata('2026-11-20T10:00')

  test.each([
    '2026-11-20T13:00',
    '2026-11-20T20:59',
    '2026-11-20T21:00',
    '2026-11-21T09:00',
    '2026-12-25T17:30',
    '2027-01-18T21:00',
    '2027-01-19T09:00',
    '2027-01-19T10:00',
  ])('takes %s', (time) => {
    expect(deliveryError(kolkata(time), now, 3)).toBeNull()
  })

  test.each(['2026-11-20T12:59', '2026-11-20T10:00', '2026-11-19T12:00'])(
    'finds %s too soon, and says which time is not',
    (time) => {
      expect(deliveryError(kolkata(time), now, 3)).toBe(
        'We need at least 3 hours to bake and deliver your cake. Please choose 20 Nov 2026, 1:00 pm or later.',
      )
    },
  )

  test.each(['2027-01-19T10:01', '2027-01-19T20:00', '2027-01-20T12:00', '2036-01-01T12:00'])(
    'finds %s too far ahead, and says which time is not',
    (time) => {
      expect(deliveryError(kolkata(time), now, 3)).toBe(
        'We take orders up to 60 days ahead. Please choose 19 Jan 2027, 10:00 am or earlier.',
      )
    },
  )

  test.each(['2026-11-20T21:01', '2026-11-21T08:59', '2026-11-21T00:00', '2026-11-22T23:30'])(
    'finds the shop closed at %s, and says the hours',
    (time) => {
      expect(deliveryError(kolkata(time), now, 3)).toBe(
        'We deliver between 9:00 am and 9:00 pm. Please choose a time within these hours.',
      )
    },
  )

  test('counts seconds at closing time', () => {
    const closing = kolkata('2026-11-21T21:00').getTime()
    expect(deliveryError(new Date(closing), now, 3)).toBeNull()
    expect(deliveryError(new Date(closing + 1), now, 3)).toContain('between 9:00 am and 9:00 pm')
  })

  test('asks for a time when there is none', () => {
    expect(deliveryError(kolkata(''), now, 3)).toBe('Please choose a delivery date and time.')
  })
})

test.each([
  ['2026-11-20T10:00', '2026-11-20T13:00'],
  ['2026-11-20T10:01', '2026-11-20T13:15'],
  ['2026-11-20T17:59', '2026-11-20T21:00'],
  ['2026-11-20T18:00', '2026-11-20T21:00'],
  ['2026-11-20T18:01', '2026-11-21T09:00'],
  ['2026-11-20T23:59', '2026-11-21T09:00'],
  ['2026-12-31T22:00', '2027-01-01T09:00'],
  ['2026-11-21T05:59', '2026-11-21T09:00'],
  ['2026-11-21T06:01', '2026-11-21T09:15'],
])('at %s the earliest delivery is %s', (now, earliest) => {
  expect(toKolkataInput(earliestDelivery(kolkata(now), 3))).toBe(earliest)
})

test.each([
  ['2026-11-20T10:00', 48, '2026-11-22T10:00'],
  ['2026-11-20T18:00', 48, '2026-11-22T18:00'],
  ['2026-11-20T21:30', 48, '2026-11-23T09:00'],
  ['2026-11-20T10:00', 36, '2026-11-22T09:00'],
])('at %s a cake that needs %i hours can come at %s, and not earlier', (at, hours, earliest) => {
  const now = kolkata(at)
  const first = earliestDelivery(now, hours)
  expect(toKolkataInput(first)).toBe(earliest)
  expect(deliveryError(first, now, hours)).toBeNull()
  const before = new Date(first.getTime() - quarterHourMs)
  expect(deliveryError(before, now, hours)).not.toBeNull()
})

test('one customised cake decides for all that is delivered with it', () => {
  const hours = (...customize: boolean[]) =>
    leadHoursOf(
      customize.map((one) => ({ customize: one })),
      { customLeadHours: 48 },
    )
  expect([hours(false, false), hours(true), hours(false, true)]).toEqual([3, 48, 48])
})

test.each([
  ['2026-11-20T10:00', '2026-11-20T13:30'],
  ['2026-11-20T10:01', '2026-11-20T13:45'],
  ['2026-11-20T17:30', '2026-11-20T21:00'],
  ['2026-11-20T17:31', '2026-11-21T09:00'],
])('at %s the delivery to offer is %s', (now, offered) => {
  expect(toKolkataInput(offeredDelivery(kolkata(now), 3))).toBe(offered)
})

test('what is offered can still be had half an hour later', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const later = new Date(now.getTime() + 2 * quarterHourMs)
      expect(deliveryError(offeredDelivery(now, 3), later, 3)).toBeNull()
    }),
  )
})

test.each([
  ['2026-11-20T10:00', '2027-01-19T10:00'],
  ['2026-11-20T10:14', '2027-01-19T10:00'],
  ['2026-11-20T21:00', '2027-01-19T21:00'],
  ['2026-11-20T23:30', '2027-01-19T21:00'],
  ['2026-11-20T00:30', '2027-01-18T21:00'],
  ['2026-11-20T08:59', '2027-01-18T21:00'],
])('at %s the latest delivery is %s', (now, latest) => {
  expect(toKolkataInput(latestDelivery(kolkata(now)))).toBe(latest)
})

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])('on a host in %s', (host) => {
  test('the earliest and the latest slot are allowed, and no quarter hour beyond them is', () => {
    vi.stubEnv('TZ', host)
    fc.assert(
      fc.property(instants, (now) => {
        const earliest = earliestDelivery(now, 3)
        const latest = latestDelivery(now)
        expect(deliveryError(earliest, now, 3)).toBeNull()
        expect(deliveryError(latest, now, 3)).toBeNull()
        for (let quarters = 1; quarters <= 52; quarters++) {
          const away = quarters * quarterHourMs
          expect(deliveryError(new Date(earliest.getTime() - away), now, 3)).not.toBeNull()
          expect(deliveryError(new Date(latest.getTime() + away), now, 3)).not.toBeNull()
        }
      }),
      { numRuns: 30 },
    )
  })

  test('an allowed time is 3 hours to 60 days ahead and in the day hours of Kolkata', () => {
    vi.stubEnv('TZ', host)
    fc.assert(
      fc.property(instants, fc.integer({ min: -dayMs, max: 62 * dayMs }), (now, ahead) => {
        const time = new Date(now.getTime() + ahead)
        const inKolkata = new Date(time.getTime() + 330 * 60_000).toISOString().slice(11)
        const allowed =
          ahead >= 3 * hourMs &&
          ahead <= 60 * dayMs &&
          inKolkata >= '09:00:00.000Z' &&
          inKolkata <= '21:00:00.000Z'
        expect(deliveryError(time, now, 3) === null).toBe(allowed)
      }),
      { numRuns: 200 },
    )
  })
})

test.each(['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '9999-12-31T23:59:59.999Z', 'x'])(
  'the time %s, at the end of the calendar, is none',
  (time) => {
    expect(parseDeliveryTime(time).getTime()).toBeNaN()
  },
)
