import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxNameLength, nameError, normaliseName } from './name-on-cake.ts'

describe('a name as it is piped', () => {
  test.each([
    ['spaces', '  Happy \t\n Birthday\u00a0Asha ', 'Happy Birthday Asha'],
    ['what turns the direction', 'Asha\u202eedoc\u2066\u200f', 'Ashaedoc'],
    ['what is not seen, between spaces', 'Asha \u200b\u2060\u00ad\ufeff Rao', 'Asha Rao'],
    ['controls', 'A\u0000s\u0007ha', 'Asha'],
    ['joiners that join nothing', 'A\u200ds\u200cha', 'Asha'],
    ['a joiner behind another', 'क्\u200d\u200cष\u200d\u200d', 'क्\u200dष'],
    ['joiners in Hindi', 'क्\u200dष', 'क्\u200dष'],
    ['letters and marks apart', 'Rene\u0301e', 'Renée'],
    ['markup', '<b>Asha</b> & Co', '<b>Asha</b> & Co'],
  ])('%s', (_, typed, name) => expect(normaliseName(typed)).toBe(name))

  test('is the same when tidied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normaliseName(normaliseName(text))).toBe(normaliseName(text))
      }),
    )
  })
})

describe('a name that is rejected', () => {
  test.each([
    ['Asha 🎂', 'We can’t pipe emoji. Please remove 🎂'],
    ['👨‍👩‍👧 ❤️ 👍🏽 ok', 'We can’t pipe emoji. Please remove 👨 👩 👧'],
    ['🇮🇳', 'We can’t pipe emoji. Please remove 🇮🇳'],
    [`a${'\u0335'.repeat(9)}`, 'Please use fewer marks on one letter'],
    ['x'.repeat(maxNameLength + 1), 'A name can have 60 letters'],
    ['श्री'.repeat(maxNameLength + 1), 'A name can have 60 letters'],
    ['x'.repeat(300_000), 'A name can have 60 letters'],
    ['Allergic to nuts', 'An allergy is for the baker to read, so we don’t pipe it'],
    ['दूध से एलर्जी', 'An allergy is for the baker to read, so we don’t pipe it'],
  ])('%j: %s', (name, reason) => expect(nameError(name)).toBe(reason))

  test.each([
    '',
    'x'.repeat(maxNameLength),
    ` ${'x'.repeat(maxNameLength)} `,
    'श्री'.repeat(maxNameLength),
    'Team Allergan',
    'जन्मदिन की हार्दिक शुभकामनाएँ',
    'பிறந்தநாள் வாழ்த்துக்கள்',
    'سالگرہ مبارک',
    'Ravi & Asha © 1999 #1 *',
  ])('but not %j', (name) => expect(nameError(name)).toBeNull())
})
