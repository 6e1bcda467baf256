import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CardEntry,
  caretAfter,
  checkCardNumber,
  checkCvc,
  checkExpiry,
  countDigits,
  emptyEntry,
  extractDigits,
  filledWith,
  findBrand,
  findTestCard,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  leave,
  type PartName,
  passesLuhn,
  readCard,
  testCards,
  typeIntoPart,
} from './sandbox-cards.ts'

const digits = (min: number, max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .map((d) => d.join(''))

describe('passesLuhn', () => {
  test.each(['4242424242424242', '5555555555554444', '378282246310005', '30569309025904', '0'])(
    'takes %s',
    (number) => expect(passesLuhn(number)).toBe(true),
  )

  test.each(['', '4242424242424241', '1', '4242424242424224'])("rejects '%s'", (number) =>
    expect(passesLuhn(number)).toBe(false),
  )

  test('one wrong digit is always noticed', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, off) => {
        const number = [...'4242424242424242']
        number[place] = String((Number(number[place]) + off) % 10)
        expect(passesLuhn(number.join(''))).toBe(false)
      }),
    )
  })

  test('exactly one of the ten last digits is right', () => {
    fc.assert(
      fc.property(digits(1, 18), (start) => {
        const right = [...'0123456789'].filter((last) => passesLuhn(start + last))
        expect(right).toHaveLength(1)
      }),
    )
  })
})

describe('findBrand', () => {
  test.each([
    ['4', 'Visa'],
    ['4242', 'Visa'],
    ['51', 'Mastercard'],
    ['56', 'Card'],
    ['2220', 'Card'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['2721', 'Card'],
    ['34', 'American Express'],
    ['37 82', 'American Express'],
    ['36', 'Diners Club'],
    ['6521', 'RuPay'],
    ['8100', 'RuPay'],
    ['', 'Card'],
    ['1', 'Card'],
  ])('%s is %s', (number, name) => expect(findBrand(number).name).toBe(name))

  test.each([
    ['4', 16],
    ['37', 15],
    ['36', 14],
    ['', 16],
  ])('a number that begins with %s has %i digits', (number, length) =>
    expect(countDigits(findBrand(number))).toBe(length),
  )
})

describe('formatCardNumber', () => {
  test.each([
    ['', ''],
    ['4', '4'],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242'],
    [' 4242 4242 4242 42429999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['card', ''],
  ])("'%s' is shown as '%s'", (typed, shown) => expect(formatCardNumber(typed)).toBe(shown))

  test('keeps the digits in their order and is the same when formatted again', () => {
    fc.assert(
      fc.property(digits(0, 22), (number) => {
        const shown = formatCardNumber(number)
        expect(extractDigits(shown)).toBe(number.slice(0, countDigits(findBrand(number))))
        expect(formatCardNumber(shown)).toBe(shown)
      }),
    )
  })
})

describe('checkCardNumber', () => {
  const short = { state: 'incomplete', message: 'Your card number is incomplete.' }
  const wrong = { state: 'invalid', message: 'Your card number is invalid.' }
  test.each([
    ['', short],
    ['4242 4242 4242 424', short],
    ['4242 4242 4242 4241', wrong],
    ['4242 4242 4242 4242', { state: 'complete' }],
    ['3782 822463 10005', { state: 'complete' }],
    ['3782 822463 10006', wrong],
  ])("'%s'", (number, check) => expect(checkCardNumber(number)).toEqual(check))
})

describe('formatExpiry', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['0', '0'],
    ['5', '05 / '],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['12 / 3', '12 / 3'],
    ['1230', '12 / 30'],
    ['123', '12 / 3'],
    ['5/30', '05 / 30'],
    ['12/30', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['122030', '12 / 30'],
    ['12 / 304', '12 / 30'],
    ['125 / 30', '12 / 53'],
    ['x', ''],
  ])("'%s' is shown as '%s'", (typed, shown) => expect(formatExpiry(typed)).toBe(shown))

  test.each([
    ['12 /', '12 / ', '12'],
    ['1', '12', '1'],
    ['05', '05 / ', '05'],
    ['12 / ', '12 / 3', '12'],
    ['1 / 30', '12 / 30', '1 / 30'],
    ['2 / 30', '12 / 30', '2 / 30'],
    ['', '1', ''],
  ])("'%s' left of '%s' is shown as '%s'", (typed, before, shown) =>
    expect(formatExpiry(typed, before)).toBe(shown),
  )

  test('every date typed digit by digit ends as MM / YY', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99 }), (m, y) => {
        const [month, year] = [String(m).padStart(2, '0'), String(y).padStart(2, '0')]
        const shown = [...month, ...year].reduce((text, key) => formatExpiry(text + key, text), '')
        expect(shown).toBe(`${month} / ${year}`)
      }),
    )
  })

  test('backspace empties every date', () => {
    fc.assert(
      fc.property(digits(0, 4), (typed) => {
        let shown = formatExpiry(typed)
        for (let presses = 0; presses < 7; presses++)
          shown = formatExpiry(shown.slice(0, -1), shown)
        expect(shown).toBe('')
      }),
    )
  })
})

