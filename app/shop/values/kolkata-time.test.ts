import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import {
  beginOfDay,
  boundsOfDay,
  formatDate,
  formatDateTime,
  formatTime,
  isDay,
  kolkataDay,
  kolkataToInstant,
  nearInstant,
  toKolkataInput,
} from './kolkata-time.ts'

const hosts = [
  ['UTC', 0],
  ['Asia/Kolkata', -330],
  ['America/New_York', 300],
  ['Pacific/Kiritimati', -840],
  ['Pacific/Pago_Pago', 660],
] as const

const minutes = fc
  .date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000))

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(hosts)('on a host in %s', (host, minutesBehindUtc) => {
  function moveHost() {
    vi.stubEnv('TZ', host)
    expect(new Date(2026, 0, 15).getTimezoneOffset()).toBe(minutesBehindUtc)
  }

  test.each([
    ['2026-11-20T12:00:00Z', '2026-11-20T17:30', '20 Nov 2026, 5:30 pm'],
    ['2026-11-20T18:29:59Z', '2026-11-20T23:59', '20 Nov 2026, 11:59 pm'],
    ['2026-11-20T18:30:00Z', '2026-11-21T00:00', '21 Nov 2026, 12:00 am'],
    ['2026-11-21T06:30:00Z', '2026-11-21T12:00', '21 Nov 2026, 12:00 pm'],
    ['2026-12-31T18:30:00Z', '2027-01-01T00:00', '1 Jan 2027, 12:00 am'],
    ['2028-02-28T20:00:00Z', '2028-02-29T01:30', '29 Feb 2028, 1:30 am'],
    ['2026-03-08T07:15:00Z', '2026-03-08T12:45', '8 Mar 2026, 12:45 pm'],
    ['2026-09-05T03:35:00Z', '2026-09-05T09:05', '5 Sep 2026, 9:05 am'],
  ])('%s is %s in Kolkata', (instant, local, text) => {
    moveHost()
    const date = new Date(instant)
    expect(toKolkataInput(date)).toBe(local)
    expect(kolkataDay(date)).toBe(local.slice(0, 10))
    expect(formatDateTime(date)).toBe(text)
    expect(`${formatDate(date)}, ${formatTime(date)}`).toBe(text)
  })

  test('every minute goes to Kolkata and back, five and a half hours ahead of UTC', () => {
    moveHost()
    fc.assert(
      fc.property(minutes, (date) => {
        const shifted = new Date(date.getTime() + 330 * 60_000)
        expect(toKolkataInput(date)).toBe(shifted.toISOString().slice(0, 16))
        expect(kolkataToInstant(toKolkataInput(date)).getTime()).toBe(date.getTime())
      }),
    )
  })
})

test('an instant read from Kolkata time is a plain Date', () => {
  const instant = kolkataToInstant('2026-11-20T17:30')
  expect(Object.getPrototypeOf(instant)).toBe(Date.prototype)
  expect(instant.toISOString()).toBe('2026-11-20T12:00:00.000Z')
})

test.each([
  '',
  'tomorrow',
  '2026-11-20',
  '2026-11-20T17:30:00',
  '2026-11-20T17:30Z',
  '2026-11-20 17:30',
  '2026-02-30T10:00',
  '2026-13-01T10:00',
  '2026-00-10T10:00',
  '2026-11-20T24:00',
  '2026-11-20T10:60',
])('%j names no time in Kolkata', (text) => {
  expect(kolkataToInstant(text).getTime()).toBeNaN()
})

test('an invalid date is refused, not written as text', () => {
  const invalid = new Date(Number.NaN)
  for (const write of [kolkataDay, toKolkataInput, formatDate, formatTime, formatDateTime]) {
    expect(() => write(invalid)).toThrow(RangeError)
  }
})

describe('days', () => {
  it.each(['2026-11-21', '2028-02-29', '1900-01-01', '2999-12-31'])('%s is one', (day) =>
    expect(isDay(day)).toBe(true),
  )
  it.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '20261121',
    '2026-11-21 ',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
  ])('%s is none', (day) => expect(isDay(day)).toBe(false))

  it('begin and end in Kolkata', () => {
    expect(boundsOfDay('2026-11-21')).toEqual({
      from: new Date('2026-11-20T18:30:00Z'),
      to: new Date('2026-11-21T18:30:00Z'),
    })
  })
})

describe('beginOfDay', () => {
  test('is midnight in Kolkata, whatever the day is elsewhere', () => {
    // 00:10 on the 21st in Kolkata.
    const now = new Date('2026-11-20T18:40:00Z')
    expect(beginOfDay(now, 0)).toEqual(new Date('2026-11-20T18:30:00Z'))
    expect(beginOfDay(now, 1)).toEqual(new Date('2026-11-21T18:30:00Z'))
    expect(beginOfDay(now, -29)).toEqual(new Date('2026-10-22T18:30:00Z'))
  })

  test('takes the last minute of a day into that day', () => {
    expect(beginOfDay(new Date('2026-11-20T18:29:59Z'), 0)).toEqual(
      new Date('2026-11-19T18:30:00Z'),
    )
  })
})

test.each([
  ['2026-11-20T04:30:00Z', '2026-11-20T14:30:00Z', 'today, 20 Nov 2026, 8:00 pm'],
  ['2026-11-20T04:30:00Z', '2026-11-21T14:30:00Z', 'tomorrow, 21 Nov 2026, 8:00 pm'],
  ['2026-11-20T18:29:00Z', '2026-11-20T18:31:00Z', 'tomorrow, 21 Nov 2026, 12:01 am'],
  ['2026-11-20T18:31:00Z', '2026-11-21T14:30:00Z', 'today, 21 Nov 2026, 8:00 pm'],
  ['2026-12-31T04:30:00Z', '2027-01-01T03:30:00Z', 'tomorrow, 1 Jan 2027, 9:00 am'],
  ['2026-11-20T04:30:00Z', '2026-11-25T14:30:00Z', '25 Nov 2026, 8:00 pm'],
])('at %s, %s is %s', (now, at, words) => {
  expect(nearInstant(new Date(at), new Date(now))).toBe(words)
})
