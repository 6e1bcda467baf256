import { describe, expect, test } from 'vitest'
import { checkCardNumber } from './card-number.ts'
import { sandboxCardOf, testCards } from './sandbox-cards.ts'

describe('sandboxCardOf', () => {
  test.each([
    ['4242 4242 4242 4242', { behaviour: 'succeeds', last4: '4242' }],
    ['4000000000000002', { behaviour: 'declined', last4: '0002' }],
    ['4000 0000 0000 9995', { behaviour: 'insufficient_funds', last4: '9995' }],
    ['4000 0025 0000 3155', { behaviour: 'second_factor', last4: '3155' }],
  ])('%s', (number, card) => expect(sandboxCardOf(number)).toEqual(card))

  test.each(['', '4242', '5555 5555 5555 4444'])("knows no card '%s'", (number) =>
    expect(sandboxCardOf(number)).toBeNull(),
  )

  test('every test card has a valid number', () => {
    expect(testCards.map((card) => checkCardNumber(card.number).state)).toEqual(
      testCards.map(() => 'complete'),
    )
  })
})
