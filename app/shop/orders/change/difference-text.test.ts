import { expect, it } from 'vitest'
import { differenceNote, differenceText } from './difference-text.ts'

it.each([
  ['nothing at the same price', 900_00, 0, 0, '', ''],
  ['the difference', 900_00, 0, -19_900, '₹199 will be refunded, the way you paid.', 'refund ₹199'],
  [
    'what is left',
    900_00,
    850_00,
    -19_900,
    '₹50 will be refunded, the way you paid.',
    'refund ₹50',
  ],
  ['nothing of what came back already', 900_00, 900_00, -19_900, '', ''],
  ['cash that is not yet paid', 0, 0, -19_900, 'You pay ₹199 less in cash.', '₹199 less in cash'],
  ['nothing of a dearer time', 900_00, 0, 10_000, 'This time costs ₹100 more.', '₹100 more'],
])('gives back %s', (_, paidOnlinePaise, refundedPaise, morePaise, text, note) => {
  expect(differenceText({ paidOnlinePaise, refundedPaise }, morePaise)).toBe(text)
  expect(differenceNote({ paidOnlinePaise, refundedPaise }, morePaise)).toBe(note)
})
