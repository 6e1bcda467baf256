import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addressDoubt } from './address-doubt.ts'
import { isNoStreet } from './india-address.schema.ts'
import {
  addressText,
  hasStreet,
  joinAddress,
  pincodePattern,
  pincodesOfRange,
  splitAddress,
  tidyAddress,
  tidyPincode,
} from './india-address.ts'
import { cityOfPincode, followPincode, withPincode } from './pincode-city.ts'

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

describe('a rider cannot find', () => {
  it.each([
    ...[
      '-',
      '.',
      '--',
      '…',
      '#',
      'NA',
      'N/A',
      'n.a.',
      'nil',
      'None',
      'test',
      'xyz',
      'Home',
      'same as above',
    ],
    ...['560001', '560 001', '५६०००१', 'Pin 560001', 'Pincode: 560 001', '５６０００１'],
    ...[
      'Bengaluru',
      'bangalore',
      'New Delhi',
      'Bengaluru, Karnataka',
      'Mumbai 400053',
      'Tamil Nadu, India',
    ],
    ...['बेंगलुरु', 'मुंबई', 'नहीं', 'पता नहीं', 'दिल्ली ११०००१'],
  ])('%s', (street) => expect(isNoStreet(street)).toBe(true))

  it('the city of its own field, wherever it is', () => {
    expect(isNoStreet('Kolar', 'Kolar')).toBe(true)
    expect(isNoStreet('Kolar')).toBe(false)
  })
})

it.each([
  ...['#12, 3rd Cross, Opp. SBI', 'Sai Krupa', 'घर नं. 5', '12 Hill Road', '4 Lake', 'Agra Road'],
  ...[
    'Delhi Gate',
    'No. 5',
    'Flat 100234',
    '12',
    'शिव मंदिर के पास',
    'கோவில் தெரு 5',
    'Test Cricket Ground',
  ],
])('a rider may find: %s', (street) => expect(isNoStreet(street, 'Bengaluru')).toBe(false))

test.each([
  ['560034', 'Bengaluru'],
  ['400050', 'Mumbai'],
  ['400601', 'Thane'],
  ['400703', 'Navi Mumbai'],
  ['201301', 'Noida'],
  ['562110', ''],
  ['793001', ''],
  ['56', ''],
  ['', ''],
])('%j is in %j', (pincode, city) => {
  expect(cityOfPincode(pincode)).toBe(city)
})

test.each([
  ['Kolkata', 'Kolkata', '70', ''],
  ['', '', '560', 'Bengaluru'],
  ['Kolkata', 'Kolkata', '560001', 'Bengaluru'],
  ['Kolkata', 'Kolkata', '744101', ''],
  ['Howrah', 'Kolkata', '560001', 'Howrah'],
  ['Kolkata', '', '560001', 'Kolkata'],
])('%j, where the shop wrote %j, is with the pincode %s %j', (city, filled, pincode, next) => {
  expect(followPincode(city, filled, pincode)).toBe(next)
})

test.each([
  ['Mumbai', '400050', '५६० ००१', 'Bengaluru'],
  ['Panvel', '400050', '560001', 'Panvel'],
])('a place in %s with the pincode %s, changed to %s, is in %s', (city, before, pincode, next) => {
  const place = { address: '12 Hill Road', pincode: before, city }
  expect(withPincode(place, pincode)).toEqual({ address: place.address, pincode, city: next })
})

describe('an address that names another pincode', () => {
  it.each([
    ...['Flat 5, Sea View, Andheri West, Mumbai 400053', 'Andheri West 400 053', 'Mumbai-400053'],
    ...['अंधेरी, मुंबई ४०००५३', 'Andheri, Mumbai - 400 053.', 'Andheri (400053)', '5th Lane, 400-053'],
  ])('is asked about: %s', (street) => {
    expect(addressDoubt(street, '560001')).toEqual({
      text: 'The address says 400053, the pincode field 560001.',
      said: '400053',
    })
  })

  it.each([
    ...[
      '12 Hill Road',
      '12 Hill Road 560001',
      '12 Hill Road, 560 001',
      'Mumbai 400053, now 560001',
    ],
    ...[
      'Flat 100234, Hill Road',
      'Flat No. 400053, Hill Road',
      'Plot #400053, MG Road',
      'Site 560034',
    ],
    ...[
      'Call 9845400053, MG Road',
      'MG Road, 98454 00530',
      'MG Road, 080 400053',
      'MG Road 4000531',
    ],
    ...['MG Road, 998765', 'MG Road 0400053', 'घर नं. 5', 'Sai Krupa'],
  ])('is not: %s', (street) => expect(addressDoubt(street, '560001')).toBe(null))
})

it.each(['A', '12', 'Sai', 'x/1'])('an address as short as “%s” is asked about', (street) => {
  expect(addressDoubt(street, '560001')).toMatchObject({ said: null })
})

it.each([
  ['411001', '411001'],
  ['4110', '4110'],
  [
    '411001-411030',
    '411001 411002 411003 411004 411005 411006 411007 411008 411009 41101 41102 411030',
  ],
  ['411000-411999', '411'],
  ['411090-412000', '41109 4111 4112 4113 4114 4115 4116 4117 4118 4119 412000'],
  ['411030-411001', '411030-411001'],
  ['4110-4112', '4110-4112'],
])('the pincodes of %s are %s', (range, starts) => {
  expect(pincodesOfRange(range).join(' ')).toBe(starts)
})
