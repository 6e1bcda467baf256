import { describe, expect, test } from 'vitest'
import {
  type CardEntry,
  emptyEntry,
  filledWith,
  formatCardNumber,
  formatExpiry,
  leavePart,
  type PartName,
  readCard,
  readUpiId,
  testCards,
  testUpiIds,
  typeIntoPart,
} from './test-methods.ts'

const now = new Date('2026-06-15T06:30:00Z')
const entry = (parts: Partial<CardEntry['parts']>, left: PartName[] = []): CardEntry => ({
  parts: { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', ...parts },
  left,
})

test.each([
  ['', ''],
  ['42424', '4242 4'],
  ['4242-4242-4242-4242', '4242 4242 4242 4242'],
  [' 4242 4242 4242 42429999', '4242 4242 4242 4242'],
])("the number '%s' is written '%s'", (typed, written) =>
  expect(formatCardNumber(typed)).toBe(written),
)

test.each([
  ['1230', '12 / 30'],
  ['530', '05 / 30'],
  ['5/30', '05 / 30'],
  ['12 / 30', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['122030', '12 / 30'],
  ['12', ''],
  ['x', ''],
])("the date '%s' is written '%s'", (typed, written) => expect(formatExpiry(typed)).toBe(written))

describe('a card', () => {
  test('that is complete says what it does, and nothing else of it', () => {
    const read = readCard(entry({}, ['number', 'expiry', 'cvc']), now)
    expect(read).toEqual({ error: null, card: 'succeeds', faulty: null })
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
      'the number of another card, at once',
      entry({ number: '5555 5555 5555 4444' }),
      'number',
      'Only test cards work here. Please choose one from the list.',
    ],
    [
      'a date in the past beside an incomplete number',
      entry({ number: '4', expiry: '05 / 26' }),
      'expiry',
      "Your card's expiration date is in the past.",
    ],
    [
      'a month that is none',
      entry({ expiry: '13 / 30' }),
      'expiry',
      "Your card's expiration month is invalid.",
    ],
    [
      'half a date that was left',
      entry({ expiry: '12' }, ['expiry']),
      'expiry',
      "Your card's expiration date is incomplete.",
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

  test('is good until the last second of its month in Kolkata', () => {
    const june = entry({ expiry: '06 / 26' })
    expect(readCard(june, new Date('2026-06-30T18:29:59Z')).card).toBe('succeeds')
    expect(readCard(june, new Date('2026-06-30T18:30:00Z')).faulty).toBe('expiry')
  })

  test('is written as on a card when its parts are left', () => {
    const typed = { number: '4242424242424242', expiry: '1230', cvc: '123' }
    const left = (['number', 'expiry', 'cvc'] as const).reduce(leavePart, entry(typed))
    expect(left.parts).toEqual(entry({}).parts)
  })

  test('has no error in a part while it is typed again', () => {
    const left = leavePart(typeIntoPart(emptyEntry, 'number', '42'), 'number')
    expect(readCard(left, now).error).not.toBeNull()
    expect(readCard(typeIntoPart(left, 'number', '424'), now).error).toBeNull()
    expect(leavePart(emptyEntry, 'cvc')).toBe(emptyEntry)
  })

  test.each(testCards)('is complete when filled with $text, whatever the day', (card) => {
    for (const day of ['2026-06-15', '2026-12-31', '2027-01-01', '2040-02-29']) {
      const then = new Date(`${day}T20:00:00Z`)
      expect(readCard(filledWith(card.text, then), then).card).toBe(card.behaviour)
    }
  })
})

describe('a UPI ID', () => {
  test.each(testUpiIds)('$text is known in any spelling', ({ text, behaviour }) => {
    for (const typed of [text, ` ${text.toUpperCase()} `])
      expect(readUpiId(typed)).toEqual({ error: null, card: behaviour })
  })

  test.each([
    ['', null],
    ['asha', 'A UPI ID looks like name@bank.'],
    ['asha@', 'A UPI ID looks like name@bank.'],
    ['asha.rao@okicici', 'Only test UPI IDs work here. Please choose one from the list.'],
  ])("'%s' is none", (typed, error) => expect(readUpiId(typed)).toEqual({ error, card: null }))
})
