import { expect, it } from 'vitest'
import { moneyErrors } from './money-fields.tsx'

const asked = { asked: 1000, due: 950 }

it.each([
  ['1000', '', {}],
  ['950', '', {}],
  ['1000.50', '', { amount: 'Only ₹1,000 is due.' }],
  ['900', '', { reason: 'Please say why it is less.' }],
  ['900', 'No change', {}],
])('of ₹1,000 that became ₹950, ₹%s with the reason “%s” is checked', (amount, reason, errors) => {
  expect(moneyErrors({ method: 'cash', reference: '', amount, reason }, asked)).toEqual(errors)
})
