import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indiaStates, stateOfCode } from '#shop/values/gst/india-states.ts'
import { formatAmount, placeOfSupply, sumTaxed, taxed } from './tax.ts'

describe('the place of supply', () => {
  const shop = { state: { code: '29', name: 'Karnataka' } }
  const toOneself = { address: '', isPickup: false, business: null, recipientName: null }

  it.each([
    ['12 Church Street,560001,Bengaluru', { code: '29', name: 'Karnataka', interstate: false }],
    ['12 Hill Road,400050,Mumbai', { code: '27', name: 'Maharashtra', interstate: true }],
    // The last pincode is the address's own.
    ['Flat 4,560001,12 Hill Road,400050,Mumbai', { name: 'Maharashtra', interstate: true }],
    ['c/o 56 APO,900056,APO', { code: '29', name: 'Karnataka', interstate: false }],
    ['no pincode here', { code: '29', name: 'Karnataka', interstate: false }],
    ['', { code: '29', name: 'Karnataka', interstate: false }],
  ])('of "%s"', (address, place) => {
    expect(placeOfSupply({ ...toOneself, address }, shop)).toMatchObject(place)
  })

  it('of what is picked up is the shop’s state', () => {
    const pickup = { ...toOneself, address: '12 Hill Road,400050,Mumbai', isPickup: true }
    expect(placeOfSupply(pickup, shop)).toEqual({
      code: '29',
      name: 'Karnataka',
      interstate: false,
    })
  })

  it.each([
    ['07', '1 Janpath,110001,Delhi', false],
    ['07', '1 Cyber City,122002,Gurugram', true],
    ['04', '1 Sector 17,160017,Chandigarh', false],
    ['04', '1 Phase 7,160062,Mohali', true],
    ['33', '1 Anna Salai,600002,Chennai', false],
    ['27', '12 Hill Road,400050,Mumbai', false],
  ])('of a shop in state %s: %s is in another: %s', (code, address, interstate) => {
    const state = stateOfCode(code) ?? { code, name: '' }
    expect(placeOfSupply({ ...toOneself, address }, { state }).interstate).toBe(interstate)
  })

  it.each(indiaStates)('within $code, $name, is not another state', (state) => {
    expect(placeOfSupply(toOneself, { state })).toEqual({ ...state, interstate: false })
  })

  const here = '12 MG Road,560001,Bengaluru'
  const there = '12 Hill Road,400050,Mumbai'
  it.each([
    ['of another state, to an employee here', '27AAPFU0939F1ZV', 'Ravi', here, '27', true],
    ['of another state, to itself here', '27AAPFU0939F1ZV', null, here, '29', false],
    ['of this state, to a customer of it there', '29ABCDE1234F1ZW', 'Ravi', there, '29', false],
    ['of another state, to somebody in a third', '07ABCDE1234F1Z2', 'Ravi', there, '07', true],
    ['at sea, to somebody here', '97ABCDE1234F1ZT', 'Ravi', here, '97', true],
  ])('of a cake for a business %s', (_, gstin, recipientName, address, code, interstate) => {
    const order = { address, isPickup: false, business: { gstin, name: 'Tea & Co' }, recipientName }
    expect(placeOfSupply(order, shop)).toMatchObject({ code, interstate })
  })
})

const within = { interstate: false, gstPercent: 5 }
const beyond = { interstate: true, gstPercent: 5 }

it.each([
  [105_00, { taxable: 100_00, cgst: 2_50, sgst: 2_50, igst: 0 }],
  [850_00, { taxable: 809_52, cgst: 20_24, sgst: 20_24, igst: 0 }],
  [50_00, { taxable: 47_62, cgst: 1_19, sgst: 1_19, igst: 0 }],
  // A tax of exactly half a paisa goes up, both times alike.
  [21, { taxable: 19, cgst: 1, sgst: 1, igst: 0 }],
  [20, { taxable: 20, cgst: 0, sgst: 0, igst: 0 }],
  [0, { taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
])('parts %i paise within the state', (total, parts) => {
  expect(taxed(total, within)).toEqual({ ...parts, total })
})

it.each([
  [105_00, { taxable: 100_00, igst: 5_00 }],
  [850_00, { taxable: 809_52, igst: 40_48 }],
  [10, { taxable: 10, igst: 0 }],
  [11, { taxable: 10, igst: 1 }],
])('parts %i paise beyond the state', (total, parts) => {
  expect(taxed(total, beyond)).toEqual({ ...parts, cgst: 0, sgst: 0, total })
})

it('has a higher rate within the same price, and none', () => {
  // ₹118 with 18 %: 118 × 9 / 118 = 9 each.
  expect(taxed(118_00, { ...within, gstPercent: 18 })).toEqual({
    taxable: 100_00,
    cgst: 9_00,
    sgst: 9_00,
    igst: 0,
    total: 118_00,
  })
  expect(taxed(850_00, { ...within, gstPercent: 0 })).toMatchObject({ taxable: 850_00, cgst: 0 })
})

const amount = fc.integer({ min: 0, max: 2_147_483_647 })

it('loses no paisa, and takes 5 % of what is taxed to within a paisa', () => {
  fc.assert(
    fc.property(amount, fc.boolean(), (total, interstate) => {
      const { taxable, cgst, sgst, igst } = taxed(total, { interstate, gstPercent: 5 })
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
      const sum = sumTaxed(totals.map((total) => taxed(total, { interstate, gstPercent: 5 })))
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
