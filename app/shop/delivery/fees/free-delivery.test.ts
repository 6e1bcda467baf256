import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shippingCost } from './delivery-terms.ts'
import { missingForFree } from './free-delivery.ts'

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
