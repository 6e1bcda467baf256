import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatAmount, sumTaxed, taxed } from './tax.ts'

it.each([
  [105_00, { taxable: 100_00, cgst: 2_50, sgst: 2_50, igst: 0 }],
  [850_00, { taxable: 809_52, cgst: 20_24, sgst: 20_24, igst: 0 }],
  [50_00, { taxable: 47_62, cgst: 1_19, sgst: 1_19, igst: 0 }],
  // A tax of exactly half a paisa goes up, both times alike.
  [21, { taxable: 19, cgst: 1, sgst: 1, igst: 0 }],
  [20, { taxable: 20, cgst: 0, sgst: 0, igst: 0 }],
  [0, { taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
])('parts %i paise within the state', (total, parts) => {
  expect(taxed(total, { interstate: false })).toEqual({ ...parts, total })
})

it.each([
  [105_00, { taxable: 100_00, igst: 5_00 }],
  [850_00, { taxable: 809_52, igst: 40_48 }],
  [10, { taxable: 10, igst: 0 }],
  [11, { taxable: 10, igst: 1 }],
])('parts %i paise beyond the state', (total, parts) => {
  expect(taxed(total, { interstate: true })).toEqual({ ...parts, cgst: 0, sgst: 0, total })
})

const amount = fc.integer({ min: 0, max: 2_147_483_647 })

it('loses no paisa, and takes 5 % of what is taxed to within a paisa', () => {
  fc.assert(
    fc.property(amount, fc.boolean(), (total, interstate) => {
      const { taxable, cgst, sgst, igst } = taxed(total, { interstate })
      expect(taxable + cgst + sgst + igst).toBe(total)
      expect(cgst).toBe(sgst)
      expect(interstate ? cgst : igst).toBe(0)
      expect(Math.abs((cgst + sgst + igst) * 20 - taxable)).toBeLessThanOrEqual(21)
    }),
  )
})

it('adds up column by column', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 60 }), fc.boolean(), (totals, interstate) => {
      const sum = sumTaxed(totals.map((total) => taxed(total, { interstate })))
      expect(sum.total).toBe(totals.reduce((all, one) => all + one, 0))
      expect(sum.taxable + sum.cgst + sum.sgst + sum.igst).toBe(sum.total)
    }),
  )
})

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [99_50, '99.50'],
  [1_23_456_70, '1,23,456.70'],
  [2_147_483_647, '2,14,74,836.47'],
  [-5_00, '-5.00'],
])('writes %i paise as %s', (paise, text) => {
  expect(formatAmount(paise)).toBe(text)
})
