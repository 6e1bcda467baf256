import { expect, it } from 'vitest'
import type { Order } from '../order.ts'
import {
  doorMoneyAfter,
  doorMoneyStates,
  doorPaymentText,
  doorStanding,
  dueChangeText,
  maySettle,
  upiLink,
  upiReferencePattern,
} from './door-money.ts'

it('money at a door changes so, and not otherwise', () => {
  const all = doorMoneyStates.flatMap((from) =>
    (['settle', 'waive'] as const).flatMap((change) => {
      const to = doorMoneyAfter(from, change)
      return to ? [`${from} ${change} ${to}`] : []
    }),
  )
  expect(all).toEqual([
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

/** An order in cash: what it costs, what was waived of it before its handover or since, and what was taken. */
function orderOf(charged: number, waived: number, taken: number | null, since = 0): Order {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))
  const charge = (paise: number, cause: string, minute: number) =>
    paise === 0 ? [] : [{ line: 'delivery', itemId: null, paise, cause, createdAt: at(minute) }]
  const payment = { method: 'cash', cause: 'door', status: 'succeeded', createdAt: at(2) }
  return {
    paymentMethod: 'cash',
    items: [],
    charges: [
      ...charge(charged, 'placed', 0),
      ...charge(-waived, 'waived', 1),
      ...charge(-since, 'waived', 3),
    ],
    payments: taken === null ? [] : [{ ...payment, paise: taken }],
  } as unknown as Order
}

it.each([
  ['nothing was ever due', orderOf(0, 0, null), null],
  ['it waits', orderOf(900, 0, null), 'due'],
  ['a part of it is waived', orderOf(900, 500, null), 'due'],
  ['all of it is waived', orderOf(900, 900, null), 'waived'],
  ['all of it is taken', orderOf(900, 0, 900), 'taken'],
  ['after a part was waived', orderOf(900, 100, 800), 'taken'],
  ['less is taken', orderOf(900, 0, 850), 'short'],
  ['whose rest is waived', orderOf(900, 0, 850, 50), 'waived'],
  ['more is taken', orderOf(900, 100, 900), 'over'],
])('%s', (_, order, state) => {
  expect(doorStanding(order).state).toBe(state)
})

it.each([
  [{ by: 'rider Ravi' }, '₹900 in cash to Ravi'],
  [{ by: 'rider' }, '₹900 in cash to our rider'],
  [{ by: 'rider Ravi', method: 'upi' }, '₹900 by UPI to the shop'],
  [{ by: 'counter@example.in' }, '₹900 in cash to the shop'],
  [{ by: 'Deleted account' }, '₹900 in cash to the shop'],
  [{ by: 'owner@example.in', paise: -6000 }, '₹60 in cash back to you'],
  [{ method: 'provider' }, ''],
])('a customer reads of a payment %o: %s', (payment, text) => {
  const payments = [{ method: 'cash', paise: 90_000, ...payment }]
  expect(doorPaymentText({ payments } as unknown as Order)).toBe(text)
})

it.each([
  [1000, ''],
  [1050, '₹1,050 is due now.'],
  [950, 'Only ₹950 is due now. If you took more, please give the rest back.'],
  [0, 'Nothing is due any more. Please give back what you took.'],
])('a rider who was asked for ₹1,000 reads when ₹%i is due', (due, text) => {
  expect(dueChangeText({ before: 1000, due })).toBe(text)
})

it('a UPI link names payee, amount and order', () => {
  const payment = { upiId: 'ovenly@okbank', shopName: 'Cakes & Co', orderNumber: 1042 }
  expect(upiLink({ ...payment, amountPaise: 155_005 })).toBe(
    'upi://pay?pa=ovenly%40okbank&pn=Cakes%20%26%20Co&am=1550.05&cu=INR&tn=Order%201042',
  )
})

it('there is no UPI link to the sample’s id, which may be a stranger’s', () => {
  const payment = { upiId: 'cakewala@upi', shopName: 'Cakewala', orderNumber: 1042 }
  expect(upiLink({ ...payment, amountPaise: 155_005 })).toBe('')
})

it.each(['', '12345678901', '1234567890123', '12345678901a'])('%s is no reference', (text) => {
  expect(upiReferencePattern.test(text)).toBe(false)
})
