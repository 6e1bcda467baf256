import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { cleanUserText, EmailText } from './user-text.tsx'

it.each([
  ['Asha Rao', 'Asha Rao'],
  ['  Asha\r\nBcc: all@example.in ', 'Asha Bcc: all@\u200cexample.\u200cin'],
  ['आशा', 'आशा'],
  ['அனு 🎂', 'அனு 🎂'],
  ['\u202egnirps\u202c', 'gnirps'],
  ['\u2067Asha\u2069', 'Asha'],
  ['عائشة', '\u2068عائشة\u2069'],
  ['\u202eעדנה 2', '\u2068עדנה 2\u2069'],
  ['', ''],
])('%j reads %j', (words, line) => {
  expect(cleanUserText(words)).toBe(line)
})

it('whatever is written leaves the line balanced and unbroken', () => {
  const pieces = fc.constantFrom('a', 'ש', 'ع', '\u202e', '\u2067', '\u2068', '\u2069', '\n', ' ')
  fc.assert(
    fc.property(fc.array(pieces), (written) => {
      expect(cleanUserText(written.join(''))).toMatch(
        /^[^\u202a-\u202e\u2066-\u2069\n]*$|^\u2068[^\u202a-\u202e\u2066-\u2069\n]+\u2069$/,
      )
    }),
  )
})

it.each([
  ['asha@example.in', 'asha<wbr/>@example.in'],
  ['Deleted account', 'Deleted account'],
])('%s is shown as %s', (email, html) => {
  expect(renderToStaticMarkup(EmailText({ email }))).toContain(`>${html}</span>`)
})
