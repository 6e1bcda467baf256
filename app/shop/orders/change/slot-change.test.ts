import { expect, it } from 'vitest'
import { otherSlotError, savedText } from './slot-change.ts'

it.each([
  [{ morePaise: -100 }, null],
  [{ morePaise: 0 }, null],
  [{ morePaise: 0, isCashOrder: true }, null],
  [{ kind: 'midnight' as const }, null],
  [
    { kind: 'midnight' as const, isCashOrder: true },
    'Cash on delivery is not available at midnight.',
  ],
  [
    { morePaise: 19_900 },
    'This slot costs ₹199 more. For it, please cancel this order and order again.',
  ],
])('an order may have another slot: %o', (more, error) => {
  const slot = { morePaise: 0, kind: 'standard' as const, isCashOrder: false }
  expect(otherSlotError({ ...slot, ...more })).toBe(error)
})

it.each([
  ['nothing at the same price', 900, 0, 0, ''],
  ['the difference', 900, 0, 19_900, '₹199 will be refunded, the way you paid.'],
  ['what is left', 900, 850, 19_900, '₹50 will be refunded, the way you paid.'],
  ['nothing of what came back already', 900, 900, 19_900, ''],
  ['cash that is not yet paid', 0, 0, 19_900, 'You pay ₹199 less in cash.'],
])('gives back %s', (_, paidByCard, refunded, lessPaise, text) => {
  expect(savedText({ paidByCard, refunded }, lessPaise)).toBe(text)
})
