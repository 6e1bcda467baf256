import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, placeOfSupply, stateOfPincode, sumTaxed, taxed } from './tax.ts'

it.each([
  ['110001', '07', 'Delhi'],
  ['122001', '06', 'Haryana'],
  ['134109', '06', 'Haryana'],
  ['141001', '03', 'Punjab'],
  ['160017', '04', 'Chandigarh'],
  ['160055', '03', 'Punjab'],
  ['171001', '02', 'Himachal Pradesh'],
  ['190001', '01', 'Jammu and Kashmir'],
  ['194101', '38', 'Ladakh'],
  ['201301', '09', 'Uttar Pradesh'],
  ['244713', '05', 'Uttarakhand'],
  ['244001', '09', 'Uttar Pradesh'],
  ['246001', '05', 'Uttarakhand'],
  ['246701', '09', 'Uttar Pradesh'],
  ['247667', '05', 'Uttarakhand'],
  ['247001', '09', 'Uttar Pradesh'],
  ['248001', '05', 'Uttarakhand'],
  ['262001', '09', 'Uttar Pradesh'],
  ['262501', '05', 'Uttarakhand'],
  ['302001', '08', 'Rajasthan'],
  ['380001', '24', 'Gujarat'],
  ['362520', '26', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['400050', '27', 'Maharashtra'],
  ['403001', '30', 'Goa'],
  ['462001', '23', 'Madhya Pradesh'],
  ['492001', '22', 'Chhattisgarh'],
  ['500001', '36', 'Telangana'],
  ['520001', '37', 'Andhra Pradesh'],
  ['533464', '34', 'Puducherry'],
  ['560001', '29', 'Karnataka'],
  ['590001', '29', 'Karnataka'],
  ['600001', '33', 'Tamil Nadu'],
  ['605001', '34', 'Puducherry'],
  ['605602', '33', 'Tamil Nadu'],
  ['673310', '34', 'Puducherry'],
  ['682001', '32', 'Kerala'],
  ['682555', '31', 'Lakshadweep'],
  ['700001', '19', 'West Bengal'],
  ['737101', '11', 'Sikkim'],
  ['744101', '35', 'Andaman and Nicobar Islands'],
  ['751001', '21', 'Odisha'],
  ['781001', '18', 'Assam'],
  ['791111', '12', 'Arunachal Pradesh'],
  ['793001', '17', 'Meghalaya'],
  ['795001', '14', 'Manipur'],
  ['796001', '15', 'Mizoram'],
  ['797001', '13', 'Nagaland'],
  ['799001', '16', 'Tripura'],
  ['800001', '10', 'Bihar'],
  ['834001', '20', 'Jharkhand'],
  ['848101', '10', 'Bihar'],
])('%s lies in state %s, %s', (pincode, code, name) => {
  expect(stateOfPincode(pincode)).toEqual({ code, name })
})

it.each(['900001', '990000', '290001', '', '5', 'x'])('"%s" lies in none', (pincode) => {
  expect(stateOfPincode(pincode)).toBeNull()
})

it('knows a state for what begins with 11 to 85, but for beginnings that are not in use', () => {
  const unused = /^(29|35|54|55|65|66)/
  fc.assert(
    fc.property(fc.integer({ min: 110_000, max: 859_999 }), (number) => {
      const pincode = String(number)
      expect(stateOfPincode(pincode) === null).toBe(unused.test(pincode))
    }),
  )
})

describe('the place of supply', () => {
  const shop = { state: 'Karnataka', gstin: '29ABCDE1234F1Z5' }

  it.each([
    ['12 Church Street,560001,Bengaluru', { code: '29', name: 'Karnataka', interstate: false }],
    ['12 Hill Road,400050,Mumbai', { code: '27', name: 'Maharashtra', interstate: true }],
    // The last pincode is the address's own.
    ['Flat 4,560001,12 Hill Road,400050,Mumbai', { name: 'Maharashtra', interstate: true }],
    ['c/o 56 APO,900056,APO', { code: '29', name: 'Karnataka', interstate: false }],
    ['no pincode here', { code: '29', name: 'Karnataka', interstate: false }],
    ['', { code: '29', name: 'Karnataka', interstate: false }],
  ])('of "%s"', (address, place) => {
    expect(placeOfSupply(address, shop)).toMatchObject(place)
  })

  it('of what is picked up is the shop’s state', () => {
    expect(placeOfSupply(null, shop)).toEqual({ code: '29', name: 'Karnataka', interstate: false })
  })

  it('knows its own state in any case', () => {
    expect(placeOfSupply('1 MG Road,560001,B', { ...shop, state: 'KARNATAKA' }).interstate).toBe(
      false,
    )
  })
})

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
