import fc from 'fast-check'
import { expect, test } from 'vitest'
import { struckPrice } from './struck-price.ts'

const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test.each([
  [85000, 0.99, 92000], // 9 %: 926.50 → 927 → 920
  [85000, 0.5, 89000], // 5 %: 892.50 → 893 → 890
  [85000, 0.1, null], // 1 %: 858.50 → 859 → 850, the real price
  [85000, 0, null],
  [85000, 0.2, 86000], // 2 %: 867 → 860
  [9500, 0.99, 10000], // 9 %: 103.55 → 104 → 100
  [9500, 0.4, null], // 4 %: 98.80 → 99 → 90, below the real price
  [9500, 0.5, 10000], // 5 %: 99.75 → 100
  [0, 0.99, null],
])('%i paise with a draw of %d strikes %s', (real, draw, struck) => {
  expect(struckPrice(real, () => draw)).toBe(struck)
})

test('is a multiple of ₹10 above the real price, at most 9 percent and half a rupee above', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), draws, (real, draw) => {
      const struck = struckPrice(real, () => draw)
      if (struck === null) return
      expect(struck % 1000).toBe(0)
      expect(struck).toBeGreaterThan(real)
      expect(struck).toBeLessThanOrEqual(real * 1.09 + 50)
    }),
  )
})

test('from ₹1,000 up a price is struck whenever a percent or more is drawn', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 50_000 }), draws, (rupees, draw) => {
      expect(struckPrice(rupees * 100, () => draw) === null).toBe(draw < 0.1)
    }),
  )
})
