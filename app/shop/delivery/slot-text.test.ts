import { expect, it } from 'vitest'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import type { EarliestResponse, ListedDay } from './delivery.schema.ts'
import {
  dayChoice,
  dayInWords,
  dayNote,
  isUnserved,
  promiseText,
  relativeDayText,
  slotError,
  slotNote,
  soonText,
  timeGoneText,
} from './slot-text.ts'

it.each([
  ['2026-11-20', '2026-11-20', 'Fri 20 Nov (today)'],
  ['2027-01-01', '2026-12-31', 'Fri 1 Jan 2027 (tomorrow)'],
  ['2026-11-25', '2026-11-20', 'Wed 25 Nov'],
  ['2026-11-19', '2026-11-20', 'Thu 19 Nov'],
])('%s on %s in words is %s', (day, today, text) => {
  expect(dayInWords(day, today)).toBe(text)
})

it.each([
  ['2026-11-20', '2026-11-20', 'Today'],
  ['2026-11-21', '2026-11-20', 'Tomorrow'],
  ['2026-11-25', '2026-11-20', 'Wed 25 Nov'],
  ['2027-01-01', '2026-12-31', 'Tomorrow'],
  ['2028-02-29', '2028-02-01', 'Tue 29 Feb'],
])('%s is on %s called %s', (day, today, text) => {
  expect(relativeDayText(day, today)).toBe(text)
})

it.each([
  ['2026-11-20', [], 'Today', 'No times, Fri 20 Nov'],
  ['2026-11-21', ['open'], 'Tomorrow', 'Sat 21 Nov'],
  ['2026-11-21', ['full'], 'Tomorrow', 'Full, Sat 21 Nov'],
  ['2026-11-25', ['open'], 'Wed 25 Nov', ''],
])('%s to press has its date beside its name', (day, states, label, note) => {
  const slots = states.map((state) => ({ state })) as ListedDay['slots']
  expect(dayChoice({ day, closedReason: null, slots }, '2026-11-20')).toEqual({
    value: day,
    label,
    note,
  })
})

it.each([
  ['2026-11-20T18:00', '2026-11-20T20:00', 'today (20 Nov), 6 to 8 pm'],
  ['2026-11-21T11:00', '2026-11-21T13:00', 'tomorrow (21 Nov), 11 am to 1 pm'],
  ['2026-11-20T23:00', '2026-11-21T00:00', 'today (20 Nov), 11 pm to midnight'],
  ['2026-11-25T09:30', '2026-11-25T11:00', 'Wed 25 Nov, 9:30 to 11 am'],
])('a slot from %s to %s comes %s', (start, end, text) => {
  const slot = { startsAt: kolkataToInstant(start), endsAt: kolkataToInstant(end) }
  expect(soonText(slot, kolkataToInstant('2026-11-20T00:15'))).toBe(text)
})

it.each([
  ['2026-11-20T14:00', '2 pm'],
  ['2026-11-19T20:00', '8 pm on Thu 19 Nov'],
])('an order after %s is told that orders ended at %s', (end, text) => {
  const slot = {
    startsAt: kolkataToInstant('2026-11-20T18:00'),
    endsAt: kolkataToInstant('2026-11-20T20:00'),
    orderBy: kolkataToInstant(end),
    state: 'cutoff' as const,
  }
  expect(slotError(slot, null)).toBe(
    `Orders for Fri 20 Nov, 6 to 8 pm ended at ${text}. Please choose a later time.`,
  )
})

const zone = { name: 'City', fee: 50, freeFrom: null, minimum: 0 }
const earliest = { start: '2026-11-20T12:30:00.000Z', end: '2026-11-20T14:30:00.000Z' }
const now = kolkataToInstant('2026-11-20T10:00')

const unserved: EarliestResponse = { hasZones: true, hasPickup: false, zone: null, earliest: null }

it.each([
  ['a holiday', 'Diwali', ['closed'], 'Closed'],
  ['one open slot', null, ['full', 'open', 'cutoff'], undefined],
  ['full slots', null, ['cutoff', 'lead', 'full'], 'Full'],
  ['cakes that take longer', null, ['cutoff', 'lead'], 'Too soon for your cakes'],
  ['an evening', null, ['cutoff', 'cutoff'], 'Too late'],
  ['no slots', null, [], 'No times'],
])('a day of %s says why it cannot be had', (_, closedReason, states, note) => {
  const slots = states.map((state) => ({ state })) as ListedDay['slots']
  expect(dayNote({ day: '2026-11-20', closedReason, slots })).toBe(note)
})

it.each([
  [{ state: 'full' }, 'Full'],
  [{ state: 'closed' }, 'Closed'],
  [{ state: 'lead', needsHours: 48 }, 'Needs 48 hours'],
  [{ state: 'lead', needsHours: null }, 'From the next day on'],
  [
    { state: 'cutoff', start: '2026-11-21T17:30:00Z', orderBy: '2026-11-20T14:30:00Z' },
    'Too late (order by 8 pm on Fri 20 Nov)',
  ],
  [
    { state: 'cutoff', start: '2026-11-20T12:30:00Z', orderBy: '2026-11-20T10:30:00Z' },
    'Too late (order by 4 pm)',
  ],
  [{ state: 'cutoff', start: '2026-11-20T12:30:00Z', orderBy: '2026-11-20T12:30:00Z' }, 'Too late'],
])('a slot that cannot be had says why: %j', (slot, note) => {
  expect(slotNote(slot as ListedDay['slots'][number])).toBe(note)
})

it.each([
  [['full', 'open'], 'time'],
  [['full', 'closed'], 'day'],
  [[], 'day'],
])('a day with %j does not have the chosen time: choose another %s', (states, what) => {
  const chosen = { start: '2026-11-20T13:30:00.000Z', end: '2026-11-20T15:30:00.000Z' }
  const slots = states.map((state) => ({ state })) as ListedDay['slots']
  const day = { day: '2026-11-21', closedReason: null, slots }
  expect(timeGoneText(chosen as ListedDay['slots'][number], day)).toBe(
    `7 to 9 pm is not available on this day. Choose another ${what}. Until then it stays Fri 20 Nov, 7 to 9 pm.`,
  )
})

it.each<[string, string, EarliestResponse | null, string, string]>([
  ['no pincode', '', null, 'Deliver to', 'Enter your pincode'],
  ['no response yet', '560034', null, 'Deliver to 560034', ''],
  [
    'an open slot',
    '560034',
    { hasZones: true, hasPickup: false, zone, earliest },
    'Deliver to 560034',
    'Earliest: today (20 Nov), 6 to 8 pm',
  ],
  [
    'nothing free',
    '560034',
    { hasZones: true, hasPickup: false, zone, earliest: null },
    'Deliver to 560034',
    'No times are free in the coming weeks',
  ],
  ['a place that is not served', '744101', unserved, 'We don’t deliver to 744101 yet.', ''],
  [
    'a shop that has no zones any more',
    '744101',
    { ...unserved, hasZones: false },
    'Deliver to 744101',
    '',
  ],
])('the promise with %s', (_, pincode, response, where, when) => {
  expect(promiseText({ pincode, response }, now)).toEqual({ where, when })
})

it('a pincode is unserved only by a response of a shop with zones', () => {
  expect(isUnserved(unserved)).toBe(true)
  expect(isUnserved({ ...unserved, hasZones: false })).toBe(false)
  expect(isUnserved({ ...unserved, zone })).toBe(false)
  expect(isUnserved(null)).toBe(false)
})