describe('checkExpiry', () => {
  // 1 July in Kolkata, still 30 June in UTC.
  const now = new Date('2026-06-30T19:00:00Z')
  const short = { state: 'incomplete', message: "Your card's expiration date is incomplete." }
  const wrong = (message: string) => ({ state: 'invalid', message })
  test.each([
    ['', short],
    ['1', short],
    ['12 / ', short],
    ['12 / 3', short],
    ['1 / 30', short],
    ['13 / ', wrong("Your card's expiration month is invalid.")],
    ['00 / 30', wrong("Your card's expiration month is invalid.")],
    ['12 / 25', wrong("Your card's expiration year is in the past.")],
    ['06 / 26', wrong("Your card's expiration date is in the past.")],
    ['07 / 26', { state: 'complete' }],
    ['01 / 27', { state: 'complete' }],
    ['12 / 76', { state: 'complete' }],
    ['01 / 77', wrong("Your card's expiration year is invalid.")],
  ])("'%s'", (date, check) => expect(checkExpiry(date, now)).toEqual(check))

  test('a card is good until the last second of its month in Kolkata', () => {
    expect(checkExpiry('06 / 26', new Date('2026-06-30T18:29:59Z')).state).toBe('complete')
    expect(checkExpiry('06 / 26', new Date('2026-06-30T18:30:00Z')).state).toBe('invalid')
  })
})

describe('the security code', () => {
  test.each([
    ['4242', '12', 'incomplete'],
    ['4242', '123', 'complete'],
    ['37', '123', 'incomplete'],
    ['37', '1234', 'complete'],
  ])('of a card %s…: %s is %s', (number, cvc, state) =>
    expect(checkCvc(cvc, findBrand(number)).state).toBe(state),
  )

  test('has no more digits than the brand', () => {
    expect(formatCvc('12345', findBrand('4'))).toBe('123')
    expect(formatCvc('1 2-3x4', findBrand('37'))).toBe('1234')
  })
})

describe('caretAfter', () => {
  test.each([
    ['4242 4', '42424', 5, 6],
    ['4242 4242', '42942 4242', 3, 3],
    ['4242 9424 2', '4242 94242', 6, 6],
    ['4242 4242', '42424242', 4, 4],
    ['05 / ', '5', 1, 5],
    ['12 / 30', '12/30', 0, 0],
  ])("in '%s', typed as '%s' with the caret at %i, it stands at %i", (shown, typed, caret, place) =>
    expect(caretAfter(shown, typed, caret)).toBe(place),
  )

  test('as many digits stand before the caret as before', () => {
    fc.assert(
      fc.property(digits(1, 16), fc.nat(16), (typed, at) => {
        const caret = Math.min(at, typed.length - 1)
        const shown = formatCardNumber(typed)
        const before = shown.slice(0, caretAfter(shown, typed, caret))
        expect(extractDigits(before)).toBe(extractDigits(shown).slice(0, caret))
      }),
    )
  })
})

