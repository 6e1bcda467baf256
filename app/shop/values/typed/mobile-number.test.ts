import { describe, expect, it } from 'vitest'
import { optionalMobileSchema, requiredMobileSchema } from '../india-address.schema.ts'
import { phoneHref, withCountryCode } from '../shop-details.ts'
import { asSearchedMobile, mobileError, tidyMobile } from './mobile-number.ts'

it.each([
  ...['9876543210', '+91 98765 43210', '+91-9876543210', '09876543210', '00919876543210'],
  ...['919876543210', ' (98765) 432.10 ', '९८७६५४३२१०', '+९१ 98765 43210', '+9109876543210'],
  ...[
    '\u202a+91 98765 43210\u202c',
    '\u200e+91 98765 43210',
    '98765\u201143210',
    '9876543210\u200b',
  ],
  ...[
    'tel:+919876543210',
    'TEL:98765-43210',
    'wa.me/919876543210',
    'https://wa.me/919876543210?text=Hi',
  ],
  ...[
    '0 98765-43210',
    '(+91) 98765.43210',
    '+91-98765–43210',
    '００９１９８７６５４３２１０',
    '+91 (0) 98765 43210',
  ],
  ...[
    '98765\u00a043210',
    '௯௮௭௬௫௪௩௨௧௦',
    '٩٨٧٦٥٤٣٢١٠',
    '9876−543210',
    '\u2066+91\u206098765\ufeff43210\u2069',
  ],
  '+00919876543210',
])('%j is the mobile number 9876543210', (typed) => expect(tidyMobile(typed)).toBe('9876543210'))

it.each([
  ['+971 50 123 4567', '+971501234567'],
  ['+65 8123 4567', '+6581234567'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['0044 7911 123456', '+447911123456'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['tel:+14155552671', '+14155552671'],
  ['https://wa.me/971501234567', '+971501234567'],
  ['\u202a＋971 ५0 123‑4567\u202c', '+971501234567'],
])('%j is %s, a number abroad', (typed, mobile) => {
  expect([tidyMobile(typed), tidyMobile(mobile), mobileError(mobile)]).toEqual([
    mobile,
    mobile,
    null,
  ])
})

const code = 'After + come the country code and the number: 8 to 15 digits, such as +971501234567'

describe('who orders has a number of ten digits, or one with the code of a country', () => {
  it.each([
    // As the specification has it, whoever may have them.
    ...['9876543210', '4155552671', '0000000000', '0012345678', '5876543210', '+91 9198765432'],
  ])('%s', (typed) => expect(mobileError(tidyMobile(typed))).toBeNull())

  it.each([
    ['987654321', 'too short'],
    ['+919876543', 'too short'],
    ['00919876543', 'too short'],
    ['98765432101', 'too long'],
    ['971501234567', 'too long'],
    ['+919876543210;ext=1', 'too long'],
    ['98765abc10', 'Use digits only, such as 9876543210'],
    ['98765/4321', 'Use digits only, such as 9876543210'],
    ['+', code],
    ['+1 234', code],
    ['+0 415 555 2671', code],
    ['+971 50 123 4567 ext 8', code],
    ['+1234567890123456', code],
  ])('but not %j: %s', (typed, sentence) => expect(mobileError(tidyMobile(typed))).toBe(sentence))
})

describe('who is in India has ten digits, the first from 6 to 9', () => {
  const tenDigits = 'A mobile number has 10 digits and begins with 6, 7, 8 or 9'
  const recipient = 'The recipient’s number must be an Indian mobile number of 10 digits.'
  const sentence = (schema: typeof requiredMobileSchema, typed: string) =>
    schema.safeParse(typed).error?.issues[0]?.message ?? null

  it.each([
    ['+91 98765-43210', null, null],
    ['', tenDigits, null],
    ['5876543210', tenDigits, tenDigits],
    ['98765\u000043210 1', tenDigits, tenDigits],
    ['+971 50 123 4567', tenDigits, recipient],
    ['0065 8123 4567', tenDigits, recipient],
  ])('%j: %j for a rider, %j for a recipient', (typed, rider, gift) => {
    expect(sentence(requiredMobileSchema, typed)).toBe(rider)
    expect(sentence(optionalMobileSchema, typed)).toBe(gift)
  })
})

it.each([
  ['9876543210', '+919876543210'],
  ['+971501234567', '+971501234567'],
  ['1800123456', '1800123456'],
])('%s is dialled as %s', (mobile, dialled) => {
  expect([withCountryCode(mobile), phoneHref(mobile)]).toEqual([dialled, `tel:${dialled}`])
})

it.each([
  ['+91 98765', '98765'],
  ['098765 43210', '9876543210'],
  ['+971 50 123', '97150123'],
  ['0044 7911', '447911'],
  ['1001', '1001'],
  ['0091', '0091'],
  ['asha@example.in', 'asha@example.in'],
])('%j is looked for as %s', (typed, text) => expect(asSearchedMobile(typed)).toBe(text))
