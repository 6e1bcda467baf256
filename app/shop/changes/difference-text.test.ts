import { expect, it } from 'vitest'
import { differenceText } from './order-draft.ts'

it.each([
  ['nothing at the same price', 900_00, 0, 0, 0, ''],
  ['the difference', 900_00, 0, 0, -199_00, '₹199 will be refunded, the way you paid.'],
  ['what is left', 900_00, 850_00, 0, -199_00, '₹50 will be refunded, the way you paid.'],
  ['nothing of what came back already', 900_00, 900_00, 0, -199_00, ''],
  ['less of what is due', 0, 0, 900_00, -199_00, 'You pay ₹199 less in cash.'],
  [
    'what is due first, then what was paid',
    900_00,
    0,
    150_00,
    -199_00,
    'You pay ₹150 less in cash. ₹49 will be refunded, the way you paid.',
  ],
  ['nothing of a dearer time', 900_00, 0, 0, 100_00, 'This time costs ₹100 more.'],
])('gives back %s', (_, paidOnlinePaise, refundedPaise, duePaise, morePaise, text) => {
  const amounts = { paidOnlinePaise, refundedPaise, duePaise }
  expect(differenceText(amounts, morePaise)).toBe(text)
})
