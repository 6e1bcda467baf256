import { expect, test } from 'vitest'
import { cityOfPincode, followPincode, withPincode } from './pincode-city.ts'

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
