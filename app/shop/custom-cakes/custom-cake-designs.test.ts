import { expect, it } from 'vitest'
import { writeDrawnWords } from './use-custom-cake-form.ts'

it.each([
  ['an empty text', '', '', 'Round', 'Drawn design: Round'],
  ['words of the customer', 'For Asha', '', 'Round', 'For Asha\nDrawn design: Round'],
  [
    'an earlier design',
    'For Asha\nDrawn design: Round',
    'Round',
    'Heart',
    'For Asha\nDrawn design: Heart',
  ],
  ['a design that was taken out', 'For Asha\nDrawn design: Round', 'Round', '', 'For Asha'],
  [
    'a design whose words were changed',
    'Drawn design: Rounder',
    'Round',
    '',
    'Drawn design: Rounder',
  ],
])('the words of a drawn design are written into %s', (_, detail, before, now, written) => {
  expect(writeDrawnWords(detail, before, now)).toBe(written)
})
