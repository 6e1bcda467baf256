import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minimumError, missingForFree, shippingCost } from './delivery-fees.ts'

const city = { feePaise: 6000, freeFromPaise: 150_000, surchargePaise: 0 }

it.each([
  [city, 138_000, 12_000],
  [city, 149_999, 1],
  [city, 150_000, null],
  [{ ...city, freeFromPaise: null }, 0, null],
  [{ ...city, feePaise: 0 }, 0, null],
])('of %j at %d paise %d are missing for free delivery', (terms, subtotal, missing) => {
  expect(missingForFree(terms, subtotal)).toBe(missing)
})

it('with what is missing the delivery is free, and with one paisa less it is not', () => {
  const terms = fc.record({
    feePaise: fc.integer({ min: 1, max: 100_000 }),
    freeFromPaise: fc.nat(1_000_000),
    surchargePaise: fc.nat(50_000),
  })
  fc.assert(
    fc.property(terms, fc.nat(1_000_000), (zone, subtotal) => {
      const missing = missingForFree(zone, subtotal) ?? 0
      expect(shippingCost(zone, subtotal + missing)).toBe(zone.surchargePaise)
      fc.pre(missing > 0)
      expect(shippingCost(zone, subtotal + missing - 1)).toBeGreaterThan(zone.surchargePaise)
    }),
  )
})

const zone = { name: 'Hebbal', minimumPaise: 50_000 }

it.each([
  [49_999, false, 'We deliver to Hebbal from ₹500. Please add ₹0.01 more.'],
  [38_000, false, 'We deliver to Hebbal from ₹500. Please add ₹120 more.'],
  [50_000, false, null],
  [90_000, false, null],
  [0, true, null],
])('an order of %d paise, with a customised cake: %s', (subtotal, hasCustom, sentence) => {
  expect(minimumError(zone, { subtotal, hasCustom })).toBe(sentence)
})

it('a zone without a minimum delivers anything', () => {
  const open = { ...zone, minimumPaise: 0 }
  expect(minimumError(open, { subtotal: 0, hasCustom: false })).toBeNull()
})
