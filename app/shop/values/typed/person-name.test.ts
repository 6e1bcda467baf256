import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstNameOf, greetedName, personNameSchema } from './typed.schema.ts'

const accepts = (name: string) => personNameSchema.safeParse(name).success

describe('a name', () => {
  it.each([
    ...['Asha Rao', 'A', 'K. R. Narayanan', 'K.R. Narayanan', 'K.R.Narayanan', 'S.P.Singh'],
    ...['S.K.De', 'J.R.D. Tata', 'Dr. Asha', 'Dr.Asha Rao', 'Smt.Lakshmi', 'Md.Salim', 'Asha Jr.'],
    ...['Rao, Asha', "D'Souza", 'Mary-Ann D’Souza', 'Ravi S/o Kumar', 'Asha & Ravi', 'Asha (Ammu)'],
    ...['Asha Rao 2', 'Café Mocha', 'Łukasz Żółć', 'Nguyễn Văn A', '李小龍', 'محمد علی'],
    ...['आशा राव', 'श्रीमती लक्ष्मी', 'के.आर.नारायणन', 'एस. पी. सिंह', 'எம்.ஜி.ராமச்சந்திரன்', 'ஆஷா ராவ்'],
    ...['ఆశా రావు', 'ಆಶಾ ರಾವ್', 'ആശ റാവു', 'আশা রাও', 'આશા રાવ', 'ਆਸ਼ਾ ਰਾਓ', 'ଆଶା ରାଓ', 'क्\u200dष'],
    ...['Mr./Mrs. Sharma', 'Mr. & Mrs. Rao', 'Dr./Mrs. Rao', 'Mr./Mrs.Sharma', 'R.K./S.K. Sharma'],
    ...['Asha/Ravi', 'Dr.Asha/Ravi', 'K.Ravi/Asha', 'M/s Sharma Sweets', 'C/O Rao', 'c/o: Rao'],
    ...['Raju @ Rajesh', 'Asha w/o Ravi', 'S. K. Rao (Bittu)', 'Asha \\ Ravi', 'श्री./श्रीमती शर्मा'],
    'x'.repeat(60),
  ])('may be %s', (name) => expect(accepts(name)).toBe(true))

  it.each([
    'URGENT: your card is blocked, open http://evil.example now',
    ...[
      'http://evil.example',
      'www.evil.example',
      'ｗｗｗ．evil.example',
      't.co/abc',
      'EVIL.COM/X',
    ],
    ...['www.cheap.example/x', 'cheap.example/x', 'उदाहरण.भारत/x', 'evil.com?x', 'evil.com:8080/x'],
    ...[
      '1.2.3.44/x',
      'tel:100',
      'a@b.example',
      'asha @gmail.com',
      'call 98765 43210',
      '98765/43210',
    ],
    ...['98765\u201143210', '98765–43210'],
    ...['asha@example.in', 'Asha <asha@example.in>', 'mailto:asha', 'javascript:alert(1)'],
    ...['//evil', 'http:\\\\evil'],
    ...['Call 98765 43210', 'Call +91-98765-43210', 'Call ९८७६५४३२१०'],
    ...['\u200b', '', '  ', 'x'.repeat(61)],
  ])('is not %j', (name) => expect(accepts(name)).toBe(false))

  it('is one line, so that no header of a mail begins in it', () =>
    expect(personNameSchema.parse('Asha\r\nBcc: x')).toBe('Asha Bcc: x'))

  it.each([
    ...[
      'Asha\nRao',
      'Asha\u2028Rao',
      ' Asha\u0000 \u202eRao\u200f',
      'Asha\u00ad\u00a0\u2066Rao\u{e0041}',
    ],
  ])('%j is Asha Rao', (typed) => expect(personNameSchema.parse(typed)).toBe('Asha Rao'))
})

describe('a mail leaves out a name that could be a link', () => {
  it.each([
    ...['evil.example', 'go to evil.example now', 'EVIL.EXAMPLE', 'evil.com', 'x.com', 'X.IO'],
    ...['S.P.Singh.in', 'Asha.Rao', 'www', 'my-shop.example', '1.2.3.4', 'a/b', 'a:b', 'a@b'],
    ...['evil。example', 'evil．example', 'evil｡com', 'ｅｖｉｌ.com', 'evil․com'],
    ...['उदाहरण.भारत', 'evil.भारत', 'उदाहरण.कॉम', 'пример.рф', '例子.中国'],
  ])('%s', (name) => {
    expect([greetedName(name), greetedName(`Asha ${name}`)]).toEqual(['', ''])
  })

  it('whatever was typed', () => {
    const text = fc.stringMatching(/^[ab.:/@1 -]{0,12}(\.com|\.in|\.example|)$/)
    const linked = /\b[\w-]{2,}\.(com|in|example)\b|\/\/|@/
    fc.assert(fc.property(text, (name) => !linked.test(name) || greetedName(`Asha ${name}`) === ''))
  })
})

it.each([
  ['Asha Rao', ' Asha'],
  ['आशा राव', ' आशा'],
  ['Mary-Ann D’Souza', ' Mary-Ann'],
  ['K. R. Narayanan', ''],
  ['A', ''],
  ['your card is blocked now', ''],
  ['URGENT: your card is blocked, open http://evil.example now', ''],
  ['evil.example', ''],
  [`Asha ${'x'.repeat(80)}`, ''],
  ['Asha evil.example', ''],
  ['', ''],
])('%j is greeted as “Hello%s”', (name, greeted) => {
  expect(greetedName(name)).toBe(greeted)
})

it.each([
  ['Asha Rao', 'Asha'],
  ['  Ravi   Kumar Singh', 'Ravi'],
  ['Asha', 'Asha'],
  ['', ''],
])('calls "%s" %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
