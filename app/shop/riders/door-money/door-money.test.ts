import { expect, it } from 'vitest'
import {
  doorMoneyAfter,
  doorMoneyChanges,
  doorMoneyState,
  doorMoneyStates,
  dueChangeText,
  maySettle,
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
    'due takeMore over',
    'due settle taken',
    'due waive waived',
    'short settle taken',
    'short waive waived',
    'over settle taken',
  ])
})

it.each([
  ['due', 'out_for_delivery', false],
  ['due', 'delivered', true],
  ['due', 'collected', true],
  ['short', 'delivered', true],
  ['taken', 'delivered', false],
] as const)('what is %s is settled while an order is %s: %s', (state, fulfilment, may) => {
  expect(maySettle(state, fulfilment)).toBe(may)
})

it.each([
  ['nothing was ever due', [0, 0, 0, null], null],
  ['it waits', [900, 0, 0, null], 'due'],
  ['a later price waits', [900, 500, 0, null], 'due'],
  ['all of it is waived', [0, 900, 0, null], 'waived'],
  ['all of it is taken', [900, 0, 900, 900], 'taken'],
  ['after a part was waived', [800, 100, 800, 800], 'taken'],
  ['less is taken', [900, 0, 850, 900], 'short'],
  ['whose rest is waived', [850, 50, 850, 900], 'waived'],
  ['more is taken', [800, 100, 900, 800], 'over'],
] as const)('%s', (_, [duePaise, waivedPaise, takenPaise, dueAtDoorPaise], state) => {
  expect(doorMoneyState({ duePaise, waivedPaise, takenPaise, dueAtDoorPaise })).toBe(state)
})

it.each([
  [1000, ''],
  [950, 'Only ₹950 is due now. If you took more, enter what you took: we give the rest back.'],
  [0, 'Nothing is due any more. Please give back what you took, and open this form again.'],
])('who asked for ₹1,000 reads when ₹%i is due', (due, text) => {
  expect(dueChangeText({ asked: 1000, due })).toBe(text)
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
