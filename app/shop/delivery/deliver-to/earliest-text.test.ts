import { describe, expect, it } from 'vitest'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import type { EarliestResponse } from '../delivery.endpoints.ts'
import { isUnserved, promiseText } from './earliest-text.ts'

const zone = { name: 'City', fee: 50, freeFrom: null, minimum: 0 }
const earliest = { start: '2026-11-20T12:30:00.000Z', end: '2026-11-20T14:30:00.000Z' }
const now = kolkataToInstant('2026-11-20T10:00')

const unserved: EarliestResponse = { hasZones: true, hasPickup: false, zone: null, earliest: null }

describe('the promise', () => {
  it.each<[string, string, EarliestResponse | null, string, string]>([
    ['no pincode', '', null, 'Deliver to', 'Enter your pincode'],
    ['no response yet', '560034', null, 'Deliver to 560034', ''],
    [
      'an open slot',
      '560034',
      { hasZones: true, hasPickup: false, zone, earliest },
      'Deliver to 560034',
      'Earliest: today 6 to 8 pm',
    ],
    [
      'nothing free',
      '560034',
      { hasZones: true, hasPickup: false, zone, earliest: null },
      'Deliver to 560034',
      'No time is free in the next weeks',
    ],
    ['a place that is not served', '744101', unserved, 'We do not deliver to 744101 yet.', ''],
    [
      'a shop that has no zones any more',
      '744101',
      { ...unserved, hasZones: false },
      'Deliver to 744101',
      '',
    ],
  ])('with %s', (_, pincode, response, where, when) => {
    expect(promiseText({ pincode, response }, now)).toEqual({ where, when })
  })
})

it('a pincode is unserved only by a response of a shop with zones', () => {
  expect(isUnserved(unserved)).toBe(true)
  expect(isUnserved({ ...unserved, hasZones: false })).toBe(false)
  expect(isUnserved({ ...unserved, zone })).toBe(false)
  expect(isUnserved(null)).toBe(false)
})
