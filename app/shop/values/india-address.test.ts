import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinAddress, mobilePattern, pincodePattern, splitAddress } from './india-address.ts'

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
