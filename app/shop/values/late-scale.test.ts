import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LateScale,
  latePrice,
  lateStepText,
  minutesLate,
  parseLateScale,
  typedLateScale,
} from './late-scale.ts'

const usual = parseLateScale('30=delivery,60=20%') ?? []
const order = { deliveryPaise: 5_000, totalPaise: 90_000 }

describe('the usual scale', () => {
  it.each([
    [0, 0],
    [29, 0],
    [30, 5_000],
    [59, 5_000],
    [60, 18_000],
    [600, 18_000],
  ])('%i minutes late: %i paise', (minutes, paise) => {
    expect(latePrice(usual, minutes, order)).toBe(paise)
  })

  it('gives no less at a later step', () => {
    expect(latePrice(usual, 60, { deliveryPaise: 5_000, totalPaise: 6_000 })).toBe(5_000)
  })

  it('gives no more than is left', () => {
    expect(latePrice(usual, 60, { deliveryPaise: 5_000, totalPaise: 4_000 })).toBe(4_000)
    expect(latePrice(usual, 60, { deliveryPaise: 5_000, totalPaise: 0 })).toBe(0)
  })

  it('is read by customers', () => {
    expect(usual.map(lateStepText)).toEqual([
      'From 30 minutes after the end of your slot: what the delivery cost',
      'From 60 minutes after the end of your slot: 20% of your order',
    ])
  })
})

describe('any scale', () => {
  const gives = fc.oneof(fc.constant('delivery' as const), fc.integer({ min: 1, max: 100 }))
  const step = fc.record({ minutes: fc.integer({ min: 1, max: 999 }), gives })
  const scales: fc.Arbitrary<LateScale> = fc.array(step, { maxLength: 5 })
  const paise = fc.integer({ min: 0, max: 10_000_000 })
  const orders = fc
    .tuple(paise, paise)
    .map(([deliveryPaise, goods]) => ({ deliveryPaise, totalPaise: deliveryPaise + goods }))
  const minutes = fc.integer({ min: 0, max: 2_000 })

  it('gives whole paise, within the order, and nothing before its first step', () => {
    fc.assert(
      fc.property(scales, minutes, orders, (scale, late, of) => {
        const price = latePrice(scale, late, of)
        expect(Number.isInteger(price)).toBe(true)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(of.totalPaise)
        if (scale.every((one) => late < one.minutes)) expect(price).toBe(0)
      }),
    )
  })

  it('gives no less to who waits longer', () => {
    fc.assert(
      fc.property(scales, minutes, minutes, orders, (scale, late, more, of) => {
        expect(latePrice(scale, late + more, of)).toBeGreaterThanOrEqual(latePrice(scale, late, of))
      }),
    )
  })

  it('is read as it is written, in any order', () => {
    fc.assert(
      fc.property(scales, (scale) => {
        const sorted = scale.toSorted((a, b) => a.minutes - b.minutes)
        expect(parseLateScale(typedLateScale(scale))).toEqual(sorted)
      }),
    )
  })
})

it.each([
  '',
  '30',
  '30=',
  '30=101%',
  '30=0%',
  '0=delivery',
  'x=delivery',
  '30=delivery;60=20%',
  '-1=5%',
])('%s is no scale', (text) => {
  expect(parseLateScale(text)).toBeNull()
})

it('a shop may promise nothing', () => {
  expect(parseLateScale('off')).toEqual([])
})

it('is typed with its minutes first', () => {
  expect(typedLateScale(usual)).toBe('30=delivery, 60=20%')
  expect(parseLateScale(' 60=20% , 30=delivery')).toEqual(usual)
  expect(typedLateScale([])).toBe('off')
})

it('minutes are counted from the slot’s end, whole ones', () => {
  const end = new Date('2026-11-21T12:00:00Z')
  expect(minutesLate(end, new Date('2026-11-21T12:29:59.999Z'))).toBe(29)
  expect(minutesLate(end, new Date('2026-11-21T12:30:00Z'))).toBe(30)
  expect(minutesLate(end, new Date('2026-11-21T11:00:00Z'))).toBe(0)
})
