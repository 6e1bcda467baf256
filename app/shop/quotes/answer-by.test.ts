import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { answerBy } from './answer-by.ts'

const at = kolkataToInstant

it.each([
  ['long before', '2026-11-20T10:00', '2026-11-25T17:00', '2026-11-24T20:00'],
  ['the day before', '2026-11-20T10:00', '2026-11-21T09:00', '2026-11-20T20:00'],
  ['with an hour left', '2026-11-20T19:00', '2026-11-21T09:00', '2026-11-20T20:00'],
  ['with less than an hour left', '2026-11-20T19:01', '2026-11-21T09:00', '2026-11-21T08:00'],
  ['after that evening', '2026-11-20T23:30', '2026-11-21T17:00', '2026-11-21T16:00'],
  ['on the day itself', '2026-11-21T07:00', '2026-11-21T09:00', '2026-11-21T08:00'],
  ['a minute before the last hour', '2026-11-21T07:59', '2026-11-21T09:00', '2026-11-21T08:00'],
  ['in the last hour', '2026-11-21T08:00', '2026-11-21T09:00', null],
  ['after the delivery', '2026-11-21T10:00', '2026-11-21T09:00', null],
  ['across the turn of the year', '2026-12-31T10:00', '2027-01-01T09:00', '2026-12-31T20:00'],
])('offered %s: at %s for %s it is answered by %s', (_, now, delivery, by) => {
  expect(answerBy(at(delivery), at(now))).toEqual(by && at(by))
})

it('leaves time to answer and an hour to bake, or is refused', () => {
  const minutes = fc.integer({ min: 0, max: 80 * 24 * 60 })
  fc.assert(
    fc.property(minutes, minutes, (delivery, offered) => {
      const instant = (minute: number) => new Date(Date.UTC(2026, 10, 20) + minute * 60_000)
      const by = answerBy(instant(delivery), instant(offered))
      expect(by !== null).toBe(delivery - offered > 60)
      if (by === null) return
      expect(by > instant(offered)).toBe(true)
      expect(by <= instant(delivery - 60)).toBe(true)
    }),
  )
})
