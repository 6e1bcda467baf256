import { expect, it } from 'vitest'
import {
  doorMoneyAfter,
  doorMoneyChanges,
  doorMoneyStates,
  upiLink,
  upiReferencePattern,
} from './door-money.ts'

it('money at a door changes so, and not otherwise', () => {
  const all = doorMoneyStates.flatMap((from) =>
    doorMoneyChanges.flatMap((change) => {
      const to = doorMoneyAfter(from, change)
      return to ? [`${from} ${change} ${to}`] : []
    }),
  )
  expect(all).toEqual([
    'due take taken',
    'due takeLess short',
    'due waive waived',
    'short waive waived',
  ])
})

it('a UPI link names payee, amount and order', () => {
  const payment = { upiId: 'cakewala@upi', shopName: 'Cakes & Co', orderNumber: 1042 }
  expect(upiLink({ ...payment, amountPaise: 155_005 })).toBe(
    'upi://pay?pa=cakewala%40upi&pn=Cakes%20%26%20Co&am=1550.05&cu=INR&tn=Order%201042',
  )
})

it.each(['', '12345678901', '1234567890123', '12345678901a'])('%s is no reference', (text) => {
  expect(upiReferencePattern.test(text)).toBe(false)
})
