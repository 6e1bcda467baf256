import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hourMs } from '#platform/durations.ts'
import { earliestDelivery } from '#shop/values/delivery-slot.ts'
import { kolkataDay, kolkataToInstant, toKolkataInput } from '#shop/values/kolkata-time.ts'
import type { ItemStatus } from '../item-status.ts'
import { type QuoteStatus, quoteStatuses } from '../item-status.ts'
import {
  findAnswerDeadline,
  nearInstant,
  quoteStatusAt,
  quoteStatusText,
  quoteTitles,
} from './quote-status.ts'

const deadline = new Date('2026-11-20T14:30:00Z')
const inTime = new Date(deadline.getTime() - 1)

it.each<[QuoteStatus, ItemStatus, Date, QuoteStatus]>([
  ['open', 'quoted', inTime, 'open'],
  ['open', 'quoted', deadline, 'expired'],
  ['accepted', 'accepted', inTime, 'accepted'],
  ['accepted', 'completed', deadline, 'accepted'],
  ['accepted', 'cancelled', inTime, 'withdrawn'],
  ['declined', 'declined', deadline, 'declined'],
  ['declined', 'cancelled', inTime, 'declined'],
  ['replaced', 'quoted', deadline, 'replaced'],
  ['expired', 'expired', deadline, 'expired'],
  ['withdrawn', 'cancelled', deadline, 'withdrawn'],
])('%s, its item %s, at %s: %s', (status, itemStatus, now, expected) => {
  expect(quoteStatusAt({ status, answerBy: deadline }, { itemStatus, now })).toBe(expected)
})

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
])('quoted %s: at %s for %s the deadline is %s', (_, now, delivery, by) => {
  expect(findAnswerDeadline(at(delivery), at(now))).toEqual(by && at(by))
})

it('of an order that comes as soon as it can, is never on the day of an order after noon', () => {
  const minute = fc.integer({ min: 0, max: 60 * 24 * 60 })
  fc.assert(
    fc.property(minute, fc.integer({ min: 36, max: 336 }), (minutes, leadHours) => {
      const ordered = new Date(Date.UTC(2026, 10, 20) + minutes * 60_000)
      const by = findAnswerDeadline(earliestDelivery(ordered, leadHours), ordered)
      if (!by) throw new Error('There is no deadline.')
      expect(by.getTime() - ordered.getTime()).toBeGreaterThanOrEqual(11 * hourMs)
      if (toKolkataInput(ordered).slice(11) > '12:00') {
        expect(kolkataDay(by) > kolkataDay(ordered)).toBe(true)
      }
    }),
  )
})

it('leaves time to answer and an hour to bake, or there is no deadline', () => {
  const minutes = fc.integer({ min: 0, max: 80 * 24 * 60 })
  fc.assert(
    fc.property(minutes, minutes, (delivery, quoted) => {
      const instant = (minute: number) => new Date(Date.UTC(2026, 10, 20) + minute * 60_000)
      const by = findAnswerDeadline(instant(delivery), instant(quoted))
      expect(by !== null).toBe(delivery - quoted > 60)
      if (by === null) return
      expect(by > instant(quoted)).toBe(true)
      expect(by <= instant(delivery - 60)).toBe(true)
    }),
  )
})

it.each([
  ['2026-11-20T04:30:00Z', '2026-11-20T14:30:00Z', 'today, 20 Nov 2026, 8:00 pm'],
  ['2026-11-20T04:30:00Z', '2026-11-21T14:30:00Z', 'tomorrow, 21 Nov 2026, 8:00 pm'],
  ['2026-11-20T18:29:00Z', '2026-11-20T18:31:00Z', 'tomorrow, 21 Nov 2026, 12:01 am'],
  ['2026-11-20T18:31:00Z', '2026-11-21T14:30:00Z', 'today, 21 Nov 2026, 8:00 pm'],
  ['2026-12-31T04:30:00Z', '2027-01-01T03:30:00Z', 'tomorrow, 1 Jan 2027, 9:00 am'],
  ['2026-11-20T04:30:00Z', '2026-11-25T14:30:00Z', '25 Nov 2026, 8:00 pm'],
])('at %s, %s is %s', (now, at, words) => {
  expect(nearInstant(new Date(at), new Date(now))).toBe(words)
})

it('explains each status in words of its own', () => {
  const times = {
    deliveryAt: new Date('2026-11-22T06:30:00Z'),
    slotStartsAt: new Date('2026-11-22T06:30:00Z'),
    slotEndsAt: new Date('2026-11-22T08:30:00Z'),
    isPickup: false,
    answerBy: new Date('2026-11-21T14:30:00Z'),
  }
  const ended = quoteStatuses.filter((status) => status !== 'open')
  const means = ended.map((status) => quoteStatusText(status, times))
  expect(new Set(means).size).toBe(ended.length)
  expect(new Set(Object.values(quoteTitles)).size).toBe(quoteStatuses.length)
  expect(quoteStatusText('accepted', times)).toContain('Sun 22 Nov, 12 to 2 pm')
  expect(quoteStatusText('expired', times)).toContain('21 Nov 2026, 8:00 pm')
})
