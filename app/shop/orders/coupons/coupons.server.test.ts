import { expect, it } from 'vitest'
import { couponError } from './coupons.server.ts'
import type { CouponRow } from './coupons.store.server.ts'

const now = new Date('2026-12-01T04:30:00Z')
const coupon: CouponRow = {
  code: 'FIRST50',
  percent: 50,
  paise: null,
  fromPaise: 0,
  categories: [],
  isForFirstOrder: false,
  maxUses: null,
  maxEach: null,
  startsOn: null,
  endsOn: null,
  createdAt: now,
  endedAt: null,
}
const none = { all: 0, own: 0, hasOrdered: false }

it.each<[string, Partial<CouponRow>, Partial<typeof none>, string | null]>([
  ['on any day, any number of times', {}, { all: 9000, own: 20, hasOrdered: true }, null],
  ['on its first and last day', { startsOn: '2026-12-01', endsOn: '2026-12-01' }, {}, null],
  ['before its first day', { startsOn: '2026-12-02' }, {}, 'Coupon FIRST50 begins on 2 Dec 2026.'],
  ['after its last day', { endsOn: '2026-11-30' }, {}, 'Coupon FIRST50 is over since 30 Nov 2026.'],
  ['once it is ended', { endedAt: now }, {}, 'Coupon FIRST50 is over since 1 Dec 2026.'],
  ['the last time', { maxUses: 3, maxEach: 2 }, { all: 2, own: 1 }, null],
  ['once it is used up', { maxUses: 3 }, { all: 3 }, 'Coupon FIRST50 is used up.'],
  ['again', { maxEach: 1 }, { own: 1 }, 'You have used coupon FIRST50 already.'],
  ['for a first order', { isForFirstOrder: true }, {}, null],
  [
    'for a second order',
    { isForFirstOrder: true },
    { hasOrdered: true },
    'Coupon FIRST50 is for your first order.',
  ],
])('a coupon %s', (_, more, uses, error) => {
  expect(couponError({ ...coupon, ...more }, { ...none, ...uses }, now)).toBe(error)
})
