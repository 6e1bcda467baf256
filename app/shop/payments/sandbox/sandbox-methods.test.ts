import { describe, expect, test } from 'vitest'
import {
  behaviourOf,
  type Entry,
  filledWith,
  leavePart,
  newMethodId,
  type PartName,
  partsOf,
  readEntry,
  testMethods,
  typeIntoPart,
} from './sandbox-methods.ts'

const now = new Date('2026-06-15T06:30:00Z')
/** A whole entry but for these texts; these parts were left. */
function entry(texts: Partial<Record<PartName, string>>, left: readonly PartName[] = []): Entry {
  const all = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', ...texts }
  return Object.fromEntries(
    Object.entries(all).map(([part, text]) => [
      part,
      { text, isLeft: left.some((one) => one === part) },
    ]),
  )
}
const leaving = (part: PartName, typed: string) =>
  leavePart(typeIntoPart({}, part, typed), part)[part]?.text ?? ''

test.each([
  ['', ''],
  ['42424', '4242 4'],
  ['4242-4242-4242-4242', '4242 4242 4242 4242'],
  [' 4242 4242 4242 42429999', '4242 4242 4242 4242'],
])("the number '%s' is written '%s'", (typed, written) =>
  expect(leaving('number', typed)).toBe(written),
)

test.each([
  ['1230', '12 / 30'],
  ['530', '05 / 30'],
  ['5/30', '05 / 30'],
  ['12 / 30', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['122030', '12 / 30'],
  ['12', '12'],
  ['x', 'x'],
])("the date '%s' is written '%s'", (typed, written) =>
  expect(leaving('expiry', typed)).toBe(written),
)

describe('a card', () => {
  test('that is complete says what it does, and nothing else of it', () => {
    const read = readEntry('card', entry({}, partsOf.card), now)
    expect(read).toEqual({ error: null, card: 'succeeds', faulty: 'number' })
  })

  test.each<[string, Entry, PartName, string | null]>([
    ['nothing yet', {}, 'number', null],
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
    expect(readEntry('card', entry, now)).toEqual({ card: null, faulty, error })
  })

  test('is good until the last second of its month in Kolkata', () => {
    const june = entry({ expiry: '06 / 26' })
    expect(readEntry('card', june, new Date('2026-06-30T18:29:59Z')).card).toBe('succeeds')
    expect(readEntry('card', june, new Date('2026-06-30T18:30:00Z')).faulty).toBe('expiry')
  })

  test('is written as on a card when its parts are left', () => {
    const typed = { number: '4242424242424242', expiry: '1230', cvc: '123' }
    expect(partsOf.card.reduce(leavePart, entry(typed))).toEqual(entry({}, partsOf.card))
  })

  test('has no error in a part while it is typed again', () => {
    const left = leavePart(typeIntoPart({}, 'number', '42'), 'number')
    expect(readEntry('card', left, now).error).not.toBeNull()
    expect(readEntry('card', typeIntoPart(left, 'number', '424'), now).error).toBeNull()
    expect(leavePart({}, 'cvc')).toEqual({})
  })

  test.each(testMethods.card)('is complete when filled with $text, whatever the day', (card) => {
    for (const day of ['2026-06-15', '2026-12-31', '2027-01-01', '2040-02-29']) {
      const then = new Date(`${day}T20:00:00Z`)
      expect(readEntry('card', filledWith('card', card.text, then), then).card).toBe(card.behaviour)
    }
  })
})

describe('a UPI ID', () => {
  const left = (upiId: string) => readEntry('upi', entry({ upiId }, ['upiId']), now)

  test.each(testMethods.upi)('$text is known in any spelling', ({ text, behaviour }) => {
    for (const typed of [text, ` ${text.toUpperCase()} `])
      expect(left(typed)).toMatchObject({ error: null, card: behaviour })
    expect(readEntry('upi', filledWith('upi', text, now), now).card).toBe(behaviour)
  })

  test.each([
    ['asha', 'A UPI ID looks like name@bank.'],
    ['asha@', 'A UPI ID looks like name@bank.'],
    ['asha.rao@okicici', 'Only test UPI IDs work here. Please choose one from the list.'],
  ])("'%s' is none, once it is left", (upiId, error) => {
    expect(left(upiId)).toMatchObject({ error, card: null })
    expect(readEntry('upi', entry({ upiId }), now)).toMatchObject({ error: null, card: null })
  })

  test('that is empty has no error', () => {
    expect(readEntry('upi', {}, now)).toMatchObject({ error: null, card: null })
  })
})

test('the id of a method says what it does, and is another one for each attempt', () => {
  for (const { behaviour } of [...testMethods.card, ...testMethods.upi])
    expect(behaviourOf(newMethodId(behaviour))).toBe(behaviour)
  expect(newMethodId()).not.toBe(newMethodId())
  for (const wrong of [null, '', 'pm_unknown', `pm_free_${crypto.randomUUID()}`])
    expect(behaviourOf(wrong)).toBeUndefined()
})
