import { expect, it } from 'vitest'
import { minimumError } from './minimum-order.ts'

const zone = { name: 'Hebbal', minimumPaise: 50_000 }

it.each([
  [49_999, false, 'We deliver to Hebbal from ₹500. Please add ₹0.01 more.'],
  [38_000, false, 'We deliver to Hebbal from ₹500. Please add ₹120 more.'],
  [50_000, false, null],
  [90_000, false, null],
  [0, true, null],
])('an order of %d paise, with a customised cake: %s', (subtotal, hasCustom, sentence) => {
  expect(minimumError(zone, { subtotal, hasCustom })).toBe(sentence)
})

it('a zone without a minimum delivers anything', () => {
  const open = { ...zone, minimumPaise: 0 }
  expect(minimumError(open, { subtotal: 0, hasCustom: false })).toBeNull()
})
