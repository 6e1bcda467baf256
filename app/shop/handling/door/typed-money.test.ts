import { expect, it } from 'vitest'
import { readMoney } from './typed-money.ts'

const typed = { method: 'cash' as const, reference: '', amount: '1000', reason: '' }

it.each([
  ['1000', '', {}],
  ['₹ 1,000', '', {}],
  ['1000.50', '', { amount: 'Only ₹1,000 is due.' }],
  ['900', '', { reason: 'Please say why it is less.' }],
  ['900', 'No change', {}],
  ['', '', { amount: 'Please enter the amount as a number, like 450.' }],
])('of ₹1,000, ₹%s with the reason “%s” is checked', (amount, reason, errors) => {
  expect(readMoney({ ...typed, amount, reason }, 1000).errors).toEqual(errors)
})

it('is sent with its reason only where it is less, and its reference only by UPI', () => {
  const all = { ...typed, reference: ' 123456789012 ', reason: ' No change ' }
  const read = (part: Partial<Parameters<typeof readMoney>[0]>) =>
    readMoney({ ...all, ...part }, 1000).money
  expect(read({})).toEqual({ method: 'cash', amount: 1000 })
  expect(read({ amount: '900' })).toEqual({ method: 'cash', amount: 900, reason: 'No change' })
  expect(read({ amount: 'Rs. 1,000' })).toEqual({ method: 'cash', amount: 1000 })
  const byUpi = { method: 'upi', amount: 1000, reference: '123456789012' }
  expect(read({ method: 'upi', amount: '1000' })).toEqual(byUpi)
  expect(read({ method: 'upi', reference: '12' })).toBe(null)
})