describe('findTestCard', () => {
  test.each([
    ['4242 4242 4242 4242', { behaviour: 'succeeds', last4: '4242' }],
    ['4000000000000002', { behaviour: 'declined', last4: '0002' }],
    ['4000 0000 0000 9995', { behaviour: 'insufficient_funds', last4: '9995' }],
    ['4000 0025 0000 3155', { behaviour: 'second_factor', last4: '3155' }],
  ])('%s', (number, card) => expect(findTestCard(number)).toEqual(card))

  test.each(['', '4242', '5555 5555 5555 4444'])("knows no card '%s'", (number) =>
    expect(findTestCard(number)).toBeNull(),
  )

  test('every test card has a valid number', () => {
    expect(testCards.map((card) => checkCardNumber(card.number).state)).toEqual(
      testCards.map(() => 'complete'),
    )
  })
})

const now = new Date('2026-06-15T06:30:00Z')
const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }
const entry = (parts: Partial<CardEntry['parts']>, left: PartName[] = []): CardEntry => ({
  parts: { ...good, ...parts },
  left,
})

describe('readCard', () => {
  test('a complete test card', () => {
    expect(readCard(entry({}, ['number', 'expiry', 'cvc']), now)).toEqual({
      error: null,
      card: { behaviour: 'succeeds', last4: '4242' },
      faulty: null,
    })
  })

  test.each<[string, CardEntry, PartName, string | null]>([
    ['nothing yet', emptyEntry, 'number', null],
    ['a number being typed', entry({ number: '4242 4' }), 'number', null],
    [
      'a number that was left',
      entry({ number: '4242 4' }, ['number']),
      'number',
      'Your card number is incomplete.',
    ],
    [
      'a wrong number, at once',
      entry({ number: '4242 4242 4242 4241' }),
      'number',
      'Your card number is invalid.',
    ],
    [
      'a date in the past beside an incomplete number',
      entry({ number: '4', expiry: '12 / 25' }),
      'expiry',
      "Your card's expiration year is in the past.",
    ],
    ['a short code', entry({ cvc: '12' }), 'cvc', null],
    [
      'a short code that was left',
      entry({ cvc: '12' }, ['cvc']),
      'cvc',
      "Your card's security code is incomplete.",
    ],
  ])('%s', (_, entry, faulty, error) => {
    expect(readCard(entry, now)).toEqual({ card: null, faulty, error })
  })

  test('a valid number of a card the sandbox does not know', () => {
    const read = readCard(entry({ number: '5555 5555 5555 4444' }), now)
    expect(read).toMatchObject({ card: null, faulty: 'number' })
    expect(read.error).toMatch(/Only test cards work here/)
  })

  test('hands over nothing of a card but what it does and its last four digits', () => {
    expect(JSON.stringify(readCard(entry({}), now))).not.toMatch(/4242.?4242|12 \/ 30|123/)
  })
})

describe('typing', () => {
  test.each<[PartName, string, string]>([
    ['number', '42424', '4242 4'],
    ['expiry', '5', '05 / '],
    ['cvc', '12345', '123'],
  ])('into %s: %s becomes %s', (part, typed, text) => {
    expect(typeIntoPart(emptyEntry, part, typed).parts[part]).toBe(text)
  })

  test('an American Express code has four digits', () => {
    const amex = typeIntoPart(emptyEntry, 'number', '378282246310005')
    expect(typeIntoPart(amex, 'cvc', '12345').parts.cvc).toBe('1234')
  })

  test('into a part that was left removes its error', () => {
    const left = leave(typeIntoPart(emptyEntry, 'number', '42'), 'number')
    expect(readCard(left, now).error).not.toBeNull()
    expect(readCard(typeIntoPart(left, 'number', '424'), now).error).toBeNull()
  })

  test('nothing and leaving is no fault', () => {
    expect(leave(emptyEntry, 'cvc')).toBe(emptyEntry)
  })
})

test.each(testCards.map(({ number, behaviour }) => [number, behaviour]))(
  'filled with %s it is complete, whatever the day',
  (number, behaviour) => {
    for (const day of ['2026-06-15', '2026-12-31', '2027-01-01', '2040-02-29']) {
      const then = new Date(`${day}T20:00:00Z`)
      expect(readCard(filledWith(number, then), then).card?.behaviour).toBe(behaviour)
    }
  },
)
