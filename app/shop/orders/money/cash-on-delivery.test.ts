import { describe, expect, it } from 'vitest'
import type { Slot, Zone } from '#shop/delivery/delivery.schema.ts'
import { emptyPlan } from '#shop/delivery/delivery-plan.ts'
import { acceptedCash, type CashOrder, cashError, cashPlanOf } from './cash-on-delivery.ts'

const zone = (more: Partial<Zone>) => ({ active: true, takesCash: true, ...more }) as Zone
const zones = [
  zone({ pincodes: ['5600'] }),
  zone({ pincodes: ['560037'], takesCash: false }),
  zone({ pincodes: ['562'], active: false }),
]
const slots = [
  { id: 'evening', kind: 'standard' },
  { id: 'midnight', kind: 'midnight' },
] as Slot[]
const usual = { ...emptyPlan.usual, cashLimitPaise: 200_000 }
const shop = { ...emptyPlan, usual, zones, slots }

/** ₹950 to MG Road, for its customer, who is logged in. */
const order: CashOrder = {
  price: { total: 95_000, hasCustom: false },
  pincode: '560001',
  slotId: 'evening',
  isForSomebodyElse: false,
  isGuest: false,
  emailVerified: true,
  isKnown: true,
}
const costs = (total: number) => ({ price: { total, hasCustom: false } })
const pickup = { pincode: null, slotId: 'counter' }

it.each([
  ['without a cash limit', { usual: emptyPlan.usual, zones }],
  ['without zones', { usual, zones: [] }],
])('a shop: %s takes no cash for ready-made cakes', (_, more) => {
  expect(cashPlanOf({ ...shop, ...more })).toBeNull()
})

it.each([
  ['of all cakes, where a zone takes it', shop, 0, ['cash']],
  [
    'of custom cakes, where no zone takes it',
    { ...shop, zones: zones.slice(1, 2) },
    0,
    ['customCash'],
  ],
  ['of custom cakes, after a deposit', emptyPlan, 30, ['customCash']],
  ['of none, where custom cakes are paid ahead', emptyPlan, 100, []],
])('pages say that cash is taken: %s', (_, plan, depositPercent, accepted) => {
  expect(acceptedCash(plan, { depositPercent })).toEqual(accepted)
})

describe('cash on delivery', () => {
  const errorOf = (more: Partial<CashOrder>) => {
    const plan = cashPlanOf(shop)
    if (!plan) throw new Error('this shop takes cash')
    return cashError(plan, { ...order, ...more })
  }

  it.each<[string, Partial<CashOrder>]>([
    ['in a zone that takes it', {}],
    ['of just the limit', costs(200_000)],
    ['at pickup', pickup],
  ])('can be had %s', (_, more) => {
    expect(errorOf(more)).toBeNull()
  })

  it.each<[string, Partial<CashOrder>, string]>([
    ['above the limit', costs(200_001), 'Cash on delivery is for orders up to ₹2,000.'],
    [
      'above the limit at pickup',
      { ...pickup, ...costs(200_001) },
      'Cash at pickup is for orders up to ₹2,000.',
    ],
    [
      'without a confirmed email',
      { emailVerified: false },
      'Cash on delivery needs an email that you have confirmed. Please confirm yours in Your account.',
    ],
    [
      'in a zone without it, by the longest match',
      { pincode: '560037' },
      'Cash on delivery is not available for 560037.',
    ],
    [
      'in a zone that is closed',
      { pincode: '562110' },
      'Cash on delivery is not available for 562110.',
    ],
    ['beyond all zones', { pincode: '400001' }, 'Cash on delivery is not available for 400001.'],
    ['at midnight', { slotId: 'midnight' }, 'Cash on delivery is not available at midnight.'],
    [
      'for somebody else',
      { isForSomebodyElse: true },
      'Cash on delivery is not for gifts: nobody pays for their own present.',
    ],
    [
      'for a gift by a guest, who need not log in for it',
      { isForSomebodyElse: true, isGuest: true, emailVerified: false },
      'Cash on delivery is not for gifts: nobody pays for their own present.',
    ],
    [
      'for a new customer, where the shop wants known ones',
      { isKnown: false },
      'Cash on delivery is for customers of whom an order has arrived before.',
    ],
    ['for guests', { isGuest: true }, 'Cash on delivery is for customers who are logged in.'],
    [
      'beside a customised cake',
      { price: { total: 95_000, hasCustom: true } },
      'Beside a customised cake, the other cakes are paid online.',
    ],
  ])('cannot be had %s', (_, more, sentence) => {
    expect(errorOf(more)).toBe(sentence)
  })
})
