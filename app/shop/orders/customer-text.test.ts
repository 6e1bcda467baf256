import { expect, it } from 'vitest'
import { addressText, firstNameOf } from './customer-text.ts'

it.each([
  ['Asha Rao', 'Asha'],
  ['  Ravi   Kumar Singh', 'Ravi'],
  ['Asha', 'Asha'],
  ['', ''],
])('calls "%s" %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})

it.each([
  ['12 Hill Road,400050,Mumbai', '12 Hill Road, 400050, Mumbai'],
  [',400050,Mumbai', '400050, Mumbai'],
])('writes %s as %s', (line, text) => {
  expect(addressText(line)).toBe(text)
})
