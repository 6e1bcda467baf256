import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tidyLine, tidyLines } from './gift-text.ts'

describe('a text for the card', () => {
  it.each([
    ['spaces', '  Happy \t Birthday\u00a0Asha ', 'Happy Birthday Asha'],
    [
      'lines',
      'Dear Asha,\r\n \r\n\r\n\r\nhappy birthday \n Ravi',
      'Dear Asha,\n\nhappy birthday\nRavi',
    ],
    ['what turns the direction', 'Asha\u202eedoc\u2066\u200f', 'Ashaedoc'],
    ['controls', 'A\u0000s\u0007ha\u001b[31m', 'Asha[31m'],
    ['half a letter', 'Asha \ud83c', 'Asha'],
    ['emoji', 'Love 👨‍👩‍👧 ❤️ 🇮🇳 👍🏽', 'Love 👨‍👩‍👧 ❤️ 🇮🇳 👍🏽'],
    ['joiners in Hindi', 'क्\u200dष', 'क्\u200dष'],
    ['letters and marks apart', 'Rene\u0301e', 'Renée'],
    ['markup', '<b>Asha</b> & Co', '<b>Asha</b> & Co'],
  ])('%s', (_, typed, text) => expect(tidyLines(typed)).toBe(text))
})

it('a note for the rider is one line', () => {
  expect(tidyLine('Second gate,\n\n ask for\u2028Meera')).toBe('Second gate, ask for Meera')
})

it('stays the same when it is tidied again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const tidy of [tidyLine, tidyLines]) expect(tidy(tidy(text))).toBe(tidy(text))
    }),
  )
})
