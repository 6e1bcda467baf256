import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyLine } from '../../../test/support/any-line.ts'
import { type Coupon, couponMissing, couponShares, couponText } from './coupon.ts'
import { type PricedLine, priceCart } from './price-cart.ts'

const tenPercent: Coupon = { code: 'TEN', percent: 10, paise: null, fromPaise: 0, categories: [] }
const hundredOff: Coupon = { ...tenPercent, percent: null, paise: 100_00, fromPaise: 500_00 }
const goods = [
  { category: 'Chocolate', price: 850, wt: '1', amount: 1, customize: false },
  { category: 'pestry', price: 95, wt: '1', amount: 1, customize: false },
  { category: 'Customized Cake', price: 0, wt: '2', amount: 1, customize: true },
]

describe('a coupon takes off', () => {
  it.each<[string, Coupon | null, number[]]>([
    ['nothing without one', null, []],
    ['its percentage of each line', tenPercent, [85_00, 9_50, 0]],
    // 100.00 × 850 ÷ 945 = 89.947…, and 10.052…
    ['its amount, in proportion to the lines', hundredOff, [89_95, 10_05, 0]],
    [
      'of its categories alone, however they are spelled',
      { ...hundredOff, categories: ['chocolate'] },
      [100_00, 0, 0],
    ],
    ['nothing below its minimum', { ...hundredOff, fromPaise: 945_01 }, []],
    ['nothing if its own cakes are below it', { ...hundredOff, categories: ['pestry'] }, []],
    ['something at just its minimum', { ...hundredOff, fromPaise: 945_00 }, [89_95, 10_05, 0]],
  ])('%s', (_, coupon, shares) => {
    expect(couponShares(coupon, goods)).toEqual(shares)
  })
})

it('says what it is', () => {
  expect([tenPercent, hundredOff].map(couponText)).toEqual(['10% off', '₹100 off'])
  expect(couponMissing({ ...hundredOff, categories: ['Chocolate', 'pestry'] })).toBe(
    'Coupon TEN is for Chocolate cakes, Pastries from ₹500.',
  )
  expect(couponMissing(tenPercent)).toBe('Coupon TEN is for ready-made cakes.')
})

const lines = fc.array(
  fc
    .tuple(anyLine(100), fc.boolean())
    .map(([line, customize]): PricedLine => ({ ...line, customize })),
  { maxLength: 8 },
)
const coupons = fc
  .record({
    off: fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 90 }), paise: fc.constant(null) }),
      fc.record({ percent: fc.constant(null), paise: fc.integer({ min: 1, max: 1_000_00 }) }),
    ),
    more: fc.nat(1_000_00),
    categories: fc.subarray(['Chocolate', 'Fruit', 'pestry', 'Extra: Candles']),
  })
  .map(({ off, more, categories }): Coupon => {
    return { code: 'ANY', ...off, fromPaise: (off.paise ?? 0) + 1 + more, categories }
  })

const totalOf = (cart: PricedLine[], coupon: Coupon) =>
  priceCart(cart, undefined, couponShares(coupon, cart)).total

it('leaves every line at more than nothing, adds up to the paisa, and no order of the lines changes the total', () => {
  fc.assert(
    fc.property(lines, coupons, fc.nat(7), (cart, coupon, first) => {
      const price = priceCart(cart, undefined, couponShares(coupon, cart))
      const { subtotal, shares, discount, shipping, total, cardTotal, hasReadyMade } = price
      const plain = priceCart(cart)
      expect([subtotal, shipping]).toEqual([plain.subtotal, plain.shipping])
      expect(total).toBe(plain.total - discount)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discount)
      for (const [index, line] of cart.entries()) {
        const { subtotal: own } = priceCart([line])
        const share = shares[index] ?? 0
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(own)
        if (coupon.percent !== null && share > 0)
          expect(Math.abs(share - (own * coupon.percent) / 100)).toBeLessThan(2)
      }
      if (coupon.paise !== null) expect([0, coupon.paise]).toContain(discount)
      if (hasReadyMade) expect(cardTotal).toBeGreaterThan(0)
      const others = [...cart.slice(first), ...cart.slice(0, first)]
      for (const other of [cart.toReversed(), others]) expect(totalOf(other, coupon)).toBe(total)
    }),
  )
})
