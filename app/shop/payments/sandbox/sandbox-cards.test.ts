import { describe, expect, test } from 'vitest'
import { checkCardNumber } from './card-number.ts'
import {
  type CardEntry,
  emptyEntry,
  filledWith,
  findTestCard,
  leave,
  type PartName,
  readCard,
  testCards,
  typeIntoPart,
} from './sandbox-cards.ts'

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
