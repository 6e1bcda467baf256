import { expect, it } from 'vitest'
import { moneyErrors, sentMoney, type TypedMoney } from './typed-money.ts'

const typed = { method: 'cash' as const, reference: '', amount: '1000', reason: '' }

it.each([
  ['1000', '', {}],
  ['₹ 1,000', '', {}],
  ['1000.50', '', { amount: 'Only ₹1,000 is due.' }],
  ['900', '', { reason: 'Please say why it is less.' }],
  ['900', 'No change', {}],
  ['', '', { amount: 'Please enter the amount as a number, like 450.' }],
])('of ₹1,000, ₹%s with the reason “%s” is checked', (amount, reason, errors) => {
  expect(moneyErrors(sentMoney({ ...typed, amount, reason }, 1000), 1000)).toEqual(errors)
})

it('is sent with its reason only where it is less, and its reference only by UPI', () => {
  const all = { ...typed, reference: ' 123456789012 ', reason: ' No change ' }
  const read = (part: Partial<TypedMoney>) => sentMoney({ ...all, ...part }, 1000)
  expect(read({})).toEqual({ method: 'cash', amount: 1000 })
  expect(read({ amount: '900' })).toEqual({ method: 'cash', amount: 900, reason: 'No change' })
  expect(read({ amount: 'Rs. 1,000' })).toEqual({ method: 'cash', amount: 1000 })
  const byUpi = { method: 'upi', amount: 1000, reference: '123456789012' }
  expect(read({ method: 'upi', amount: '1000' })).toEqual(byUpi)
  const short = read({ method: 'upi', reference: '12' })
  expect(moneyErrors(short, 1000)).toEqual({ reference: 'The reference has 12 digits.' })
})
