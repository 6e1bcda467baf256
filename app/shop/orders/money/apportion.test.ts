import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apportion } from '#shop/values/apportion.ts'
import { lessTaxed, partOf, sumTaxed, type TaxedAmount, taxed } from './tax.ts'

const within = { interstate: false, gstPercent: 5 }

it.each([
  [100, [1, 1], [50, 50]],
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [3, 5], [0, 1]],
  [5, [0, 5], [0, 5]],
  [0, [0, 0], [0, 0]],
])('shares %i paise by the weights %j', (paise, weights, shares) => {
  expect(apportion(paise, weights)).toEqual(shares)
})

describe('a part of an amount', () => {
  it.each([
    [300_00, { taxable: 285_72, cgst: 7_14, sgst: 7_14, igst: 0 }],
    [850_00, { taxable: 809_52, cgst: 20_24, sgst: 20_24, igst: 0 }],
    [1, { taxable: 1, cgst: 0, sgst: 0, igst: 0 }],
    [0, { taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
  ])('of ₹850 within the state: %i paise', (paise, parts) => {
    expect(partOf(taxed(850_00, within), paise)).toEqual({ ...parts, total: paise })
  })

  it('beyond the state has its IGST', () => {
    const whole = taxed(850_00, { ...within, interstate: true })
    const parts = { taxable: 285_71, cgst: 0, sgst: 0, igst: 14_29, total: 300_00 }
    expect(partOf(whole, 300_00)).toEqual(parts)
  })

  it('cannot be more than the whole', () => {
    expect(() => partOf(taxed(100, within), 101)).toThrow(RangeError)
  })
})

it('pieces of any size add up to the whole in every part, and none is below 0', () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 12 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200_000 }),
      pieces,
      fc.boolean(),
      (total, amounts, interstate) => {
        const whole = taxed(total, { ...within, interstate })
        const parts: TaxedAmount[] = []
        let left = whole
        for (const paise of [...amounts, Number.MAX_SAFE_INTEGER]) {
          const part = partOf(left, Math.min(paise, left.total))
          expect(Math.min(...Object.values(part))).toBeGreaterThanOrEqual(0)
          expect(part.taxable + part.cgst + part.sgst + part.igst).toBe(part.total)
          left = lessTaxed(left, part)
          parts.push(part)
        }
        expect(left.total).toBe(0)
        expect(sumTaxed(parts)).toEqual(whole)
      },
    ),
  )
})

it('single paise, one after the other, add up as well', () => {
  for (const total of [2, 3, 21, 64]) {
    let left = taxed(total, within)
    for (let paid = 0; paid < total; paid++) left = lessTaxed(left, partOf(left, 1))
    expect(Object.values(left)).toEqual([0, 0, 0, 0, 0])
  }
})
