import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasUtgst, indiaStates, stateNamed, stateOfCode, stateOfPincode } from './india-states.ts'

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

it('has 28 states and 8 union territories, of which five have no legislature', () => {
  expect(new Set(indiaStates.map(({ code }) => code)).size).toBe(36)
  expect(indiaStates.filter(({ code }) => hasUtgst(code)).map(({ name }) => name)).toEqual([
    'Chandigarh',
    'Dadra and Nagar Haveli and Daman and Diu',
    'Lakshadweep',
    'Andaman and Nicobar Islands',
    'Ladakh',
  ])
})

it.each([
  ['Karnataka', '29'],
  [' tamil nadu ', '33'],
  ['07', '07'],
])('"%s" names %s', (text, code) => {
  expect(stateNamed(text)).toEqual(stateOfCode(code))
})

it.each(['New Delhi', 'Tamilnadu', '', '99'])('"%s" names none', (text) => {
  expect(stateNamed(text)).toBeNull()
})
