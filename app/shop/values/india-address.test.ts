import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { optionalMobileSchema, requiredMobileSchema } from './india-address.schema.ts'
import {
  addressText,
  hasStreet,
  indianMobilePattern,
  joinAddress,
  mobilePattern,
  pincodePattern,
  splitAddress,
  tidyMobile,
} from './india-address.ts'

const pincodes = fc.integer({ min: 100_000, max: 999_999 }).map(String)
const words = fc.string().map((text) => text.trim())
const cities = words.filter((text) => !text.includes(','))

test.each(['110001', '400050', '999999', '100000'])('%s is a pincode', (pincode) => {
  expect(pincodePattern.test(pincode)).toBe(true)
})

test.each(['', '012345', '40005', '4000500', '4000 50', '40005a', '400050\n', '४०००५०'])(
  '%j is no pincode',
  (pincode) => {
    expect(pincodePattern.test(pincode)).toBe(false)
  },
)

test.each([
  ['9876543210', true],
  ['0000000000', true],
  ['987654321', false],
  ['98765432101', false],
  ['+919876543', false],
  ['98765 4321', false],
  ['', false],
])('whether %j is a mobile number: %s', (mobile, is) => {
  expect(mobilePattern.test(mobile)).toBe(is)
})

test.each([
  ...['9876543210', '+91 98765 43210', '+91-9876543210', '09876543210', '00919876543210'],
  ...['919876543210', ' (98765) 432.10 ', '९८७६५४३२१०', '+९१ 98765 43210', '+9109876543210'],
])('%j is the mobile number 9876543210', (typed) => {
  expect(tidyMobile(typed)).toBe('9876543210')
})

test.each([
  ...['', '5876543210', '0000000000', '987654321', '98765432101', '98765abc10', '+1 9876543210'],
  ...['+44 9876543210', '98765/43210', '9876543210\u0000', '+919876543210;ext=1'],
])('%j cannot be called', (typed) => {
  expect(indianMobilePattern.test(tidyMobile(typed))).toBe(false)
})

test('a number that begins with the country code’s digits stays whole', () => {
  expect(tidyMobile('9198765432')).toBe('9198765432')
})

test('an address is joined without its street, and says so', () => {
  const line = joinAddress({ address: '', pincode: '560001', city: 'Bengaluru' })
  expect([line, hasStreet(line)]).toEqual([',560001,Bengaluru', false])
  expect(hasStreet('12 Hill Road,400050,Mumbai')).toBe(true)
  expect(hasStreet('The shop, Church Street')).toBe(true)
})

test('address, pincode and city are joined by commas, without the spaces around them', () => {
  expect(joinAddress({ address: ' 12, Hill Road ', pincode: '400050', city: 'Mumbai ' })).toBe(
    '12, Hill Road,400050,Mumbai',
  )
})

test.each([
  ['12, Hill Road,400050,Mumbai', { address: '12, Hill Road', pincode: '400050', city: 'Mumbai' }],
  [
    'Flat 3\nMG Road,560001,Bengaluru',
    { address: 'Flat 3\nMG Road', pincode: '560001', city: 'Bengaluru' },
  ],
  [
    'Box,123456,Hill Road,400050,Mumbai',
    { address: 'Box,123456,Hill Road', pincode: '400050', city: 'Mumbai' },
  ],
  [
    'Hill Road,400050,Mumbai, Maharashtra',
    { address: 'Hill Road', pincode: '400050', city: 'Mumbai, Maharashtra' },
  ],
])('%j is parted again', (line, parts) => {
  expect(splitAddress(line)).toEqual(parts)
})

test.each(['', 'Mumbai', '12 Hill Road, Mumbai', 'Hill Road,012345,Mumbai', 'Hill Road,400050'])(
  '%j has no pincode to part it at',
  (line) => {
    expect(splitAddress(line)).toBeNull()
  },
)

test('what was joined is parted into the same', () => {
  fc.assert(
    fc.property(words, pincodes, cities, (address, pincode, city) => {
      const parts = { address, pincode, city }
      expect(splitAddress(joinAddress(parts))).toEqual(parts)
    }),
  )
})

test.each([
  ['+91 98765-43210', true, true],
  ['', false, true],
  ['5876543210', false, false],
])('%j is a mobile: %j where one is needed, %j where none will do', (typed, required, optional) => {
  expect(requiredMobileSchema.safeParse(typed).success).toBe(required)
  expect(optionalMobileSchema.safeParse(typed).success).toBe(optional)
})

it.each([
  ['12 Hill Road,400050,Mumbai', '12 Hill Road, 400050, Mumbai'],
  [',400050,Mumbai', '400050, Mumbai'],
])('writes %s as %s', (line, text) => {
  expect(addressText(line)).toBe(text)
})
