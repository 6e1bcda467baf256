import { expect, it } from 'vitest'
import { firstNameOf } from './customer-text.ts'

it.each([
  ['Asha Rao', 'Asha'],
  ['  Ravi   Kumar Singh', 'Ravi'],
  ['Asha', 'Asha'],
  ['', ''],
])('calls "%s" %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
