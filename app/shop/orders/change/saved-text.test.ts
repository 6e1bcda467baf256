import { expect, it } from 'vitest'
import { savedNote, savedText } from './saved-text.ts'

it.each([
  ['nothing at the same price', 900, 0, 0, '', ''],
  ['the difference', 900, 0, 19_900, '₹199 will be refunded, the way you paid.', 'refund ₹199'],
  ['what is left', 900, 850, 19_900, '₹50 will be refunded, the way you paid.', 'refund ₹50'],
  ['nothing of what came back already', 900, 900, 19_900, '', ''],
  ['cash that is not yet paid', 0, 0, 19_900, 'You pay ₹199 less in cash.', '₹199 less in cash'],
])('gives back %s', (_, paidByCard, refunded, lessPaise, text, note) => {
  expect(savedText({ paidByCard, refunded }, lessPaise)).toBe(text)
  expect(savedNote({ paidByCard, refunded }, lessPaise)).toBe(note)
})
