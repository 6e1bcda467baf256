import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tidyEntry, tidySearch } from './typed-entry.ts'
import { tidyLine, tidyLines } from './typed-text.ts'

const doors = [tidyEntry, tidyLine, tidyLines]

it.each([
  ['direction marks', 'Asha\u202a\u202c\u200e\u200f\u202e\u2066\u2069\u061c', 'Asha'],
  ['signs without width', 'As\u200bh\u2060a\ufeff\u00ad \u180e\u034f\u3164Rao', 'Asha Rao'],
  ['controls', 'A\u0000s\u0007h\u001b[31ma', 'Ash[31ma'],
  ['half a letter', 'Asha \ud83c', 'Asha'],
  ['tags', 'Asha\u{e0041}\u{e0042}', 'Asha'],
  ['odd spaces', '\u2003 Asha\u00a0\u2009\t\u2800\u3000Rao ', 'Asha Rao'],
  ['letters and marks apart', 'Rene\u0301e', 'Renée'],
  ['what parts a letter from its mark', 'Rene\u200b\u0301e', 'Renée'],
  ['joiners that join nothing', 'A\u200ds\u200cha\u200d 1\ufe0f2', 'Asha 12'],
  ['a second joiner', 'क्\u200d\u200dष', 'क्\u200dष'],
  ['joiners behind a word', 'आशा\u200c राव\u200d', 'आशा राव'],
])('what cannot be seen goes: %s', (_, typed, text) => {
  expect(doors.map((tidy) => tidy(typed))).toEqual([text, text, text])
})

it.each([
  ...['क्\u200dष', 'श्री\u200cमान', 'അവന്\u200d', 'র\u200d্যা', 'ක්\u200dෂ', 'بی\u200cبی'],
  ...['👨‍👩‍👧', '❤️', '❤️‍🔥', '👩🏽‍⚕️', '🏳️‍🌈', '🇮🇳', '1️⃣', 'ﷺ'.normalize('NFKC')],
  ...['李小龍', 'محمد علی', 'आशा राव', 'எம்.ஜி.ஆர்', "D'Souza", 'O’Brien', '<b>Asha</b> & Co'],
])('what shapes a letter or an emoji stays: %s', (text) =>
  expect(doors.map((tidy) => tidy(text))).toEqual([text, text, text]),
)

it.each([
  ['Dear Asha,\r\n \r\n\r\n\r\nhappy birthday \n Ravi', 'Dear Asha,\n\nhappy birthday\nRavi'],
  ['a\u2028b\u0085c\vd \u200b \n', 'a\nb\nc\nd'],
])('a text keeps its lines: %j', (typed, text) => {
  expect(tidyLines(typed)).toBe(text)
  expect([tidyLine(typed), tidyEntry(typed)]).toEqual(Array(2).fill(text.replace(/\n+/g, ' ')))
})

describe('an entry is in plain signs; what is piped stays as it was typed', () => {
  it.each([
    ['९८७६५ ४३२१०', '98765 43210'],
    ['௧௨௩ ১২৩ ۱۲۳ ١٢٣ ൧൨൩', '123 123 123 123 123'],
    ['１２３＠ａ．ｉｎ', '123@a.in'],
    ['98765‑43210', '98765-43210'],
    ['a‐b‒c–d—e―f−g﹘h－i', 'a-b-c-d-e-f-g-h-i'],
    ['ﬁne №5 𝐀sha', 'fine No5 Asha'],
    ['12½ Hill Road, D´Souza House', "12 1/2 Hill Road, D'Souza House"],
  ])('%s', (typed, entry) => {
    expect(tidyEntry(typed)).toBe(entry)
    expect(tidyLine(typed)).toBe(typed)
  })

  it('with every digit that there is', () => {
    const all = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code))
    const digits = all.filter((sign) => /\p{Nd}/u.test(sign)).join('')
    expect(tidyEntry(digits)).toBe('0123456789'.repeat(digits.match(/\p{Nd}{10}/gu)?.length ?? 0))
  })
})

it('a heap of marks is not cut: whoever takes it says that it is too long', () => {
  const heap = 'a'.concat('\u0315\u0300'.repeat(50))
  expect(doors.map((tidy) => tidy(heap))).toEqual([heap, heap, heap])
})

it('is the same when it is tidied again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const tidy of [...doors, tidySearch]) expect(tidy(tidy(text))).toBe(tidy(text))
    }),
  )
})

it.each([
  [null, ''],
  [' \u200emango  cake\u0000 ', 'mango cake'],
  ['केक १kg', 'केक 1kg'],
  ['🎂'.repeat(150), '🎂'.repeat(100)],
])('searches for %j as %j', (typed, text) => expect(tidySearch(typed)).toBe(text))
