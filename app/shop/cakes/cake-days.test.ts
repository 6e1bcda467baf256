import { describe, expect, it } from 'vitest'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { anyDay, availabilityOf, type CakeDays, whyNotOn, whyNotTo } from './cake-days.ts'

const cakeWith = (days: Partial<CakeDays>) => ({
  name: 'Black Forest',
  leadHours: 3,
  ...anyDay,
  ...days,
})
/** A Thursday. */
const today = '2026-12-03'
const taken = (...days: [string, number][]) => new Map(days)

describe('on a day', () => {
  const on = (days: Partial<CakeDays>, day: string, pieces: number, had = taken()) =>
    whyNotOn(cakeWith(days), had, { day, pieces })

  it.each<[Partial<CakeDays>, string, number, string | null]>([
    [{}, today, 99, null],
    [{ piecesADay: 3 }, today, 1, null],
    [{ piecesADay: 3 }, today, 2, 'Only 1 of Black Forest can be had on Thu 3 Dec.'],
    [{ piecesADay: 2 }, today, 1, 'Black Forest is sold out on Thu 3 Dec.'],
    // The owner has lowered it.
    [{ piecesADay: 1 }, today, 1, 'Black Forest is sold out on Thu 3 Dec.'],
    [{ piecesADay: 2 }, '2026-12-04', 2, null],
    [{ piecesInAll: 5 }, '2026-12-04', 1, 'Black Forest is sold out.'],
    [{ piecesInAll: 6 }, '2026-12-04', 2, 'Only 1 of Black Forest can be had.'],
    [{ piecesInAll: 6, piecesADay: 3 }, today, 2, 'Only 1 of Black Forest can be had.'],
    // What was delivered before the first day is another year's.
    [{ piecesInAll: 5, fromDay: '2026-12-02' }, '2026-12-04', 3, null],
    [{ fromDay: '2026-12-04' }, today, 1, 'Black Forest is made from Fri 4 Dec.'],
    [{ untilDay: '2026-12-02' }, today, 1, 'Black Forest is made until Wed 2 Dec.'],
    [{ fromDay: today, untilDay: today }, today, 1, null],
    [{ weekdays: ['Sat', 'Sun'] }, today, 1, 'Black Forest is made only on Sat and Sun.'],
    [{ weekdays: ['Thu'] }, today, 1, null],
  ])('%j, %s, %i pieces: %s', (days, day, pieces, why) => {
    expect(on(days, day, pieces, taken(['2026-12-01', 3], [today, 2]))).toBe(why)
  })
})

const said = (cake: Parameters<typeof availabilityOf>[0], closed: string[] = []) => {
  const now = kolkataToInstant(`${today}T10:00`)
  const isOpen = (day: string) => !closed.includes(day)
  return availabilityOf(cake, taken([today, 4], ['2026-12-04', 4]), { now, isOpen })
}

it.each<
  [Partial<CakeDays> & { leadHours?: number }, string | undefined, string | null | undefined]
>([
  [{}, undefined, undefined],
  [{ piecesADay: 5 }, undefined, undefined],
  [{ piecesADay: 4 }, 'Sold out today, next: Sat 5 Dec', '2026-12-05'],
  [{ piecesADay: 4, leadHours: 24 }, 'Sold out tomorrow, next: Sat 5 Dec', '2026-12-05'],
  [{ piecesADay: 4, leadHours: 48 }, undefined, undefined],
  [{ piecesADay: 4, untilDay: '2026-12-04' }, 'Sold out', null],
  [{ untilDay: '2026-12-02' }, 'Sold out, made until Wed 2 Dec', null],
  [{ piecesInAll: 9 }, undefined, undefined],
  [{ piecesInAll: 8 }, 'Sold out', null],
  [{ weekdays: ['Sun'] }, 'Next: Sun 6 Dec', '2026-12-06'],
  [{ weekdays: ['Thu', 'Sun'], piecesADay: 4 }, 'Sold out today, next: Sun 6 Dec', '2026-12-06'],
  [{ fromDay: '2027-02-10' }, 'Next: Wed 10 Feb', '2027-02-10'],
])('%j is now %s', ({ leadHours = 3, ...days }, text, nextDay) => {
  const found = said({ ...cakeWith(days), leadHours })
  expect([found?.text, found?.nextDay]).toEqual([text, nextDay])
})

it.each<[string[], string | undefined]>([
  [['2026-12-05'], 'Sold out today, next: Sun 6 Dec'],
  [[today], 'Sold out tomorrow, next: Sat 5 Dec'],
  // Nothing is made then, limited or not.
  [[today, '2026-12-04'], undefined],
])('where the shop is closed on %j, it is now %s', (closed, text) => {
  expect(said(cakeWith({ piecesADay: 4 }), closed)?.text).toBe(text)
})

it('travels everywhere, to zones of its own, or nowhere', () => {
  const to = (zones: string[] | null) => whyNotTo(cakeWith({ zones }), 'Hosur')
  expect(to(null)).toBeNull()
  expect(to(['Hosur'])).toBeNull()
  expect(to(['City'])).toBe('Black Forest does not travel to Hosur.')
  expect(to([])).toBe('Black Forest is only for pickup.')
})
