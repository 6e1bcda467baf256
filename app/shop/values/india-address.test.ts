import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  addressText,
  hasStreet,
  joinAddress,
  pincodePattern,
  splitAddress,
  tidyAddress,
  tidyPincode,
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
  ['400 050', '400050'],
  ['५६०००१', '560001'],
  ['５６０-００１', '560001'],
  ['\u202a560\u2011001\u200b ', '560001'],
  ['56000a', '56000a'],
])('%j is the pincode %s', (typed, pincode) => expect(tidyPincode(typed)).toBe(pincode))

test.each([
  [' 12, Hill Road,\n\n  Bandra ', '12, Hill Road, Bandra'],
  ['Flat\u00a03\r\nMG Road\n,\n2nd Cross', 'Flat 3, MG Road, 2nd Cross'],
  ['मकान १२\u2212बी\u200b, गांधी रोड', 'मकान 12-बी, गांधी रोड'],
  [',560001,Bengaluru', ',560001,Bengaluru'],
])('%j is the address %s', (typed, address) => expect(tidyAddress(typed)).toBe(address))

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

it.each([
  ['12 Hill Road,400050,Mumbai', '12 Hill Road, 400050, Mumbai'],
  [',400050,Mumbai', '400050, Mumbai'],
])('writes %s as %s', (line, text) => {
  expect(addressText(line)).toBe(text)
})
