import { expect, it } from 'vitest'
import { hasAtMost, lettersOf } from './letters.ts'

it.each([
  ['Asha Rao', 8],
  ['Rene\u0301e', 5],
  ['क्षितिज', 3],
  ['शुभकामनाएँ', 6],
  ['பிறந்தநாள்', 6],
  ['👨‍👩‍👧 ❤️ 🇮🇳', 5],
])('%s has %i letters, as people see them', (text, letters) => {
  expect(lettersOf(text)).toHaveLength(letters)
  expect([letters - 1, letters].map((max) => hasAtMost(max)(text))).toEqual([false, true])
})

it.each([
  ['marks on one letter', `a${'\u0301'.repeat(100)}`],
  ['consonants that are joined', 'क्'.repeat(100)],
])('a text is not long without end by its %s', (_, text) => {
  expect(hasAtMost(10)(text)).toBe(false)
})
