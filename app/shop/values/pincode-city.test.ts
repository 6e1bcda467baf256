import { expect, test } from 'vitest'
import { cityOfPincode } from './pincode-city.ts'

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
